import { createSignal } from 'solid-js'

/**
 * Takes over files from elsewhere. `free`: its message is not being sent. `ended` is called for each file: true, it is
 * attached or the person knows why not; false, the box went before that.
 */
export type Taker = { free: () => boolean; take: (files: readonly File[], ended?: (taken: boolean) => void) => void }

const [takers, setTakers] = createSignal<readonly Taker[]>([])

/**
 * Where files are attached: the message begun last, such as one being edited above the composer. null: none is being
 * written.
 */
export const taker = (): Taker | null => takers().at(-1) ?? null

/** Returns a function that removes it. */
export function addTaker(one: Taker): () => void {
  setTakers((all) => [...all, one])
  return () => setTakers((all) => all.filter((other) => other !== one))
}
