import type { Database } from '../../../storage/schema.ts'
import { readSyncedStorage, saveSyncedStorage } from '../../../storage/settings/synced-storage.ts'
import type { OpenStore } from '../../../sync/engine.ts'
import { probe } from '../../../sync/probe.ts'

/**
 * A storage may be set up otherwise, or put behind something, after it was proved: it is made to race itself again now
 * and then.
 */

const WEEK = 7 * 24 * 60 * 60 * 1000
const LIMIT = 90_000

/**
 * Tests the storage again after a week. An unfit storage is paused, with the reason. Resolves to whether it was paused;
 * if it could not be reached, it is tested another time. Rejects with DamagedRecord, a DOMException or VaultLocked.
 */
export async function proveAgain(db: Database, open: OpenStore, connectedAt: number): Promise<boolean> {
  const before = await readSyncedStorage(db)
  if (before === null || before.paused || before.removed) return false
  const now = Date.now()
  if (before.tested.ok && Math.abs(now - before.tested.at) < WEEK) return false
  const { fits, message, problem } = await probe(open.store, { check: open.check, signal: AbortSignal.timeout(LIMIT) })
  // what stood in the way of the probe says nothing, unless the storage itself says that it is unfit
  if (!fits && problem !== undefined && problem.kind !== 'unfit') return false
  const current = await readSyncedStorage(db)
  if (current?.connectedAt !== connectedAt) return false
  const tested = { ok: fits, message: message.slice(0, 1000), at: now }
  await saveSyncedStorage(db, { ...current, tested, paused: current.paused || !fits })
  return !fits
}
