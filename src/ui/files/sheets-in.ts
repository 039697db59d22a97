/** Most sheets that are shown. */
const MOST = 50

/** The sheets in the text of a workbook, in which each is comma-separated lines under its name (`## Name`). */
export function sheetsIn(text: string): { name: string; csv: string }[] {
  const parts = text.split(/(?:^|\n\n)(?=## )/).filter((part) => part !== '')
  return parts.slice(0, MOST).map((part) => {
    const end = part.indexOf('\n')
    const name = (end < 0 ? part : part.slice(0, end)).replace(/^## /, '')
    return { name, csv: end < 0 ? '' : part.slice(end + 1) }
  })
}
