import { SAY_SELDOM } from './next-note.ts'

/**
 * What other devices say of a log that contradicts this one. A note may only be late: a device says how far it is every
 * `SAY_SELDOM` ticks, so a contradiction counts when it has lasted for more than two of these. It must be met in several
 * rounds, too: on a busy machine time passes while this device has not read its log yet.
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
