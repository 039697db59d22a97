import type { Input, Unstamped } from '../../../agent/input.ts'
import type { SessionItem } from '../../../protocol/common.ts'
import { changePlaces, rowsAfter } from '../../../storage/places.ts'
import { highestSeq } from '../../../storage/restore.ts'
import type { Apart, SyncRow } from '../../../storage/schema.ts'
import { type Change, firstPlace } from '../../../sync/log-state.ts'
import type { SharingPorts } from '../sharing-ports.ts'
import { countApart } from './apart.ts'
import { type Folded, foldRows } from './fold-rows.ts'
import { apartItem } from './held-apart.ts'
import { logNamedAfter, ownName } from './same-name.ts'
import type { SessionKeeper } from './shared-session.ts'
import { tellItem } from './tell-item.ts'

type KeepPorts = Pick<SharingPorts, 'db' | 'epoch' | 'stopMachine' | 'publish' | 'superseded'> & {
  /** This session is no longer shared; another session follows the log now. */
  replace: (old: string, row: SyncRow) => void
  placeOf: (sessionId: string) => SessionItem['elsewhere']
}

/**
 * Stores a place together with the rows of another device, in one transaction, so that a crash leaves both or neither.
 */
export function makeKeep(ports: KeepPorts): SessionKeeper['keep'] {
  const { db, epoch, publish, stopMachine } = ports
  const refused = (type: string): null => {
    if (type === 'stale-epoch') ports.superseded()
    return null
  }
  const placeAlone = async (row: SyncRow): Promise<SyncRow | null> => {
    const outcome = await changePlaces(db, epoch, { put: [row], remove: [] })
    return outcome.type === 'written' ? row : refused(outcome.type)
  }
  const tell = async (
    { previous, next, delta }: Folded,
    place: Pick<SessionItem, 'elsewhere' | 'apart' | 'knownAs'>,
  ): Promise<void> => {
    const { sessionId } = next.head
    publish({ type: 'delta', sessionId, after: previous.head.seq, seq: next.head.seq, delta })
    await tellItem(ports, next.head, place)
  }
  /** Changes that were set aside move along to the session that follows the log now. */
  const tellAgain = async (apart: Apart, row: SyncRow): Promise<void> => {
    const head = await db.get('sessions', apart.sessionId)
    if (head !== undefined) await tellItem(ports, head, { apart: apartItem({ apart, row }) })
  }
  /** Another device owns the session: its machine stops, and the rows written there are folded in. */
  const follow = async (row: SyncRow, { rows, keep, compared }: Change): Promise<SyncRow | null> => {
    await stopMachine(row.sessionId)
    // something was committed here since the log was compared: it is decided again, or its rows would be written over
    if ((await highestSeq(db, row.sessionId)) > compared) return null
    if (rows.length === 0) return placeAlone(row)
    const inputs = rows.map(({ input }) => input)
    const places = { put: [row], remove: [] }
    const made = await foldRows({ db, epoch }, row.sessionId, inputs, places, { isNew: keep === 0, mustApply: true })
    if (made.folded === null) return refused(made.outcome.type)
    await tell(made.folded, { elsewhere: { by: row.by, seen: ports.placeOf(row.sessionId)?.seen ?? null } })
    return row
  }
  /**
   * Keeps this device's own changes as a separate, stopped session. A new session follows the log from its beginning.
   */
  const fork = async (row: SyncRow, { keep, chosen }: Change): Promise<null> => {
    const { sessionId, log, by, over } = row
    await stopMachine(sessionId)
    const head = await db.get('sessions', sessionId)
    const named: Unstamped[] = [
      { type: 'user-name-session', title: `${(head?.title || 'Session').slice(0, 160)} (from this device)` },
      { type: 'user-abort', partials: {} },
    ]
    const last = await highestSeq(db, sessionId)
    const inputs = named.map((input, n) => ({ ...input, seq: last + 1 + n, timestamp: Date.now() }))
    const tail = (await rowsAfter(db, sessionId, keep)).map(({ input }) => input)
    const apart: Apart = { sessionId, from: keep, by, ...countApart(tail), ...(chosen && { chosen }) }
    const next: SyncRow = {
      ...firstPlace(log, false),
      ...{ sessionId: crypto.randomUUID(), epoch, by, over, overAt: row.overAt },
      apart: [...(row.apart ?? []), apart],
    }
    const places = { put: [next], remove: [sessionId] }
    const made = await foldRows({ db, epoch }, sessionId, inputs, places, { isNew: false, mustApply: false })
    if (made.folded === null) return refused(made.outcome.type)
    const isNamed = logNamedAfter(sessionId) === log
    await tell(made.folded, { apart: apartItem({ apart, row: next }), ...(isNamed && { knownAs: ownName(sessionId) }) })
    for (const other of row.apart ?? []) await tellAgain(other, next)
    ports.replace(sessionId, next)
    return null
  }
  /**
   * It was deleted for good on another device: here it is deleted too, and may be restored as a session of this device
   * alone.
   */
  const end = async (row: SyncRow): Promise<SyncRow | null> => {
    const head = await db.get('sessions', row.sessionId)
    if (head === undefined || head.deletedAt !== null) return placeAlone(row)
    await stopMachine(row.sessionId)
    const seq = (await highestSeq(db, row.sessionId)) + 1
    const input: Input = { type: 'user-delete-session', partials: {}, seq, timestamp: Date.now() }
    const places = { put: [row], remove: [] }
    const made = await foldRows({ db, epoch }, row.sessionId, [input], places, { isNew: false, mustApply: false })
    if (made.folded === null) return refused(made.outcome.type)
    await tell(made.folded, {})
    return row
  }
  return (row, change) => {
    if (change?.forks) return fork(row, change)
    if (row.over) return end(row)
    return change === null ? placeAlone(row) : follow(row, change)
  }
}
