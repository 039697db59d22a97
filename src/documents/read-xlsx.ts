import readSheets from 'read-excel-file/web-worker'
import { compactSheets, type Places, WIDTH } from './compact-sheets.ts'

/** Empty rows, and empty cells in a row, that are written as such; of more it is said how many there are. */
const MOST_EMPTY_ROWS = 20
const MOST_EMPTY_CELLS = 50

/**
 * The sheets of a workbook, each as comma-separated lines under its name. After `most` characters it says what is left out. The time and the
 * memory it takes go with what the cells hold, wherever they stand.
 */
export async function readXlsx(parts: ReadonlyMap<string, Uint8Array>, most: number): Promise<string> {
  // a cell is at least one sign and what ends it
  const compact = compactSheets(parts, most / 2)
  const sheets = await readSheets(compact.bytes.buffer)
  let text = ''
  for (const [at, { sheet, data }] of sheets.entries()) {
    text += `${at === 0 ? '' : '\n\n'}## ${sheet}`
    // a sheet that is a chart has none
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

/** Each line after its end of line. A little more than `room`, where that is not enough. */
function linesOf(valueAt: (k: number) => unknown, { rows, columns, rowsLeft, firstLeft }: Places, room: number): Lines {
  const rowOf = (k: number): number => rows[k] ?? 0
  const columnOf = (k: number): number => columns[k] ?? 0
  const held = [...rows.keys()].filter((k) => valueAt(k) !== null && valueAt(k) !== undefined)
  held.sort((a, b) => rowOf(a) - rowOf(b) || columnOf(a) - columnOf(b))
  let text = ''
  let row = 0
  /** Of the cell before, in this row; 0: there is none. */
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
    // it may have been taken in part
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

/** As a workbook shows it: what is no date as a row of signs; a time of day alone stands before all dates. */
function dateOf(date: Date): string {
  if (Number.isNaN(date.getTime())) return '########'
  // days as fractions: 12:34 is a millisecond before it
  const [day = '', time = ''] = new Date(Math.round(date.getTime() / 1000) * 1000).toISOString().slice(0, 19).split('T')
  const short = time.replace(/:00$/, '')
  if (date.getUTCFullYear() < 1900) return short
  return short === '00:00' ? day : `${day} ${short}`
}
