import { loseWords } from './lost-words.ts'

/** Words of a message as lines that quote them. */
const quoted = (words: string): string =>
  words
    .trim()
    .split('\n')
    .map((line) => `> ${line}`.trimEnd())
    .join('\n')

/** How long the box is waited for, in ms; its part of the code may still be on its way. */
const PATIENCE = 10_000

/** Puts words into the message box of a session as a quotation, behind what is being written, and goes there. */
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
