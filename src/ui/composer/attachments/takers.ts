import { createSignal } from 'solid-js'

/**
 * Takes files over that came from elsewhere. `free`: its message is not on its way. `ended` is called for each file: true, it is attached or its
 * person knows why not; false, the box went before that.
 */
export type Taker = { free: () => boolean; take: (files: readonly File[], ended?: (taken: boolean) => void) => void }

const [takers, setTakers] = createSignal<readonly Taker[]>([])

/** What files are attached to: the message that was begun last, as one that is edited above the composer. null: none is being written. */
export const taker = (): Taker | null => takers().at(-1) ?? null

/** Returns what says that it takes no more. */
export function addTaker(one: Taker): () => void {
  setTakers((all) => [...all, one])
  return () => setTakers((all) => all.filter((other) => other !== one))
}
