/** Longer answers are copied as plain Markdown: formatting them would block the page. */
const LONGEST = 200_000

/**
 * Copies an answer in two forms: Markdown for text editors, and formatted for mails and documents. @throws DOMException
 * if the browser does not allow copying.
 */
export async function copyAnswer(text: string): Promise<void> {
  if (typeof ClipboardItem === 'undefined' || text.length > LONGEST) return navigator.clipboard.writeText(text)
  // as promises: a browser may require the write to start within the press itself
  const item = new ClipboardItem({
    'text/plain': new Blob([text], { type: 'text/plain' }),
    'text/html': formatted(text),
  })
  await navigator.clipboard.write([item])
}

/** Without parts that the page adds: buttons, and hosts next to links. */
async function formatted(text: string): Promise<Blob> {
  const { markdownElement } = await import('../../rendering/markdown.ts')
  const element = markdownElement(text)
  for (const added of element.querySelectorAll('button, .link-host')) added.remove()
  return new Blob([element.innerHTML], { type: 'text/html' })
}
