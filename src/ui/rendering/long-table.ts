import type { Tokens } from 'marked'
import { cellsOf } from './table-cells.ts'
import { field } from './table-csv.ts'

/**
 * A table that is too large for a page: its first rows are a table, and the rest is CSV (with the header row again, so
 * that it can be copied and saved by itself), which a browser draws line by line. As running text its cells would
 * merge.
 */

/** Bounds of the part that stays a table. */
const ROWS = 2000
const SIGNS = 60_000
export const COLUMNS = 100

/** The first rows of a table that is too long; null: it is not, or its first row alone is too long. */
export function firstRows(table: Tokens.Table): Tokens.Table | null {
  if (table.rows.length <= ROWS && table.raw.length <= SIGNS) return null
  let end = 0
  let lines = 0
  for (;;) {
    const next = table.raw.indexOf('\n', end) + 1
    if (next === 0 || next > SIGNS || lines === ROWS + 2) break
    end = next
    lines++
  }
  return lines < 3 ? null : { ...table, raw: table.raw.slice(0, end), rows: table.rows.slice(0, lines - 2) }
}

const DELIMITER = /^ {0,3}\|?(?:[ \t]*:?-+:?[ \t]*\|)+(?:[ \t]*:?-+:?[ \t]*)?$/
const lineAt = (text: string, from: number): string => {
  const end = text.indexOf('\n', from)
  return text.slice(from, end < 0 ? text.length : end)
}
const isRow = (line: string): boolean => /^ {0,3}\|/.test(line)

/**
 * Rows that no table can hold, as CSV: the rest of a table that was cut, or a table that is too wide. `from`: the first
 * unread position. null: there are no such rows. `end`: position after the last row.
 */
export function rowsAsCsv(text: string, from: number): { csv: string; end: number } | null {
  const head = headOf(text, from)
  if (head === null) return null
  let end = from
  const rows = head.from < from ? [head.line] : []
  while (end < text.length) {
    const line = lineAt(text, end)
    if (!isRow(line)) break
    if (!DELIMITER.test(line)) rows.push(line)
    end += line.length + 1
  }
  return { csv: rows.map((row) => `${cellsOf(row).map(field).join(',')}\n`).join(''), end: Math.min(end, text.length) }
}

/** Whether rows that no table can hold begin at `from`. */
export const areRows = (text: string, from: number): boolean => headOf(text, from) !== null

/**
 * Start of the table that contains the row at `from`: this row, if it is too wide; or a row above, if the table was
 * cut.
 */
function headOf(text: string, from: number): { from: number; line: string } | null {
  const line = lineAt(text, from)
  if (!isRow(line)) return null
  if (text[from - 1] !== '\n' || !isRow(lineAt(text, lineBefore(text, from))))
    return line.split('|', COLUMNS + 3).length > COLUMNS + 2 && DELIMITER.test(lineAt(text, from + line.length + 1))
      ? { from, line }
      : null
  let first = from
  while (first > 0 && isRow(lineAt(text, lineBefore(text, first)))) first = lineBefore(text, first)
  const head = lineAt(text, first)
  return DELIMITER.test(lineAt(text, first + head.length + 1)) ? { from: first, line: head } : null
}

const lineBefore = (text: string, from: number): number => (from < 2 ? 0 : text.lastIndexOf('\n', from - 2) + 1)
