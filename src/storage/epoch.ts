import { failpoint } from './failpoint.ts'
import { DamagedRecord } from './fault.ts'
import type { Database } from './schema.ts'

/**
 * Makes the caller the writer: raises the epoch and returns it. From then on every transaction of an older epoch is
 * refused. Call it while holding the lock `reflexor-writer`. Strict: two writers must never claim the same epoch.
 * Rejects with a DOMException or DamagedRecord.
 */
export async function claimEpoch(db: Database): Promise<number> {
  if (__FAILPOINTS__) await failpoint('before-claim')
  const transaction = db.transaction('meta', 'readwrite', { durability: 'strict' })
  const epoch = epochOf(await transaction.store.get('writer')) + 1
  await Promise.all([transaction.store.put({ key: 'writer', epoch }), transaction.done])
  if (__FAILPOINTS__) await failpoint('after-claim')
  return epoch
}

/** The epoch of the last writer; 0 if there was none. Rejects with a DOMException. */
export async function readEpoch(db: Database): Promise<number> {
  return epochOf(await db.get('meta', 'writer'))
}

function epochOf(row: object | undefined): number {
  if (row === undefined) return 0
  // counting from 0 again could let an older writer in
  if (!('epoch' in row && typeof row.epoch === 'number' && Number.isSafeInteger(row.epoch)))
    throw new DamagedRecord('the count of writers')
  return row.epoch
}
