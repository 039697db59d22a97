import { createSignal } from 'solid-js'

/**
 * The session whose past is shown in place of its conversation. `seq`: from this input; null: as it is now, or from the
 * beginning if it plays.
 */
export type PastShown = { id: string; seq: number | null; playing: boolean }
export const [pastShown, setPastShown] = createSignal<PastShown | null>(null)
