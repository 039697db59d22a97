import { lastActive } from '../../agent/head.ts'
import type { Input } from '../../agent/input.ts'
import type { State } from '../../agent/state.ts'
import { BadArchive } from './zip-reader.ts'

/** Bounds of the numbers in an imported session. Each check throws BadArchive. */

export const checkInput = ({ timestamp }: Input): void => checkTime(timestamp)

/** Checks a state: parts of a snapshot, or of rows of an older version, come from no input. */
export function checkState({ head, queue, messages, files }: State): void {
  for (const { timestamp } of [head, ...queue, ...messages, ...files]) checkTime(timestamp)
  checkTime(head.createdAt)
  checkTime(lastActive(head))
}

/** The last moment of a calendar, in ms. */
const LAST_TIME = 8.64e15

/** A time outside of the calendar breaks everything that shows it, first of all the list of sessions. */
function checkTime(at: number): void {
  if (!(at >= 0 && at <= LAST_TIME)) throw new BadArchive('This session contains an impossible date.')
}
