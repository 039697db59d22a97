/** What is longer is copied as it was written only: to format it would hold up the page. */
const LONGEST = 200_000

/**
 * Puts an answer on the clipboard in both of its forms: Markdown, which a text editor takes, and formatted, which mails and documents take.
 * @throws DOMException where the browser does not allow copying.
 */
export async function copyAnswer(text: string): Promise<void> {
  if (typeof ClipboardItem === 'undefined' || text.length > LONGEST) return navigator.clipboard.writeText(text)
  // as promises: a browser may want the press itself to be what writes
  const item = new ClipboardItem({
    'text/plain': new Blob([text], { type: 'text/plain' }),
    'text/html': formatted(text),
  })
  await navigator.clipboard.write([item])
}

/** Without what the page adds to it: buttons, and hosts beside links. */
async function formatted(text: string): Promise<Blob> {
  const { markdownElement } = await import('../rendering/markdown.ts')
  const element = markdownElement(text)
  for (const added of element.querySelectorAll('button, .link-host')) added.remove()
  return new Blob([element.innerHTML], { type: 'text/html' })
}
