/** Milliseconds after a key in which a person still types. */
const PAUSE = 2000

/** Whether a person types now: nothing may take the focus from them. `last`: when the last key came. */
export function isTyping(last: number): boolean {
  if (document.querySelector('dialog:modal') !== null) return true
  const field = document.activeElement
  const isField =
    field instanceof HTMLTextAreaElement ||
    (field instanceof HTMLInputElement && !['checkbox', 'radio', 'button', 'range'].includes(field.type)) ||
    (field instanceof HTMLElement && field.isContentEditable)
  if (!isField) return false
  const text =
    field instanceof HTMLTextAreaElement || field instanceof HTMLInputElement ? field.value : field.textContent
  return (text ?? '').trim() !== '' || performance.now() - last < PAUSE
}

/** Remembers when the last key came; Enter sends a message, and ends the typing. */
export function watchTyping(): { last: () => number; stop: () => void } {
  let last = Number.NEGATIVE_INFINITY
  const onKey = (event: KeyboardEvent): void => {
    last = event.key === 'Enter' ? Number.NEGATIVE_INFINITY : event.timeStamp
  }
  addEventListener('keydown', onKey, true)
  return { last: () => last, stop: () => removeEventListener('keydown', onKey, true) }
}
