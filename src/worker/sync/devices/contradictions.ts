import { SAY_SELDOM } from './next-note.ts'

/**
 * What other devices say of a log that contradicts this one. A note may only be late: a device says how far it is every
 * `SAY_SELDOM` ticks, so a contradiction counts when it has lasted for more than two of these.
 */
export type Contradictions = {
  /** Whether it counts now: once for each `mark`, which names what the two say. */
  lasts: (about: string, mark: string) => boolean
  ended: (about: string) => void
}

export function makeContradictions(tickMs: number): Contradictions {
  const met = new Map<string, { mark: string; since: number }>()
  return {
    lasts: (about, mark) => {
      const now = Date.now()
      const before = met.get(about)
      if (before?.mark !== mark) met.set(about, { mark, since: now })
      else if (now - before.since > 2 * SAY_SELDOM * tickMs) {
        met.set(about, { mark, since: Number.POSITIVE_INFINITY })
        return true
      }
      return false
    },
    ended: (about) => void met.delete(about),
  }
}
