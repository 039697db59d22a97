/**
 * Executable specification of the log that devices share: the oracle of the lockstep run, never part of the product.
 * Three devices, one session, one storage whose only guarded operation is create-only. The log is one object per slot,
 * each slot written once: that is the fence.
 */

/** Rules that a run can break on purpose: a law must then fail. */
export const RULES = {
  overwrite: 'append with a plain PUT instead of create-only',
  'act-unpublished': 'run a once act before its start stands in the log',
  'rerun-started': 'run a started once act again after a crash or a take',
  'own-by-device': 'take a segment for ours because it carries our device id',
  'fork-all': 'fork local rows without looking whether the log says the same',
  'believe-timeout': 'count an append without an answer as written',
  'drop-tail': 'throw away local rows that lost',
  'delete-slots': 'segments that a stretch holds are deleted',
  'gather-unsent': 'a stretch is made of all that its device has, not of what stands in the log',
  'key-by-place': 'idempotency key made of the place of the call in its session, not drawn at random',
  'late-lost': 'throw away what an act gave after its owner had lost',
  'settle-again': 'settle an unknown outcome by a late result without looking whether it is settled',
  'send-blindly': 'say again what a device alone had, without looking whether it was said',
  'no-tombstone': 'append after a long time without looking into slot 0',
  'skip-newer': 'step over a segment of a newer version',
  'yield-and-go-on': 'go on writing after having yielded',
  'blobs-after': 'send the blobs of a segment after it',
  'no-bound': 'a run goes on however much is unsent',
}
export type Rule = keyof typeof RULES

/** A run waits while this many rows are unsent; a person's messages may still be committed. */
export const MOST_UNSENT = 5

/**
 * `call`: what really happens; the product sees `key`. `once`: must not repeat; otherwise idempotent by its key.
 * `blob`: bytes that the row names. `again`: the message of a fork that this row repeats.
 */
export type Row = {
  uid: number
  kind: 'user' | 'answer' | 'start' | 'end' | 'unknown' | 'settled'
  call?: number
  key?: string
  once?: boolean
  blob?: number
  again?: number
}
type Kind = 'rows' | 'take' | 'yield' | 'deleted'
export type Segment = { id: number; by: number; version: number; kind: Kind; rows: readonly Row[] }
/** Several segments in one extra object: from `first` to `last`, the segment before slot `next`. */
export type Stretch = { first: number; last: number; next: number; version: number; rows: readonly Row[] }
/**
 * Rows that only one device has: from `from` on. `chosen`: by the person, and a copy of the profile may still send the
 * same rows.
 */
type Fork = { rows: Row[]; from: number; chosen: boolean }
/**
 * State that survives a crash. `next`: the slot after the last known one; `sent`: number of journal rows that are in
 * the log; `pending`: the frozen segment for slot `next`.
 */
export type Disk = {
  device: number
  journal: Row[]
  next: number
  sent: number
  owner: boolean
  over: boolean
  pending: Segment | null
  forks: Fork[]
}
export type Ask = 'create' | 'read' | 'upload' | 'tombstone'
export type Request = {
  from: number
  life: number
  ask: Ask
  slot: number
  segment: Segment | null
  result?: 'ok' | 'exists' | 'none' | 'error' | Segment
}
/**
 * `started`, `acted`: calls since this worker started. `doubt`: read the slot before writing to it. `stale`: read slot
 * 0 before anything else. `newer`: the next segment has an unknown version. `leaving`: another device wants to take
 * over. `uploaded`: the pending segment whose blobs are uploaded.
 */
export type Device = {
  n: number
  disk: Disk
  old: Disk
  version: number
  awake: boolean
  life: number
  request: Request | null
  doubt: boolean
  stale: boolean
  newer: boolean
  leaving: boolean
  uploaded: number
  started: Set<number>
  acted: Set<number>
}

/** Events of a device, for its followers. `again`: it starts with this disk. */
export type Told =
  | { type: 'committed'; row: Row }
  | { type: 'tick'; id: number }
  | { type: 'unanswered' }
  | { type: 'answered'; request: Request; covers: Covered | null }
  | { type: 'take' | 'delete'; id: number }
  | { type: 'leave' }
  | { type: 'detach' }
  | { type: 'withdraw' }
  | { type: 'aged' }
  | { type: 'restarted' }
  | { type: 'kept' }
  | { type: 'replaced'; by: 'old' | number }
/** What was read: all rows up to slot `next`, and id and version of the segment before that. */
export type Covered = { rows: readonly Row[]; next: number; last: number; version: number }

export class Broken extends Error {}
export const law = (holds: boolean, text: string): void => {
  if (!holds) throw new Broken(text)
}
