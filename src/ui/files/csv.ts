export type Csv = {
  rows: string[][]
  /** There are more rows. */
  more: boolean
  /** Some rows have more cells. */
  wide: boolean
}

/** Rows of a text table (RFC 4180, leniently): at most `most` rows with `widest` cells each. */
export function parseCsv(text: string, separator: string, most: number, widest = Number.POSITIVE_INFINITY): Csv {
  const rows: string[][] = []
  let row: string[] = []
  let cell = ''
  let quoted = false
  let wide = false
  const endCell = (): void => {
    if (row.length < widest) row.push(cell)
    else wide = true
    cell = ''
  }
  const endRow = (): void => {
    endCell()
    if (row.length > 1 || row[0] !== '') rows.push(row)
    row = []
  }
  for (let at = 0; at < text.length; at++) {
    const sign = text[at]
    if (quoted) {
      if (sign !== '"') cell += sign
      else if (text[at + 1] === '"') {
        cell += '"'
        at++
      } else quoted = false
    } else if (sign === '"' && cell === '') quoted = true
    else if (sign === separator) endCell()
    else if (sign === '\n') {
      endRow()
      if (rows.length >= most) return { rows, more: at + 1 < text.length, wide }
    } else if (sign !== '\r') cell += sign
  }
  if (cell !== '' || row.length > 0) endRow()
  return { rows, more: false, wide }
}

/** The likely separator: the candidate that the first line holds most of. */
export function guessSeparator(text: string, path: string): string {
  if (/\.tsv$/i.test(path)) return '\t'
  const line = text.slice(0, 10_000).split('\n')[0] ?? ''
  const counts = [',', ';', '\t'].map((sign) => line.split(sign).length)
  return [',', ';', '\t'][counts.indexOf(Math.max(...counts))] ?? ','
}
