/** Longer text is set directly: as an edit command it would block the page. */
const LONG = 100_000

/**
 * Inserts words that were not typed here as an edit, which Ctrl+Z undoes: setting the value would clear the undo
 * history.
 */
export function putWords(box: HTMLTextAreaElement, words: string): void {
  if (box.value === words) return
  // an empty box is a sent message: it does not come back
  if (words !== '' && words.length < LONG && document.activeElement === box) {
    const { scrollTop } = box
    box.select()
    document.execCommand('insertText', false, words)
    box.scrollTop = scrollTop
  }
  // the box cannot be edited, or the browser lacks the command
  if (box.value !== words) box.value = words
}
