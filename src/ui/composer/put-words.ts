/** What is longer is put in at once: as an edit it would hold up the page. */
const LONG = 100_000

/** Words that were not typed here come into the box as an edit of the person, which Ctrl+Z takes back: setting them would end what can be undone. */
export function putWords(box: HTMLTextAreaElement, words: string): void {
  if (box.value === words) return
  // an empty box is a message that was sent: it does not come back
  if (words !== '' && words.length < LONG && document.activeElement === box) {
    const { scrollTop } = box
    box.select()
    document.execCommand('insertText', false, words)
    box.scrollTop = scrollTop
  }
  // it cannot be edited, or the browser has no such command
  if (box.value !== words) box.value = words
}
