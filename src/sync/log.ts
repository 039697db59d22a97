import type { Ask, Change, Found, LogEvent, LogState, Pending, Place } from './log-state.ts'
import { isSameRow, type Kind, type Row } from './segment.ts'

/**
 * One session's log on this device, pure and total. The fence is the slot: each is written once, so at most one device can append, and who
 * lost learns it at its next append. Whether a segment is ours is decided by its id alone; a profile may have been copied.
 */

/** `ask`: to be carried out after the place (and `change` with it) is stored. An event that does not apply gives the same state. */
export type Step = { state: LogState; ask: Ask | null; change: Change | null }

/** Whether the machine of this session may run and commit. */
export const mayWork = ({ place, leaving, halt }: LogState): boolean =>
  place.owner && !place.over && halt === null && !leaving && (place.pending?.kind ?? 'rows') === 'rows'

/** A run begins nothing more while so many rows are unsent: that is the most that it can lose to another device. */
const MOST_UNSENT = 500

/** Whether what runs may begin something more. What a person says is committed all the same. */
export const mayRun = (state: LogState, most = MOST_UNSENT): boolean =>
  mayWork(state) && state.committed - state.place.sent < most

/** Whether an act may begin whose start is the row `seq`: it stands in the log, and the session is still ours. */
export const mayAct = (state: LogState, seq: number): boolean => mayWork(state) && state.place.sent >= seq

/** Decides. Takes no time and no chance: both come with the event. */
export function step(state: LogState, event: LogEvent): Step {
  switch (event.type) {
    case 'committed':
      return still({ ...state, committed: Math.max(state.committed, event.seq) })
    case 'due':
      return due(state, event.id, event.most)
    case 'uploaded':
      return state.asked === 'upload'
        ? still(answered(state, { uploaded: state.place.pending?.id ?? null }))
        : still(state)
    case 'appended':
      if (state.asked !== 'append') return still(state)
      return event.outcome === 'created'
        ? advance(answered(state), event.hash)
        : still(answered(state, { doubt: true })) // it exists, or nobody knows: read it
    case 'read-first':
      return state.asked === 'read-first' ? readFirst(answered(state, { stale: false }), event.found) : still(state)
    case 'nothing-there':
      return state.asked === 'read' ? still(answered(state, { doubt: false })) : still(state)
    case 'found':
      return state.asked === 'read' ? receive(answered(state), event.found, event.tail) : still(state)
    case 'unreadable':
      // nothing is decided before it can be read
      return state.asked === null ? still(state) : still(answered(state, { halt: event.why }))
    case 'unanswered':
      return state.asked === null ? still(state) : still(answered(state, { doubt: true }))
    case 'take':
      return state.place.owner ? still(state) : want(state, 'take', event.id)
    case 'delete':
      return state.committed > state.place.sent ? still(state) : want(state, 'deleted', event.id)
    case 'leave':
      return still({
        ...state,
        leaving: state.leaving || (state.place.owner && !state.place.over && state.halt === null),
      })
    case 'detach':
      return detach(state)
    case 'withdraw':
      return still(withdraw(state))
    case 'slept':
      return still({ ...state, stale: true })
  }
}

const still = (state: LogState): Step => ({ state, ask: null, change: null })
const answered = (state: LogState, known: Partial<LogState> = {}): LogState => ({ ...state, asked: null, ...known })
const withPlace = (state: LogState, place: Partial<Place>): LogState => ({
  ...state,
  place: { ...state.place, ...place },
})
const frozen = (state: LogState, id: string, kind: Kind, to = state.place.sent): LogState =>
  withPlace(state, { pending: { id, kind, to } })

/** A person's act, which goes into the next slot. */
function want(state: LogState, kind: 'take' | 'deleted', id: string): Step {
  const { place, halt, asked } = state
  return place.over || halt !== null || place.pending !== null || asked !== null
    ? still(state)
    : still(frozen(state, id, kind))
}

function due(state: LogState, id: string, most: number): Step {
  if (state.asked !== null || state.place.over || state.halt !== null) return still(state)
  if (state.stale) return asking(state, { type: 'read-first' })
  const now = freeze(state, id, most)
  const { next, sent, previous, pending } = now.place
  if (pending === null || now.doubt) return asking(now, { type: 'read', slot: next })
  if (pending.to > sent && now.uploaded !== pending.id)
    return asking(now, { type: 'upload', after: sent, to: pending.to })
  return asking(now, { type: 'append', slot: next, previous, pending, after: sent })
}
const asking = (state: LogState, ask: Ask): Step => ({ state: { ...state, asked: ask.type }, ask, change: null })

/** What is unsent, else that it is given back; always before it is sent, and the same until it is decided. */
function freeze(state: LogState, id: string, most: number): LogState {
  const { owner, pending, sent } = state.place
  if (!owner || pending !== null) return state
  const to = Math.min(state.committed, most)
  if (to > sent) return frozen(state, id, 'rows', to)
  return state.leaving && state.committed === sent ? frozen(state, id, 'yield') : state
}

/** What was pending stands in the log. */
function advance(state: LogState, hash: string): Step {
  const { pending, next, owner, sent } = state.place
  if (pending === null) return still(state)
  const place = { pending: null, next: next + 1, previous: hash, sent: Math.max(sent, pending.to) }
  const after = withPlace({ ...state, doubt: false }, { ...place, owner: ownerAfter(pending, owner) })
  if (pending.kind === 'deleted') return end(after)
  return still(pending.kind === 'yield' ? { ...after, leaving: false } : after)
}
const ownerAfter = ({ kind }: Pending, owner: boolean): boolean => (kind === 'rows' ? owner : kind === 'take')

function receive(state: LogState, found: Found, tail: readonly Row[]): Step {
  const { place } = state
  if (found.id === place.pending?.id) return advance(state, found.hash)
  if (found.previous !== place.previous) return still({ ...state, halt: 'rewritten' })
  if (found.kind === 'deleted') return end(state)
  const { rows, last, next } = found
  let same = 0
  // a tail that the log says too is no loss
  while (same < rows.length && same < tail.length && isSameRow(rows[same] as Row, tail[same] as Row)) same++
  const keep = same === 0 ? place.sent : (rows[same - 1] as Row).seq
  const sent = rows.at(-1)?.seq ?? place.sent
  const lost = letGo(withPlace(state, { next, previous: last, sent }))
  return {
    state: { ...lost, committed: sent },
    ask: null,
    change: { keep, rows: rows.slice(same), forks: tail.length > same },
  }
}

/** The session is another's now, or nobody's. */
const letGo = (state: LogState): LogState =>
  withPlace({ ...state, doubt: false, leaving: false }, { owner: false, pending: null })

/** The session is deleted. What only this device has of it stays, for itself. */
function end(state: LogState): Step {
  const { sent } = state.place
  const over = withPlace(letGo(state), { over: true })
  const forks = state.committed > sent
  return { state: { ...over, committed: sent }, ask: null, change: forks ? { keep: sent, rows: [], forks } : null }
}

function readFirst(state: LogState, found: 'nothing' | 'deleted' | 'other'): Step {
  if (found === 'deleted') return end(state)
  return still(found === 'nothing' && state.place.next > 0 ? { ...state, halt: 'gone-back' } : state)
}

/** One that may stand in the slot is looked for first. */
const withdraw = (state: LogState): LogState =>
  state.place.pending?.kind === 'take' && state.asked === null && !state.doubt && !state.stale
    ? withPlace(state, { pending: null })
    : state

/** The session here goes on by itself, as another one. What is on its way may still arrive in the log, which is followed from here on. */
function detach(state: LogState): Step {
  const { place, committed, halt } = state
  if (!place.owner || place.over || halt !== null || committed === place.sent) return still(state)
  const left = { ...letGo(state), committed: place.sent, asked: null, doubt: true }
  return { state: left, ask: null, change: { keep: place.sent, rows: [], forks: true, chosen: true } }
}
