import type { JournalEntry } from '../../../protocol/inspect-view.ts'

/** How a replay goes on by itself. */

/** Times the speed at which it was recorded; 0: at once. */
export const SPEEDS = [1, 4, 16, 0] as const

/** A night in which nothing happened is not waited for, in ms. */
const LONGEST = 2000
/** "At once" passes so many states by, whatever the length. */
const STATES = 300

/** How long the state after `now` is shown before the next one, in ms. Clocks that were set back count as no time. */
export const waitBefore = (now: Pick<JournalEntry, 'at'>, next: Pick<JournalEntry, 'at'>, speed: number): number =>
  speed === 0 ? 0 : Math.min(Math.max(0, next.at - now.at), LONGEST) / speed

/** How many inputs one step of "at once" takes. */
export const stepsAtOnce = (inputs: number): number => Math.max(1, Math.ceil(inputs / STATES))
