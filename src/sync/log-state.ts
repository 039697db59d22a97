import type { Kind, Row } from './segment.ts'

/**
 * The frozen content that this device wants to write to slot `next`: the rows after `sent` up to `to`. Rows of a
 * journal never change, so they are not copied.
 */
export type Pending = { id: string; kind: Kind; to: number }

/**
 * A session's place in its log, as one row of the database. `next`: the slot after the last that is known; `previous`:
 * the hash of the segment before it, '' at the beginning; `sent`: rows of the journal up to this seq are in the log.
 * `highest`: the highest `sent` ever; more than `sent` if the storage has lost something since. `emptied`: everything
 * in the storage was gone, and no person shared this session again. `over`: the session was deleted.
 */
export type Place = {
  log: string
  next: number
  previous: string
  sent: number
  highest?: number | undefined
  emptied?: boolean | undefined
  owner: boolean
  over: boolean
  pending: Pending | null
}

/**
 * Why nothing is sent or read. `newer`: the next segment was written by a newer version. `damaged`: it cannot be
 * opened. `emptied`: everything in the storage is gone, perhaps because a person deleted it, so only a person shares it
 * again.
 */
export type Halt = 'newer' | 'damaged' | 'emptied'

/**
 * The log is read once more from its first slot, since the storage knows less than this device or something else. `at`:
 * the position reached. `before`: the position before the segment by which this device has lost the session; null:
 * there is none. `settled`: the pending segment was met. `has`: the segments so far say that this device has the
 * session; null: there are none. `id`: drawn at random, for a take that is written again.
 */
type Recount = { at: Position; before: Position | null; settled: boolean; has: boolean | null; id: string }
export type Position = { next: number; previous: string; sent: number }

/**
 * The place, and what this worker has learned since it started. `committed`: the last seq of the journal. `asked`: the
 * request under way; there is never more than one. `doubt`: read the slot before writing it. `stale`: read slot 0
 * before anything else. `wary`: also read the last known slot. `leaving`: another device wants to take over.
 * `uploaded`: the pending segment whose blobs are uploaded. `checked`: the storage has listed the slots below this one.
 * `torn`: one of these may be missing, so they are listed even during a run.
 */
export type LogState = {
  place: Place
  committed: number
  asked: Ask['type'] | null
  doubt: boolean
  stale: boolean
  wary: boolean
  leaving: boolean
  halt: Halt | null
  uploaded: string | null
  checked: number
  torn: boolean
  recount: Recount | null
}

/** The next request to the storage, if any. `after`, `to`: rows of the journal. */
export type Ask =
  | { type: 'upload'; after: number; to: number }
  | { type: 'append'; slot: number; previous: string; pending: Pending; after: number }
  | { type: 'read'; slot: number }
  /** `last`: whether the slot before the next must exist, too. */
  | { type: 'read-first'; last: boolean }
  /** For a recount. `after`: the rows that were compared. */
  | { type: 'reread'; slot: number; after: number }
  /** Whether all slots of this range exist. */
  | { type: 'check'; from: number; to: number }

/**
 * A segment that was read, or a stretch of several. `rows`: those after `sent`, unless it follows from something that
 * the storage has lost; it goes up to slot `next`, and `last` is the hash of the segment before that. `own`: this
 * device wrote it.
 */
export type Found = {
  id: string
  own: boolean
  kind: Kind
  hash: string
  previous: string
  rows: readonly Row[]
  next: number
  last: string
}

/**
 * What happens to the journal, in one transaction with the place: rows up to `keep` stay, `rows` follow them. `forks`:
 * there were others. `compared`: the last row that was compared; if the journal is longer now, nothing may be stored.
 * `chosen`: a person let the others go their own way.
 */
export type Change = { keep: number; rows: readonly Row[]; forks: boolean; compared: number; chosen?: boolean }

export type LogEvent =
  | { type: 'committed'; seq: number }
  /**
   * It is time to send and to look. `id` is drawn at random, in case something is frozen now: at most the rows up to
   * `most`. `calm`: nothing runs, so there is time to check.
   */
  | { type: 'due'; id: string; most: number; calm?: boolean }
  /** The answers to requests; `unanswered`: none came in time, and the request may still arrive. */
  | { type: 'uploaded' }
  | { type: 'appended'; outcome: 'created' | 'exists' | 'doubt'; hash: string }
  /** `less`: the log exists, without its last known slot. `emptied`: nothing of these devices exists. */
  | { type: 'read-first'; found: 'nothing' | 'less' | 'emptied' | 'deleted' | 'other' }
  | { type: 'checked'; isWhole: boolean }
  | { type: 'nothing-there' }
  /** `tail`: the journal after `sent`, in the form of the log. */
  | { type: 'found'; found: Found; tail: readonly Row[] }
  | { type: 'unreadable'; why: 'newer' | 'damaged' }
  | { type: 'unanswered' }
  /** Acts of a person here: continue the session here, delete it, continue without the log. */
  | { type: 'take'; id: string }
  | { type: 'delete'; id: string }
  | { type: 'detach' }
  /** A take without an answer is so old that its person may have continued elsewhere. */
  | { type: 'withdraw' }
  /** Another device wants to continue the session. */
  | { type: 'leave' }
  /** Enough time has passed that a deleted session may have left the storage. */
  | { type: 'slept' }
  /** A contradiction was noticed: the storage may know less than this device. */
  | { type: 'distrust' }
  /** Another device claims to have the session, which this device believes to have. */
  | { type: 'conflict' }
  /** A person shares again what the storage has lost. */
  | { type: 'share-again' }

/** The initial state of a worker: only the place is known. */
export const beginLife = (place: Place, committed: number): LogState => ({
  place,
  committed,
  asked: null,
  doubt: true,
  stale: true,
  wary: place.owner,
  leaving: false,
  halt: null,
  uploaded: null,
  checked: 0,
  torn: false,
  recount: null,
})

/** Whether its rows begin after `sent`, as they do in every segment that follows its predecessor. */
export const isAfter = ({ rows }: Found, sent: number): boolean => (rows[0]?.seq ?? sent + 1) > sent

/** The highest row of the journal that, to this device's knowledge, was ever in the log. */
export const highestOf = ({ sent, highest = 0 }: Place): number => Math.max(sent, highest)

/** The rows that were in the log, and that the storage has lost. */
export const hasLost = (place: Place): boolean => highestOf(place) > place.sent

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
