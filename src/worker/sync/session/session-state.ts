import type { Apart, SyncRow } from '../../../storage/schema.ts'
import { mayRun, mayWork } from '../../../sync/log.ts'
import { type Ask, beginLife, type Change, type Halt, hasLost, type LogState } from '../../../sync/log-state.ts'
import type { Work } from './work-of.ts'

/**
 * The state of one shared session on this device. The log decides who owns it (`src/sync/log.ts`); this is the work in
 * progress. Pure: `session-transition.ts` moves it, `session-effects.ts` carries out its effects.
 */

/** Stored with the place of the log. */
type Kept = {
  /** The device that has it. */
  by: string
  apart: Apart[] | undefined
  overAt: number | undefined
  swept: boolean | undefined
  /** Its person shares it no more. */
  left: boolean
  takenAt: number | undefined
}

/** An act of a person or of this device. `n` numbers the acts, so that the caller learns when its act has ended. */
export type Act = { n: number } & (
  | { type: 'take' | 'delete'; id: string }
  | { type: 'detach' | 'share-again' | 'leave' | 'sweep' }
  | { type: 'part'; left: boolean }
  | { type: 'settle'; copy: string }
  | { type: 'name'; device: string; name: string }
)

/** The end of an act. `kept`: its result is stored. `changes`: it changed the journal of this session. */
export type Ended = { n: number; kept: boolean; changes: boolean }

/** Known to this life of the worker only. All times are wall time, ms. */
export type Live = {
  /** The device that wrote the last segment read; null: none was read. */
  writer: string | null
  /** The last segment gave it back: no device has it. */
  free: boolean
  work: Work
  /** When something was committed last. */
  movedAt: number
  /** When it was learned which device has it. */
  since: number
  /** When the end of the log was read last, and when a device was found to have just written to it. */
  endAt: number
  seenAt: number
  /** Until this time another device is expected to take the session. */
  freeUntil: number
  /** When the storage was heard last. */
  heardAt: number
  /** Until this time another device asks for the session. */
  wishedUntil: number
  /** An act waits for the log to have the journal up to this seq. */
  awaited: number
  acts: readonly Act[]
  ended: readonly Ended[]
  /** When the storage is looked at next. */
  wakeAt: number | null
  /** Requests in a row without an answer. */
  failures: number
  /** Something was met that cannot be read. */
  unreadableAt: number | null
  /** So much time may have gone by that slot 0 has to be read again; or something was heard that does not fit. */
  slept: boolean
  wary: boolean
  /** Another device says that it has the session. */
  conflict: boolean
  /** Distinguishes the effects of one state from those of the next. */
  turn: number
  /** Counts changes of the owner, and of whether the session can continue. */
  changes: number
}

export type Known = { log: LogState; kept: Kept; live: Live }

/** What follows when something is stored. `failed`: `wait` ms are to pass. */
export type Then =
  | { type: 'ask'; ask: Ask }
  | { type: 'go-on' | 'rest' }
  | { type: 'failed'; wait: number | undefined }
  | { type: 'unreadable' }

export type SessionState =
  /** Nothing is under way. */
  | ({ type: 'resting' } & Known)
  /** How much goes into the next segment is looked up. */
  | ({ type: 'measuring' } & Known)
  /**
   * A decision is being stored. Afterwards it counts, or a new decision is made. `choice`: whether to share it, chosen
   * by a person.
   */
  | ({
      type: 'storing'
      next: Pick<Known, 'log' | 'kept'>
      change: Change | null
      choice: boolean | null
      act: number | null
      then: Then
    } & Known)
  /** One request to the storage is under way. */
  | ({ type: 'asking'; ask: Ask } & Known)
  /** Its machine stops, so that nothing more is committed before it is given back. */
  | ({ type: 'letting-go' } & Known)

export const beginSession = (row: SyncRow, committed: number, now: number): SessionState => {
  const { log, next, previous, sent, highest, emptied, owner, over, pending } = row
  const { by, apart, overAt = over ? now : undefined, swept, left = false, takenAt } = row
  const place = { log, next, previous, sent, highest, emptied, owner, over, pending }
  return {
    type: 'resting',
    log: beginLife(place, committed),
    kept: { by, apart, overAt, swept, left, takenAt },
    live: {
      ...{ writer: null, free: false, work: { busy: false, waits: false, begins: false } },
      ...{
        movedAt: now,
        heardAt: now,
        since: 0,
        endAt: 0,
        seenAt: 0,
        freeUntil: 0,
        wishedUntil: 0,
        awaited: 0,
        acts: [],
        ended: [],
        wakeAt: null,
        failures: 0,
      },
      ...{ unreadableAt: null, slept: false, wary: false, conflict: false, turn: 0, changes: 0 },
    },
  }
}

/** The stored row. */
export function rowOf(
  { log, kept }: Pick<Known, 'log' | 'kept'>,
  names: { sessionId: string; epoch: number },
): SyncRow {
  const { place } = log
  const { highest, emptied, ...rest } = place
  const { by, apart, overAt, swept, left, takenAt } = kept
  return {
    ...rest,
    ...(hasLost(place) && { highest }),
    ...(emptied && { emptied }),
    ...names,
    by: place.owner ? '' : by,
    ...{ apart, overAt, swept },
    ...(left && { left }),
    ...(place.pending?.kind === 'take' && { takenAt }),
  }
}

/**
 * Who owns a session, for the page. `lost`: the storage lost a part of it; `emptied`: the storage has nothing of these
 * devices.
 */
export type Standing =
  | { type: 'here' | 'leaving' | 'alone' | 'over' }
  | { type: 'lost' | 'emptied'; owner: boolean }
  | { type: 'halted'; why: Exclude<Halt, 'emptied'> }
  | { type: 'elsewhere'; by: string; free: boolean }

export function standingOf({ log: { place, halt, leaving, recount }, kept, live }: Known): Standing {
  if (kept.left) return { type: 'alone' }
  if (place.over) return { type: 'over' }
  if (halt === 'emptied') return { type: 'emptied', owner: place.owner }
  if (halt !== null) return { type: 'halted', why: halt }
  if (leaving) return { type: 'leaving' }
  if (hasLost(place) || recount !== null) return { type: 'lost', owner: place.owner }
  return place.owner ? { type: 'here' } : { type: 'elsewhere', by: kept.by, free: live.free }
}

/** When the owner was last seen; anything before it became the owner does not count. `heard`: by its note. */
export function seenOf({ live }: Known, heard: number | null): number | null {
  const known = heard !== null && heard >= live.since ? heard : 0
  return Math.max(known, live.seenAt) || null
}

/** Whether rows of this session are not in the log yet. */
export const isUnsent = ({ log: { place, committed }, kept }: Known): boolean =>
  !kept.left && !place.over && place.owner && (place.pending !== null || committed > place.sent)

export const worksHere = ({ log, kept }: Known): boolean => kept.left || mayWork(log)

/**
 * Whether the session belongs to this device alone: it is no longer shared, or it was deleted on the other devices and
 * can only be restored here.
 */
export const isAlone = ({ log, kept }: Known): boolean => kept.left || log.place.over

/** Whether so many rows are unsent that a run must not start anything new. */
export const isFull = (known: Known, mostUnsent: number | undefined): boolean =>
  !isAlone(known) && mayWork(known.log) && !mayRun(known.log, mostUnsent)
