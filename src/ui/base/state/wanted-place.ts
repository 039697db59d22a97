import { createSignal } from 'solid-js'

/**
 * A message that the person wants to see. `query`: what is marked in it. `exact`: to the letter, the `nth` of them
 * (from 0) in the message (`counted` is told once how many are in it as it is shown); else each of its words, as the
 * beginning of a word.
 */
export type WantedPlace = { sessionId: string; n: number; query: string; exact: ExactPlace | null }
type ExactPlace = { nth: number; counted: (count: number) => void }

const [wantedPlace, setWantedPlace] = createSignal<WantedPlace | null>(null)

/** The last one asked for; each asking counts, also for the same place. Reactive. */
export { wantedPlace }

export const wantPlace = (place: WantedPlace | null): void => void setWantedPlace(place === null ? null : { ...place })

const taken = new WeakSet<WantedPlace>()

/** False: somebody has gone there already. */
export function takePlace(place: WantedPlace): boolean {
  if (taken.has(place)) return false
  taken.add(place)
  return true
}
