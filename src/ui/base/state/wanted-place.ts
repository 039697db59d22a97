import { createSignal } from 'solid-js'

/**
 * A message to scroll to. `query`: text to mark in it. `exact`: the `nth` literal match (from 0) in the message;
 * `counted` receives the number of matches in what is shown. Otherwise each word matches as the beginning of a word.
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
