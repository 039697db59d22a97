import type { Recurring } from '../../settings/recurring.ts'
import { nextTime } from './times.ts'

/** Missed times that are counted one by one. */
const MOST_COUNTED = 1000
/** In ms: done further ahead than this, the clock was wrong when it was done. A change of zone or season is less. */
const FUTURE = 26 * 3_600_000

/**
 * What is to be done for a recurring task. `run`: once, for `count` times, of which `first` is the earliest; afterwards
 * everything up to `doneUpTo` is done. `set-back`: the clock was wrong, nothing is run, and it counts from now. null:
 * nothing. A clock that is set back by less than a day does not run it twice: `doneUpTo` only grows.
 */
export type Due =
  | { type: 'run'; first: number; count: number; doneUpTo: number }
  | { type: 'set-back'; doneUpTo: number }
  | null

export function dueNow(
  { times, on, doneUpTo }: Pick<Recurring, 'times' | 'on' | 'doneUpTo'>,
  now: number,
  zone?: string,
): Due {
  if (!on) return null
  if (doneUpTo - now > FUTURE) return { type: 'set-back', doneUpTo: now }
  const first = nextTime(times, doneUpTo, zone)
  if (first === null || first > now) return null
  let count = 1
  for (let last = first; count < MOST_COUNTED; count++) {
    const next = nextTime(times, last, zone)
    if (next === null || next > now) break
    last = next
  }
  return { type: 'run', first, count, doneUpTo: now }
}

/** The message of a run: the task, and what was missed, once. */
export function wordsOfRun(task: string, { first, count }: { first: number; count: number }): string {
  const missed = count >= MOST_COUNTED ? `${MOST_COUNTED} times or more` : `${count} times`
  const since = new Date(first).toISOString().slice(0, 16).replace('T', ' ')
  const told = count === 1 ? '' : `\n\n(It was due ${missed} since ${since} UTC. This one run is for all of them.)`
  return `${task}${told}`
}
