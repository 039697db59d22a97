import { lastActive } from '../../agent/head.ts'
import type { Input } from '../../agent/input.ts'
import type { State } from '../../agent/state.ts'
import { BadArchive } from './zip-reader.ts'

/** What the numbers of an imported session may not say. Each throws BadArchive. */

export const checkInput = ({ timestamp }: Input): void => checkTime(timestamp)

/** What a state says may be of a snapshot, or of rows of an older version: no input has told it. */
export function checkState({ head, queue, messages, files }: State): void {
  for (const { timestamp } of [head, ...queue, ...messages, ...files]) checkTime(timestamp)
  checkTime(head.createdAt)
  checkTime(lastActive(head))
}

/** The last moment that a calendar has, in ms. */
const LAST_TIME = 8.64e15

/** A time that no calendar has breaks whatever shows it, the list of all sessions first. */
function checkTime(at: number): void {
  if (!(at >= 0 && at <= LAST_TIME))
    throw new BadArchive('This session says that it was held at a time that no calendar has.')
}
