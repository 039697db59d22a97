import { openDB } from 'idb'
import type { StorageFault } from '../settings/storage-fault.ts'
import { failpoint, failpointNow } from './failpoint.ts'
import { classifyFault, faultOf } from './fault.ts'
import { MIGRATIONS, type Migration } from './migrations.ts'
import { DATABASE_NAME, type Database, type ReflexorSchema, type UpgradeTransaction } from './schema.ts'

export type OpenHandlers = {
  /** Another tab holds an older version open. Opening continues when that tab closes. */
  onBlocked: (fault: StorageFault) => void
  /** A newer version wants to open (or the data is being deleted): give up the writer's lock, then call `close`. */
  onVersionChange: (close: () => void) => void
  /** The browser found its files damaged and has emptied everything (only Chromium says so). Opening continues. */
  onEmptied: (fault: StorageFault) => void
  /** The browser closed the connection; nothing more can be written. */
  onTerminated: (fault: StorageFault) => void
}
export type OpenOutcome = { type: 'opened'; db: Database } | { type: 'failed'; fault: StorageFault }

/**
 * Opens the database and migrates it to this code's version. The browser rolls back an interrupted upgrade, and it runs
 * again. Data newer than the code is not touched: fault `newer-data`. Never rejects. `name` and `migrations` are for
 * tests.
 */
export async function openDatabase(
  handlers: OpenHandlers,
  name: string = DATABASE_NAME,
  migrations: readonly Migration[] = MIGRATIONS,
): Promise<OpenOutcome> {
  let failed: { error: unknown } | null = null
  try {
    if (__FAILPOINTS__) await failpoint('before-open')
    const db = await openDB<ReflexorSchema>(name, migrations.length, {
      upgrade: (database, oldVersion, _newVersion, transaction, event) => {
        if ('dataLoss' in event && event.dataLoss === 'total') handlers.onEmptied(faultOf('emptied'))
        migrate(database, transaction, migrations.slice(oldVersion)).catch((error) => {
          failed = { error }
        })
      },
      blocked: () => handlers.onBlocked(faultOf('blocked')),
      blocking: (_current, _blocked, event) => {
        const database = event.target as IDBDatabase
        handlers.onVersionChange(() => database.close())
      },
      terminated: () => handlers.onTerminated(faultOf('connection-closed')),
    })
    return { type: 'opened', db }
  } catch (error) {
    // the browser says no more about an upgrade that was rolled back
    const cause = failed as { error: unknown } | null
    return { type: 'failed', fault: openingFault(cause === null ? error : cause.error) }
  }
}

/** Runs the steps in order; if one fails, all are rolled back. Rejects with the cause. */
async function migrate(db: Database, transaction: UpgradeTransaction, steps: readonly Migration[]): Promise<void> {
  try {
    for (const step of steps) {
      await step(db, transaction)
      if (__FAILPOINTS__) failpointNow('inside-upgrade')
    }
  } catch (error) {
    transaction.done.catch(() => {}) // it rejects because it is aborted here, which the opening reports
    transaction.abort()
    throw error
  }
}

/** A database that cannot be opened is unavailable, unless the browser says more. */
function openingFault(error: unknown): StorageFault {
  const fault = classifyFault(error)
  const unclear = fault.kind === 'unknown' || fault.kind === 'connection-closed'
  return unclear
    ? { ...faultOf('unavailable'), message: `${faultOf('unavailable').message} (${String(error)})` }
    : fault
}
