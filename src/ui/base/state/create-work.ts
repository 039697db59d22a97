import { createSignal } from 'solid-js'
import { messageOf } from './message-of.ts'

export type Outcome = { ok: boolean; message: string }

export type Work<Found extends Outcome = Outcome> = {
  outcome: () => Found | Outcome | null
  busy: () => boolean
  /** Words for the work in progress; null: none. */
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
 * Runs one piece of work at a time and keeps its outcome in words. An error is an outcome, too. `Found`: further fields
 * of an outcome.
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

/** Runs a step as work, then `done`, unless the step failed. Gives the failure; null: none. */
export const actThen =
  (work: Work, done: () => void) =>
  (step: () => Promise<unknown>): Promise<Outcome | null> =>
    work.run(async () => {
      await step()
      done()
      return null
    })
