import { createSignal } from 'solid-js'

/** Words that a person was typing on a card when it closed. `why`: a sentence for the person. */
export type LostWords = { sessionId: string; words: string; why: string }

const [lost, setLost] = createSignal<LostWords[]>([])

/** The composer of their session takes them, now or when it is shown, and removes them here. */
export const lostWords = lost
export const loseWords = (words: LostWords): void => void setLost((others) => [...others, words])
export const forgetLostWords = (taken: LostWords[]): void =>
  void setLost((all) => all.filter((words) => !taken.includes(words)))
