import type { JournalEntry } from '../../../protocol/inspect.ts'

/** The speed of a replay. */

/** A factor of the recorded speed; 0: at once. */
export const SPEEDS = [1, 4, 16, 0] as const

/** In ms: longer pauses of the recording are cut to this. */
const LONGEST = 2000
/** "At once" shows this many states, whatever the length. */
const STATES = 300

/** How long the state after `now` is shown before the next, in ms. A clock that was set back counts as no time. */
export const waitBefore = (now: Pick<JournalEntry, 'at'>, next: Pick<JournalEntry, 'at'>, speed: number): number =>
  speed === 0 ? 0 : Math.min(Math.max(0, next.at - now.at), LONGEST) / speed

/** How many inputs one step of "at once" takes. */
export const stepsAtOnce = (inputs: number): number => Math.max(1, Math.ceil(inputs / STATES))
