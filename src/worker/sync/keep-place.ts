import type { Unstamped } from '../../agent/input.ts'
import { changePlaces } from '../../storage/places.ts'
import { highestSeq } from '../../storage/restore.ts'
import type { SyncRow } from '../../storage/schema.ts'
import { type Change, firstPlace } from '../../sync/log-state.ts'
import { sessionItem } from '../session-item.ts'
import { type Folded, foldRows } from './fold-rows.ts'
import type { SessionKeeper } from './shared-session.ts'
import type { SharingPorts } from './sharing-ports.ts'

type KeepPorts = Pick<SharingPorts, 'db' | 'epoch' | 'stopMachine' | 'publish' | 'superseded'> & {
  /** This session is shared no more; the log is followed as another one; null: it is over. */
  replace: (old: string, row: SyncRow | null) => void
  placeOf: (sessionId: string) => { by: string; seen: number | null } | undefined
}

/** How a place is stored, with what another device wrote meanwhile: in one transaction, so that a crash leaves both or neither. */
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
  const tell = ({ previous, next, delta }: Folded, place?: { by: string; seen: number | null }): void => {
    const { sessionId } = next.head
    publish({ type: 'delta', sessionId, after: previous.head.seq, seq: next.head.seq, delta })
    publish({ type: 'sessions-changed', sessions: [sessionItem(next.head, '', place)] })
  }
  /** The session is another's: its machine stops, and what was written there is folded into it. */
  const follow = async (row: SyncRow, { rows, keep }: Change): Promise<SyncRow | null> => {
    await stopMachine(row.sessionId)
    if (rows.length === 0) return placeAlone(row)
    const inputs = rows.map(({ input }) => input)
    const places = { put: [row], remove: [] }
    const made = await foldRows({ db, epoch }, row.sessionId, inputs, places, { isNew: keep === 0, mustApply: true })
    if (made.folded === null) return refused(made.outcome.type)
    tell(made.folded, { by: row.by, seen: ports.placeOf(row.sessionId)?.seen ?? null })
    return row
  }
  /** What only this device has stays as a session of its own, stopped; the log is followed from its beginning as another one. */
  const fork = async (row: SyncRow): Promise<null> => {
    const { sessionId, log, by, over } = row
    await stopMachine(sessionId)
    const head = await db.get('sessions', sessionId)
    const named: Unstamped[] = [
      { type: 'user-name-session', title: `${(head?.title || 'Session').slice(0, 160)} (from this device)` },
      { type: 'user-abort', partials: {} },
    ]
    const last = await highestSeq(db, sessionId)
    const inputs = named.map((input, n) => ({ ...input, seq: last + 1 + n, timestamp: Date.now() }))
    const next = over ? null : { ...firstPlace(log, false), sessionId: crypto.randomUUID(), epoch, by }
    const places = { put: next === null ? [] : [next], remove: [sessionId] }
    const made = await foldRows({ db, epoch }, sessionId, inputs, places, { isNew: false, mustApply: false })
    if (made.folded === null) return refused(made.outcome.type)
    tell(made.folded)
    ports.replace(sessionId, next)
    return null
  }
  return (row, change) => {
    if (change?.forks) return fork(row)
    return change === null ? placeAlone(row) : follow(row, change)
  }
}
