import type { Database } from '../../../storage/schema.ts'
import { encodeSegment } from '../../../sync/segment.ts'
import type { SharedSession } from '../session/shared-session.ts'
import { randomId, type SharedStorage } from '../storage/shared-storage.ts'

/**
 * How deleted sessions leave the storage: first a tombstone in their log; long after, everything but slot 0, which
 * keeps a tombstone forever.
 */

const DAY = 24 * 60 * 60 * 1000
/**
 * Milliseconds from the deletion until the tombstone is written, here or, if this device does not come back, on another
 * one. Until then the session can be restored.
 */
const OWN = DAY
const OTHERS = 7 * DAY
/**
 * A slot may be emptied when no write can be on its way any more. A device that was silent for so long checks slot 0
 * first.
 */
const BEFORE_SWEEP = DAY
const LIMIT = 60_000

export type BurialPorts = {
  db: Database
  storage: SharedStorage
  isStopped: () => boolean
  report: (error: unknown) => void
  now: number
}

/** Never rejects for what the storage does: it is tried again. Rejects with a DOMException of the database. */
export async function buryDeleted(ports: BurialPorts, sessions: readonly SharedSession[]): Promise<void> {
  const { db, isStopped, report, now } = ports
  for (const session of sessions) {
    if (isStopped()) return
    const { sessionId, owner, over, overAt = now, swept, left } = session.row()
    if (left) continue
    if (over && swept !== true && now - overAt >= BEFORE_SWEEP) await sweep(session, ports).catch(report)
    if (over || isStopped()) continue
    const { deletedAt = null } = (await db.get('sessions', sessionId)) ?? {}
    if (deletedAt !== null && now - deletedAt >= (owner ? OWN : OTHERS)) session.bury()
  }
}

/** Idempotent, also if two devices do it at once. Rejects as the storage does. */
async function sweep(session: SharedSession, { storage: { store, vault, device } }: BurialPorts): Promise<void> {
  const { log, next } = session.row()
  const keyOf = (slot: number): Promise<string> => vault.keyOf({ kind: 'segment', log, slot })
  const tombstone = encodeSegment({ id: randomId(), device: device.id, kind: 'deleted', previous: '', rows: [] })
  const signal = (): AbortSignal => AbortSignal.timeout(LIMIT)
  await store.put(await keyOf(0), await vault.seal({ kind: 'segment', log, slot: 0 }, tombstone), signal())
  // from the last slot: after an interruption the rest is still a log behind its tombstone
  for (let slot = next; slot > 0; slot--) await store.remove(await keyOf(slot), signal())
  for (const kind of ['stretch', 'blob', 'late', 'text'] as const)
    await removeAll(store, await vault.prefixOf(kind, log), signal)
  session.swept()
}

/** Nobody writes there any more. Objects missing from a lagging listing stay. */
async function removeAll(store: SharedStorage['store'], prefix: string, signal: () => AbortSignal): Promise<void> {
  let last: string | undefined
  for (;;) {
    const left = await store.list(prefix, null, signal())
    if (left.length === 0 || left[0]?.key === last) return
    last = left[0]?.key
    for (const { key } of left) await store.remove(key, signal())
  }
}
