import {
  type Ask,
  type Change,
  type Found,
  highestOf,
  isAfter,
  type LogEvent,
  type LogState,
  type Pending,
  type Place,
} from './log-state.ts'
import { beginRecount, endRecount, type Met, meet } from './recount.ts'
import { countSame, type Kind, type Row } from './segment.ts'

/**
 * One session's log on this device, pure and total. The fence is the slot: each is written once, so at most one device
 * can append, and who lost learns it at its next append. Whether a segment is ours is decided by its id alone; a
 * profile may have been copied.
 */

/**
 * `ask`: the request to send after the place (and `change` with it) is stored. An event that does not apply returns the
 * same state.
 */
export type Step = { state: LogState; ask: Ask | null; change: Change | null }

/** The log makes no requests and no decisions. In an emptied storage no other device can own the session. */
const isStuck = ({ place, halt }: LogState): boolean => place.over || (halt !== null && halt !== 'emptied')

/** A pending take does not end ownership: an owner repeats a take that the storage has lost. */
const isEnding = ({ pending }: Place): boolean => pending?.kind === 'yield' || pending?.kind === 'deleted'

/** Whether the machine of this session may run and commit. */
export const mayWork = (state: LogState): boolean =>
  state.place.owner && !isStuck(state) && !state.leaving && !isEnding(state.place)

/** A run starts nothing more while this many rows are unsent: the most that it can lose to another device. */
const MOST_UNSENT = 500

/** Whether running work may start something new. A person's input is committed in any case. */
export const mayRun = (state: LogState, most = MOST_UNSENT): boolean =>
  mayWork(state) && state.committed - state.place.sent < most

/** Whether an act may start whose start is the row `seq`: the log has that row, and the session is still ours. */
export const mayAct = (state: LogState, seq: number): boolean => mayWork(state) && state.place.sent >= seq

/** The transition. It reads no clock and draws nothing at random: both come with the event. */
export function step(state: LogState, event: LogEvent): Step {
  switch (event.type) {
    case 'committed':
      return still({ ...state, committed: Math.max(state.committed, event.seq) })
    case 'due':
      return due(state, event)
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
    case 'checked':
      if (state.asked !== 'check') return still(state)
      return still(
        event.isWhole ? answered(state, { checked: state.place.next, torn: false }) : beginRecount(answered(state)),
      )
    case 'nothing-there':
      if (state.asked === 'reread') return still(endRecount(answered(state)))
      return state.asked === 'read' ? still(answered(state, { doubt: false })) : still(state)
    case 'found':
      if (state.asked === 'reread') return met(meet(answered(state), event.found, event.tail))
      return state.asked === 'read' ? receive(answered(state), event.found, event.tail) : still(state)
    case 'unreadable':
      // nothing is decided until it can be read
      return state.asked === null ? still(state) : still(answered(state, { halt: event.why }))
    case 'unanswered':
      return state.asked === null ? still(state) : still(answered(state, { doubt: true }))
    case 'take':
      return state.place.owner ? still(state) : want(state, 'take', event.id)
    case 'delete':
      return state.committed > state.place.sent ? still(state) : want(state, 'deleted', event.id)
    case 'leave':
      return still({ ...state, leaving: state.leaving || (state.place.owner && !isStuck(state)) })
    case 'detach':
      return detach(state)
    case 'withdraw':
      return still(withdraw(state))
    case 'slept':
      return still({ ...state, stale: true })
    case 'distrust':
      return still(distrust(state))
    case 'conflict':
      return still(state.asked === null && !isStuck(state) && state.halt === null ? beginRecount(state) : state)
    case 'share-again':
      return still(shareAgain(state))
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

/** A person's act, to be written to the next slot. */
function want(state: LogState, kind: 'take' | 'deleted', id: string): Step {
  const { place, halt, asked } = state
  return place.over || halt !== null || place.pending !== null || asked !== null
    ? still(state)
    : still(frozen(state, id, kind))
}

function due(state: LogState, { id, most, calm }: Extract<LogEvent, { type: 'due' }>): Step {
  if (state.asked !== null || state.place.over || state.halt !== null) return still(state)
  if (state.stale) return asking(state, { type: 'read-first', last: state.wary && state.place.next > 0 })
  if (state.recount !== null) {
    const { next, sent } = state.recount.at
    return asking({ ...state, recount: { ...state.recount, id } }, { type: 'reread', slot: next, after: sent })
  }
  const now = freeze(state, id, most)
  const { next, sent, previous, pending } = now.place
  if (pending === null && !now.doubt && (calm || now.torn) && isUnchecked(now))
    return asking(now, { type: 'check', from: Math.min(now.checked, Math.max(0, next - RELISTED)), to: next })
  if (pending === null || now.doubt) return asking(now, { type: 'read', slot: next })
  if (pending.to > sent && now.uploaded !== pending.id)
    return asking(now, { type: 'upload', after: sent, to: pending.to })
  return asking(now, { type: 'append', slot: next, previous, pending, after: sent })
}
/** The last slots are listed with the new ones: a storage that was set back a moment ago has lost these. */
const RELISTED = 100
/** Writes that the storage confirmed have not been listed yet. */
export const isUnchecked = ({ place: { owner, next }, checked }: LogState): boolean => owner && checked < next

const asking = (state: LogState, ask: Ask): Step => ({ state: { ...state, asked: ask.type }, ask, change: null })

/**
 * Freezes the unsent rows, otherwise the release of the session; always before sending, and unchanged until it is
 * decided.
 */
function freeze(state: LogState, id: string, most: number): LogState {
  const { owner, pending, sent } = state.place
  if (!owner || pending !== null) return state
  const to = Math.min(state.committed, most)
  if (to > sent) return frozen(state, id, 'rows', to)
  return state.leaving && state.committed === sent ? frozen(state, id, 'yield') : state
}

/** The pending segment is in the log. */
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
  // either the log is a different one now, or the segment follows something that the storage has lost
  if (found.previous !== place.previous) return still(beginRecount(state))
  if (!isAfter(found, place.sent)) return still({ ...state, halt: 'damaged' })
  if (found.kind === 'deleted') return end(state)
  const { rows, last, next } = found
  // a tail that the log has, too, is no loss
  const same = countSame(rows, tail)
  const sent = rows.at(-1)?.seq ?? place.sent
  const compared = tail.at(-1)?.seq ?? place.sent
  const lost = letGo(withPlace(state, { next, previous: last, sent, highest: place.highest }))
  // rows that were in the log once may be sent again
  const mayFollow = rows.length === same && compared <= highestOf(place)
  if (tail.length > same && mayFollow) {
    const change = place.owner ? { keep: compared, rows: [], forks: false, compared } : null
    return { state: { ...lost, committed: compared }, ask: null, change }
  }
  const keep = same === 0 ? place.sent : (rows[same - 1] as Row).seq
  return {
    state: { ...lost, committed: sent },
    ask: null,
    change: { keep, rows: rows.slice(same), forks: tail.length > same, compared },
  }
}

const met = (result: Met): Step => (result.type === 'deleted' ? end(result.state) : still(result.state))

/** The session belongs to another device now, or to none. */
const letGo = (state: LogState): LogState =>
  withPlace({ ...state, doubt: false, leaving: false }, { owner: false, pending: null })

/** The session is deleted. Rows that only this device has stay here. */
function end(state: LogState): Step {
  const { sent } = state.place
  const over = withPlace(letGo(state), { over: true })
  const forks = state.committed > highestOf(state.place)
  const change = forks ? { keep: sent, rows: [], forks, compared: state.committed } : null
  return { state: { ...over, committed: sent }, ask: null, change }
}

function readFirst(state: LogState, found: Extract<LogEvent, { type: 'read-first' }>['found']): Step {
  if (found === 'deleted') return end(state)
  const { next, emptied } = state.place
  // the storage was replaced by a backup
  if (found === 'other' && emptied) return still(beginRecount(withPlace(state, { emptied: undefined })))
  if (next === 0 || found === 'other') return still({ ...state, wary: false })
  return still(found === 'less' ? beginRecount(state) : withPlace({ ...state, halt: 'emptied' }, { emptied: true }))
}

/** Starts from the first slot if the storage was emptied, else compares the log with the journal. */
function shareAgain(state: LogState): LogState {
  if (state.halt !== 'emptied') return distrust(state)
  const start = { next: 0, previous: '', sent: 0, highest: highestOf(state.place) }
  const place = { ...start, emptied: undefined, pending: null }
  return withPlace({ ...state, halt: null, doubt: true, uploaded: null, checked: 0, recount: null }, place)
}

/** Reads the log again before anything is written. */
const distrust = (state: LogState): LogState => ({
  ...state,
  ...{ doubt: true, stale: true, wary: true, checked: 0, torn: true },
})

/** Looks first for a segment of ours that may be in the slot. */
const withdraw = (state: LogState): LogState =>
  state.place.pending?.kind === 'take' && !state.place.owner && state.asked === null && !state.doubt && !state.stale
    ? withPlace(state, { pending: null })
    : state

/**
 * The session continues here as a different one. A segment on its way may still arrive in the log, which is followed
 * from here on.
 */
function detach(state: LogState): Step {
  const { place, committed } = state
  if (!place.owner || isStuck(state) || committed === place.sent) return still(state)
  const left = { ...letGo(state), committed: place.sent, asked: null, doubt: true }
  const change = { keep: place.sent, rows: [], forks: true, compared: committed, chosen: true }
  return { state: left, ask: null, change }
}
