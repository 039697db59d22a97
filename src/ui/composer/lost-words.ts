import { createSignal } from 'solid-js'

/** Words that a person was writing on a card when it closed under them. `why`: a sentence for the person. */
export type LostWords = { sessionId: string; words: string; why: string }

const [lost, setLost] = createSignal<LostWords[]>([])

/** The composer of their session takes them over, now or when it is shown, and forgets them. */
export const lostWords = lost
export const loseWords = (words: LostWords): void => void setLost((others) => [...others, words])
export const forgetLostWords = (taken: LostWords[]): void =>
  void setLost((all) => all.filter((words) => !taken.includes(words)))
