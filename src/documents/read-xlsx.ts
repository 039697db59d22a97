import readSheets from 'read-excel-file/web-worker'
import { compactSheets, type Places, WIDTH } from './compact-sheets.ts'

/** Empty rows, and empty cells in a row, that are written out; for more, only their number is written. */
const MOST_EMPTY_ROWS = 20
const MOST_EMPTY_CELLS = 50

/**
 * The sheets of a workbook, each as comma-separated lines under its name. After `most` characters it says what is left
 * out. Time and memory depend on the content of the cells, not on their addresses.
 */
export async function readXlsx(parts: ReadonlyMap<string, Uint8Array>, most: number): Promise<string> {
  // a cell takes at least a character and its separator
  const compact = compactSheets(parts, most / 2)
  const sheets = await readSheets(compact.bytes.buffer)
  let text = ''
  for (const [at, { sheet, data }] of sheets.entries()) {
    text += `${at === 0 ? '' : '\n\n'}## ${sheet}`
    // a chart sheet has no places
    const places = compact.places.get(String(data?.[0]?.[0]))
    const valueAt = (k: number): unknown => data?.[Math.floor((k + 1) / WIDTH)]?.[(k + 1) % WIDTH]
    const lines = places === undefined ? { text: '', rowsLeft: 0 } : linesOf(valueAt, places, most - text.length)
    text += lines.text === '' ? '' : `\n${lines.text}`
    const cut = lines.rowsLeft === 0 ? '' : `\n${leftOut(sheet, lines.rowsLeft, [])}`
    if (text.length + cut.length <= most) {
      text += cut
      continue
    }
    const others = sheets.slice(at + 1).map(({ sheet }) => sheet)
    return `${text.slice(0, most).replace(/[\uD800-\uDBFF]$/, '')}\n${leftOut(sheet, lines.rowsLeft, others)}`
  }
  return text
}

type Lines = { text: string; rowsLeft: number }

/** Each line after its line break. May exceed `room` a little. */
function linesOf(valueAt: (k: number) => unknown, { rows, columns, rowsLeft, firstLeft }: Places, room: number): Lines {
  const rowOf = (k: number): number => rows[k] ?? 0
  const columnOf = (k: number): number => columns[k] ?? 0
  const held = [...rows.keys()].filter((k) => valueAt(k) !== null && valueAt(k) !== undefined)
  held.sort((a, b) => rowOf(a) - rowOf(b) || columnOf(a) - columnOf(b))
  let text = ''
  let row = 0
  /** Column of the previous cell in this row; 0: none. */
  let column = 0
  for (const [at, k] of held.entries()) {
    if (rowOf(k) > row) {
      text += `${emptyRows(rowOf(k) - row - 1)}\n`
      row = rowOf(k)
      column = 0
    } else if (columnOf(k) <= column) continue
    text += `${column === 0 ? '' : ','}${emptyCells(columnOf(k) - column - 1)}${cell(valueAt(k))}`
    column = columnOf(k)
    if (text.length <= room) continue
    const left = new Set(held.slice(at).map(rowOf))
    // a part of it may have been taken
    if (firstLeft !== null) left.delete(firstLeft)
    return { text, rowsLeft: rowsLeft + left.size }
  }
  return { text, rowsLeft }
}

const emptyRows = (count: number): string =>
  count > MOST_EMPTY_ROWS ? `\n[… ${inWords(count)} empty rows …]` : '\n'.repeat(count)
const emptyCells = (count: number): string =>
  count > MOST_EMPTY_CELLS ? `[… ${inWords(count)} empty cells …],` : ','.repeat(count)

const MOST_NAMED = 20

function leftOut(sheet: string, rows: number, others: readonly string[]): string {
  const named = others.slice(0, MOST_NAMED).map((name) => `“${name.slice(0, 50)}”`)
  const all = `${named.join(', ')}${others.length > MOST_NAMED ? ', …' : ''}`
  const sheets = others.length === 0 ? '' : `, and ${inWords(others.length)} more sheets are not shown: ${all}`
  return `[… cut here: ${inWords(rows)} rows of the sheet “${sheet.slice(0, 50)}” are not shown, or not to their end${sheets} …]`
}

const inWords = (count: number): string => count.toLocaleString('en')

function cell(value: unknown): string {
  const text = value instanceof Date ? dateOf(value) : String(value)
  return /[",\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text
}

/** In the display of a workbook: an invalid date as hash signs; a time without a date lies before all dates. */
function dateOf(date: Date): string {
  if (Number.isNaN(date.getTime())) return '########'
  // days are fractions: 12:34 may come out a millisecond early
  const [day = '', time = ''] = new Date(Math.round(date.getTime() / 1000) * 1000).toISOString().slice(0, 19).split('T')
  const short = time.replace(/:00$/, '')
  if (date.getUTCFullYear() < 1900) return short
  return short === '00:00' ? day : `${day} ${short}`
}
