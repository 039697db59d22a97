import { armFailpoint } from '../../../src/storage/failpoint.ts'
import { MIGRATIONS } from '../../../src/storage/migrations.ts'
import { openDatabase } from '../../../src/storage/open.ts'
import { rewriteEverything } from './next-migration.ts'
import { quietHandlers } from './rows.ts'

/**
 * Upgrades the database that its name says, and hangs when all is rewritten and nothing is committed, until it is
 * killed.
 */
armFailpoint({ point: 'inside-upgrade', at: 1, action: { type: 'hang' } })
await openDatabase(quietHandlers, self.name, [
  ...MIGRATIONS,
  async (db, transaction) => {
    await rewriteEverything(db, transaction)
    self.postMessage('rewritten')
  },
])
