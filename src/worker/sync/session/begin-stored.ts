import type { Head } from '../../../agent/head.ts'
import { listHeads } from '../../../storage/read.ts'
import { highestSeq } from '../../../storage/restore.ts'
import type { Database, SyncRow } from '../../../storage/schema.ts'
import type { Beginnings } from './beginnings.ts'
import type { SharedSessions } from './shared-sessions.ts'
import { workOf } from './work-of.ts'

type BeginStoredPorts = {
  db: Database
  /** Their places, as they are stored. */
  rows: readonly SyncRow[]
  /** Since when the storage is connected, wall time, ms. */
  connectedAt: number | undefined
  sessions: Pick<SharedSessions, 'add'>
  beginnings: Pick<Beginnings, 'begin'>
  isStopped: () => boolean
  /** Sharing of this session has resumed. `head`: of the session; undefined: this device does not have it. */
  begun: (row: SyncRow, head: Head | undefined) => void
  report: (error: unknown) => void
}

/**
 * Resumes sharing of the stored sessions, and shares those that changed while the storage was closed. Once stopped it
 * does not touch the database, which may be closed. Rejects with a DOMException.
 */
export async function beginStored(ports: BeginStoredPorts): Promise<void> {
  const { db, rows, connectedAt, sessions, isStopped, begun } = ports
  for (const row of rows) {
    if (isStopped()) return
    const isNew = row.next === 0
    const committed = isNew && !row.owner ? 0 : await highestSeq(db, row.sessionId)
    if (isStopped()) return
    const head = row.owner ? await db.get('sessions', row.sessionId) : undefined
    if (isStopped()) return
    const session = sessions.add(row, committed)
    if (head !== undefined) session.committed(committed, workOf(head, []))
    // the others are looked at in a round
    if (isNew || row.pending !== null || session.isBusy() || (row.owner && committed > row.sent)) session.wake(0)
    begun(row, head)
  }
  if (connectedAt !== undefined && !isStopped()) await beginMissed(ports, connectedAt).catch(ports.report)
}

/**
 * Shares sessions that changed while the storage was closed, for example while its keys were locked, without waiting
 * for their next step.
 */
async function beginMissed({ db, rows, beginnings, isStopped }: BeginStoredPorts, connectedAt: number): Promise<void> {
  const held = new Set(rows.map(({ sessionId }) => sessionId))
  for (const head of (await listHeads(db, connectedAt)).heads) {
    const { sessionId, count, recorded, deletedAt, seq } = head
    if (isStopped()) return
    if (held.has(sessionId) || count === 0 || recorded || deletedAt !== null) continue
    const begun = await beginnings.begin(sessionId)
    begun?.committed(seq, workOf(head, []))
    begun?.wake(0)
  }
}
