import { createEffect, createSignal, untrack } from 'solid-js'

/** Words that a person was writing on a card when it closed under them. `why`: a sentence for the person. */
export type LostWords = { sessionId: string; words: string; why: string }

const [lost, setLost] = createSignal<LostWords[]>([])

/** The composer of their session takes them over, now or when it is shown. */
export const loseWords = (words: LostWords): void => void setLost((others) => [...others, words])

/** Gives what was lost in a session to `take` once, while `free`. */
export function takeLostWords(
  sessionId: string,
  free: () => boolean,
  take: (words: string, why: string) => void,
): void {
  createEffect(() => {
    const mine = lost().filter((words) => words.sessionId === sessionId)
    if (!free() || mine.length === 0) return
    untrack(() => {
      setLost((all) => all.filter((words) => !mine.includes(words)))
      for (const { words, why } of mine) take(words, why)
    })
  })
}
