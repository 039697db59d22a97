/** Additions to the text of a cell: numbers of sources, signs of footnotes, targets of links. */
const BESIDE = '.source-mark, .footnote, .link-host'

/** A table as CSV (RFC 4180). A cell that a spreadsheet would read as a formula begins with an apostrophe. */
export function csvOf(table: HTMLTableElement): string {
  const words = table.cloneNode(true) as HTMLTableElement
  for (const beside of words.querySelectorAll(BESIDE)) beside.remove()
  return [...words.rows]
    .map(({ cells }) => [...cells].map(({ textContent }) => field(textContent?.trimEnd() ?? '')).join(','))
    .join('\r\n')
}

/** A cell as a field of CSV. */
export function field(text: string): string {
  const safe = /^[=+@\t\r]|^-(?![\d.,]+$)/.test(text) ? `'${text}` : text
  return /[",\r\n]/.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe
}
