import { createSignal } from 'solid-js'

/**
 * The session whose past stands in the place of its conversation. `seq`: from this input on; null: as it is now or,
 * where it plays, from its beginning.
 */
export type PastShown = { id: string; seq: number | null; playing: boolean }
export const [pastShown, setPastShown] = createSignal<PastShown | null>(null)
