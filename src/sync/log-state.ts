import type { Kind, Row } from './segment.ts'

/** What this device wants in slot `next`, frozen: the rows after `sent` up to `to`. Rows of a journal never change, so they are not copied. */
export type Pending = { id: string; kind: Kind; to: number }

/**
 * A session's place in its log, as one row of the database. `next`: the slot after the last that is known; `previous`: the hash of the segment
 * before it, '' at the beginning; `sent`: rows of the journal up to this seq stand in the log. `over`: the session was deleted.
 */
export type Place = {
  log: string
  next: number
  previous: string
  sent: number
  owner: boolean
  over: boolean
  pending: Pending | null
}

/**
 * Why nothing goes on. `newer`: the next segment was written by a newer version. `rewritten`: it does not follow from the one before it.
 * `damaged`: it cannot be opened. `gone-back`: the storage knows less than this device.
 */
export type Halt = 'newer' | 'rewritten' | 'damaged' | 'gone-back'

/**
 * The place, and what one life of the worker knows besides. `committed`: the last seq of the journal. `asked`: the one request under way.
 * `doubt`: the slot is read before it is written. `stale`: slot 0 is read before anything. `leaving`: another device wishes to go on.
 * `uploaded`: the pending segment whose blobs are up.
 */
export type LogState = {
  place: Place
  committed: number
  asked: Ask['type'] | null
  doubt: boolean
  stale: boolean
  leaving: boolean
  halt: Halt | null
  uploaded: string | null
}

/** The one thing to ask of the storage next. `after`, `to`: rows of the journal. */
export type Ask =
  | { type: 'upload'; after: number; to: number }
  | { type: 'append'; slot: number; previous: string; pending: Pending; after: number }
  | { type: 'read'; slot: number }
  | { type: 'read-first' }

/**
 * A segment that was read, or a stretch of several. `rows`: those after `sent`; it goes up to slot `next`, and `last` is the hash of the
 * segment before that.
 */
export type Found = {
  id: string
  kind: Kind
  hash: string
  previous: string
  rows: readonly Row[]
  next: number
  last: string
}

/**
 * What happens to the journal, in one transaction with the place: rows up to `keep` stay, `rows` follow them. `forks`: there were others.
 * `chosen`: a person let them go their own way.
 */
export type Change = { keep: number; rows: readonly Row[]; forks: boolean; chosen?: boolean }

export type LogEvent =
  | { type: 'committed'; seq: number }
  /** It is time to send and to look. `id` is drawn at random, in case something is frozen now: at most the rows up to `most`. */
  | { type: 'due'; id: string; most: number }
  /** The answers to what was asked; `unanswered`: none came in time, and what was sent may still arrive. */
  | { type: 'uploaded' }
  | { type: 'appended'; outcome: 'created' | 'exists' | 'doubt'; hash: string }
  | { type: 'read-first'; found: 'nothing' | 'deleted' | 'other' }
  | { type: 'nothing-there' }
  /** `tail`: the journal after `sent`, as the log would say it. */
  | { type: 'found'; found: Found; tail: readonly Row[] }
  | { type: 'unreadable'; why: 'newer' | 'damaged' }
  | { type: 'unanswered' }
  /** Acts of a person here: to go on with the session here, to delete it, to go on without the log. */
  | { type: 'take'; id: string }
  | { type: 'delete'; id: string }
  | { type: 'detach' }
  /** A take that nobody answered is so old that its person may have gone on elsewhere. */
  | { type: 'withdraw' }
  /** Another device wishes to go on with it. */
  | { type: 'leave' }
  /** So much time went by that a deleted session may have left the storage. */
  | { type: 'slept' }

/** How a life begins: it knows nothing but its place. */
export const beginLife = (place: Place, committed: number): LogState => ({
  place,
  committed,
  asked: null,
  doubt: true,
  stale: true,
  leaving: false,
  halt: null,
  uploaded: null,
})

/** The place of a session that begins here, or (`owner` false) is followed from its beginning. */
export const firstPlace = (log: string, owner: boolean): Place => ({
  log,
  next: 0,
  previous: '',
  sent: 0,
  owner,
  over: false,
  pending: null,
})
