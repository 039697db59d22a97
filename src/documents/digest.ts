/**
 * Shortens a file that is too long for a conversation: a table to its columns and first rows, other text to its
 * beginning. Pure.
 */

/** Most characters that go into a conversation whole: of a table, and of other text. */
const WHOLE_TABLE = 8000
const WHOLE_TEXT = 40_000
/** What is shown: rows of a table, characters of a cell, columns, and characters of other text. */
const ROWS = 20
const CELL = 200
const COLUMNS = 60
const BEGINNING = 4000

export type Digest = { text: string; digest: boolean }

const READ_ON = 'The whole is the file in the workspace: read it in parts, or work on it with code.'

/** `name`: of the file; its extension tells a table from other text. */
export function digestOf(name: string, text: string): Digest {
  const delimiter = delimiterOf(name, text)
  const isSheets = /\.xls[xm]$/i.test(name)
  if (text.length <= (delimiter !== null || isSheets ? WHOLE_TABLE : WHOLE_TEXT)) return { text, digest: false }
  if (delimiter !== null) return { text: tableDigest(text, delimiter), digest: true }
  if (isSheets) return { text: sheetsDigest(text), digest: true }
  const lines = countLines(text)
  const head = `${named(text.length, 'character')} in ${named(lines, 'line')}. ${READ_ON} It begins:`
  return { text: `${head}\n\n${firstOf(text, BEGINNING)}`, digest: true }
}

/** null: not a table. */
function delimiterOf(name: string, text: string): string | null {
  if (/\.(tsv|tab)$/i.test(name)) return '\t'
  if (!/\.csv$/i.test(name)) return null
  const first = text.slice(0, 5000).split('\n', 1)[0] ?? ''
  const counts = [',', ';', '\t', '|'].map((sign) => ({ sign, count: first.split(sign).length }))
  return counts.reduce((most, each) => (each.count > most.count ? each : most)).sign
}

function tableDigest(text: string, delimiter: string): string {
  const { rows, count } = recordsOf(text, delimiter, ROWS + 1)
  const [header = [], ...first] = rows
  const columns = header
    .slice(0, COLUMNS)
    .map((name, at) => `${cell(name) || `(column ${at + 1})`} (${kindOf(first, at)})`)
  const more = header.length > COLUMNS ? [`and ${header.length - COLUMNS} more`] : []
  return [
    `A table of ${named(Math.max(0, count - 1), 'row')} and ${named(header.length, 'column')}, separated by ${JSON.stringify(delimiter)}. ${READ_ON}`,
    `Columns: ${[...columns, ...more].join(', ')}`,
    `The first ${named(first.length, 'row')}:`,
    ...[header, ...first].map((row) => row.slice(0, COLUMNS).map(cell).join(delimiter)),
  ].join('\n')
}

/** Sheets as `readXlsx` writes them, each cut after its first rows. */
function sheetsDigest(text: string): string {
  const sheets = text.split(/\n\n(?=## )/)
  const cut = sheets.map((sheet) => {
    const lines = sheet.split('\n')
    const left = lines.length - ROWS - 2
    const shown = lines.slice(0, ROWS + 2).map((line) => firstOf(line, CELL * 5))
    return [...shown, ...(left > 0 ? [`[… ${named(left, 'more line')} …]`] : [])].join('\n')
  })
  const shown = firstOf(cut.join('\n\n'), WHOLE_TEXT)
  return `A workbook of ${named(sheets.length, 'sheet')}, of each its first rows. ${READ_ON}\n\n${shown}`
}

/** The first records, and the number of all records. A delimiter or line break in quotes belongs to its cell. */
function recordsOf(text: string, delimiter: string, most: number): { rows: string[][]; count: number } {
  const rows: string[][] = []
  let count = 0
  let row: string[] = []
  let start = 0
  let quoted = false
  const end = (at: number): void => {
    if (rows.length < most) row.push(text.slice(start, at).replace(/\r$/, ''))
    start = at + 1
  }
  for (let at = text.charCodeAt(0) === 0xfeff ? ++start : 0; at < text.length; at++) {
    const sign = text[at]
    if (sign === '"') quoted = !quoted
    else if (quoted) continue
    else if (sign === delimiter) end(at)
    else if (sign === '\n') {
      end(at)
      count++
      if (rows.length < most) rows.push(row)
      row = []
    }
  }
  if (start < text.length) {
    end(text.length)
    count++
    if (rows.length < most) rows.push(row)
  }
  return { rows: rows.map((cells) => cells.map(unquoted)), count }
}

const unquoted = (text: string): string => (/^".*"$/s.test(text) ? text.slice(1, -1).replaceAll('""', '"') : text)

function kindOf(rows: readonly string[][], column: number): string {
  const values = rows.map((row) => (row[column] ?? '').trim()).filter((value) => value !== '')
  if (values.length === 0) return 'empty'
  if (values.every((value) => /^[-+]?\d[\d,.]*(e[-+]?\d+)?%?$/i.test(value))) return 'numbers'
  if (values.every((value) => /^\d{4}-\d\d-\d\d([T ][\d:.]+Z?)?$/.test(value))) return 'dates'
  return 'text'
}

/** One line, shortened. */
const cell = (text: string): string => {
  const line = text.replace(/\s*\n\s*/g, ' ')
  return line.length > CELL ? `${firstOf(line, CELL)}…` : line
}

const countLines = (text: string): number => {
  let lines = 1
  for (let at = text.indexOf('\n'); at !== -1 && at < text.length - 1; at = text.indexOf('\n', at + 1)) lines++
  return lines
}

const firstOf = (text: string, length: number): string => text.slice(0, length).replace(/[\uD800-\uDBFF]$/, '')
const named = (count: number, noun: string): string => `${count.toLocaleString('en')} ${noun}${count === 1 ? '' : 's'}`
