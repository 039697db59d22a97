import type { STORAGE_REQUESTS } from '../../protocol/storage.ts'
import { readLastBackup } from '../../storage/archive/last-backup.ts'
import { findDamaged, readFigures } from '../../storage/health.ts'
import type { Database } from '../../storage/schema.ts'
import type { HandlersOf } from '../request-handlers.ts'

/** Loads the backup code only if backups are set up. Errors of their settings are shown in the backup settings. */
const waits = async (db: Database): Promise<boolean> =>
  (await db.count('settings', 'backup')) > 0 &&
  import('./backups.ts')
    .then(async ({ viewBackup }) => (await viewBackup(db))?.state === 'needs-permission')
    .catch(() => false)

/** The state of the storage. */
export const STORAGE_HANDLERS: HandlersOf<typeof STORAGE_REQUESTS> = {
  'storage-health': async (_request, { db }) => {
    const [figures, lastBackup, backupWaits] = await Promise.all([readFigures(db), readLastBackup(db), waits(db)])
    return { ...figures, lastBackup, backupWaits }
  },
  'find-damaged': (_request, { db }) => findDamaged(db),
  'retry-commit': async (_request, { retryCommit }) => {
    retryCommit()
    return null
  },
}
