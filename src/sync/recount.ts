import { type Found, highestOf, isAfter, type LogState, type Position } from './log-state.ts'
import { countSame, type Row } from './segment.ts'

/**
 * A storage that was set back to a backup, or that lost confirmed writes, knows less of a log than this device, or has
 * a different log. Then the log is read again from its first slot and compared with the journal. Rows that the storage
 * has lost count as unsent: the device that has the session sends them, after its take if that is lost as well. Nothing
 * is stored until the end, so a crash only restarts the recount.
 */

const START: Position = { next: 0, previous: '', sent: 0 }

export const beginRecount = (state: LogState): LogState => ({
  ...state,
  doubt: true,
  recount: { at: START, before: null, settled: false, has: null, id: '' },
})

/** `deleted`: the log says that the session is deleted. */
export type Met = { type: 'met' | 'deleted'; state: LogState }

/** A segment was read at the position of the recount. `tail`: the journal after that position. */
export function meet(state: LogState, found: Found, tail: readonly Row[]): Met {
  const { recount, place } = state
  if (recount === null) return { type: 'met', state }
  const { at } = recount
  // it follows something that the storage has lost: all devices skip it
  if (found.previous !== at.previous) return { type: 'met', state: move(state, { at: { ...at, next: at.next + 1 } }) }
  if (!isAfter(found, at.sent)) return { type: 'met', state: { ...state, halt: 'damaged' } }
  if (found.kind === 'deleted') return { type: 'deleted', state: { ...state, recount: null } }
  // another device's segment in its place is read in the usual way
  if (countSame(found.rows, tail) < found.rows.length) return { type: 'met', state: endRecount(state) }
  const next = { next: found.next, previous: found.last, sent: found.rows.at(-1)?.seq ?? at.sent }
  const settled = recount.settled || found.id === place.pending?.id
  if (found.kind === 'rows')
    return { type: 'met', state: move(state, { at: next, settled, has: recount.has ?? found.own }) }
  const has = found.kind === 'take' && found.own
  return { type: 'met', state: move(state, { at: next, settled, has, before: has ? null : (recount.before ?? at) }) }
}

const move = (state: LogState, change: Partial<NonNullable<LogState['recount']>>): LogState =>
  state.recount === null ? state : { ...state, recount: { ...state.recount, ...change } }

/** The log ends here, or another device wrote the next segment. */
export function endRecount(state: LogState): LogState {
  const { recount, place } = state
  if (recount === null) return state
  const { pending } = place
  const owner = recount.settled && pending !== null && pending.kind !== 'rows' ? pending.kind === 'take' : place.owner
  // the loss is read in the usual way
  const at = owner && recount.before !== null ? recount.before : recount.at
  const isSamePlace = at.next === place.next && at.previous === place.previous
  const isAct = pending?.kind === 'take' || pending?.kind === 'deleted'
  const kept = isSamePlace ? pending : isAct && pending !== null ? { ...pending, to: at.sent } : null
  const open = recount.settled ? null : kept
  // the storage has lost the take, too: without it the log would have rows of a device that has not got the session
  const isUntaken = owner && !isSamePlace && recount.before === null && recount.has === false
  return {
    ...state,
    recount: null,
    doubt: true,
    wary: false,
    uploaded: null,
    checked: at.next,
    torn: false,
    place: {
      ...place,
      ...at,
      owner,
      highest: highestOf(place),
      pending: isUntaken && open === null ? { id: recount.id, kind: 'take', to: at.sent } : open,
    },
  }
}
