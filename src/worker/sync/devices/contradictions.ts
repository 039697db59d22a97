import { SAY_SELDOM } from './next-note.ts'

/**
 * Notes of other devices that contradict this device's log. A note may only be late: a device tells its position every
 * `SAY_SELDOM` ticks, so a contradiction counts once it has lasted longer than two of these periods. It must also be
 * met in several rounds: on a busy machine time passes while this device has not read its log yet.
 */
export type Contradictions = {
  /** Whether it counts now: once for each `mark`, which names what the two say. */
  lasts: (about: string, mark: string) => boolean
  ended: (about: string) => void
}

/** After the first. */
const ROUNDS = 3

export function makeContradictions(tickMs: number): Contradictions {
  const met = new Map<string, { mark: string; since: number; rounds: number }>()
  return {
    lasts: (about, mark) => {
      const now = Date.now()
      const before = met.get(about)
      if (before?.mark !== mark) {
        met.set(about, { mark, since: now, rounds: 0 })
        return false
      }
      before.rounds++
      if (before.rounds < ROUNDS || now - before.since <= 2 * SAY_SELDOM * tickMs) return false
      before.since = Number.POSITIVE_INFINITY
      return true
    },
    ended: (about) => void met.delete(about),
  }
}
