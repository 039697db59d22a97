import { loseWords } from './lost-words.ts'

/** Words of a message as quoted lines. */
const quoted = (words: string): string =>
  words
    .trim()
    .split('\n')
    .map((line) => `> ${line}`.trimEnd())
    .join('\n')

/** How long to wait for the box, in ms; its code may still be loading. */
const PATIENCE = 10_000

/** Adds words as a quotation after the text in a session's message box, and focuses the box. */
export function quoteInComposer(sessionId: string, words: string): void {
  loseWords({ sessionId, words: `${quoted(words)}\n\n`, why: '' })
  const until = performance.now() + PATIENCE
  const go = (): void => {
    const box = document.querySelector<HTMLTextAreaElement>('.composer textarea')
    if (box?.value.endsWith(`${quoted(words)}\n\n`)) {
      box.focus()
      box.setSelectionRange(box.value.length, box.value.length)
      box.scrollTop = box.scrollHeight
    } else if (performance.now() < until) requestAnimationFrame(go)
  }
  requestAnimationFrame(go)
}
