/** A table as CSV (RFC 4180). A cell that a spreadsheet would take for a formula begins with an apostrophe. */
export function csvOf(table: HTMLTableElement): string {
  return [...table.rows]
    .map(({ cells }) => [...cells].map(({ textContent }) => field(textContent ?? '')).join(','))
    .join('\r\n')
}

/** One cell. */
export function field(text: string): string {
  const safe = /^[=+@\t\r]|^-(?![\d.,]+$)/.test(text) ? `'${text}` : text
  return /[",\r\n]/.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe
}
