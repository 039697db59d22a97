import { createSignal } from 'solid-js'
import { messageOf } from './message-of.ts'

export type Outcome = { ok: boolean; message: string }

export type Work<Found extends Outcome = Outcome> = {
  outcome: () => Found | Outcome | null
  busy: () => boolean
  /** Words for what is under way; null: nothing is. */
  doing: () => string | null
  say: (outcome: Found | null) => void
  /**
   * Gives the outcome as well. While something else is under way `act` is not done, and null is given. `tell` changes
   * the words.
   */
  run: (
    act: (tell: (words: string) => void) => Promise<Found | null>,
    words?: string,
  ) => Promise<Found | Outcome | null>
}

/**
 * One thing at a time, with its outcome in words; what is thrown is an outcome too. `Found`: what is known of one
 * beside its words.
 */
export function createWork<Found extends Outcome = Outcome>(): Work<Found> {
  const [outcome, setOutcome] = createSignal<Found | Outcome | null>(null)
  const [doing, setDoing] = createSignal<string | null>(null)
  const busy = (): boolean => doing() !== null
  return {
    outcome,
    busy,
    doing,
    say: (told) => void setOutcome(() => told),
    run: async (act, words = '') => {
      if (busy()) return null
      setDoing(words)
      setOutcome(null)
      let found: Found | Outcome | null
      try {
        found = await act(setDoing)
      } catch (error) {
        found = { ok: false, message: messageOf(error) }
      }
      setOutcome(() => found)
      setDoing(null)
      return found
    },
  }
}
