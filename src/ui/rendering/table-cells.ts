import type { Lexer, Tokenizer, Tokens } from 'marked'
import { formulaLength } from './math-syntax.ts'

/**
 * Cells of a table as they are meant. A pipe in code or in a formula belongs to its cell, though the rules of tables
 * split there and drop the rest at the end of a row; surplus cells are joined to the last one.
 */

/** Replaces a pipe that separates no cells, at the same length. */
const MASK = '\uf8fe'
/** Most characters of a table; longer ones are no table any more (long-table.ts). */
const MOST = 60_000
const DELIMITER = /^ {0,3}\|?(?:[ \t]*:?-+:?[ \t]*\|)*[ \t]*:?-+:?[ \t]*\|?[ \t]*$/

const unmasked = (text: string): string => text.replaceAll(MASK, '|')

/** Pipes of a row that separate its cells. */
function partingPipes(row: string): { masked: string; pipes: number[] } {
  const pipes: number[] = []
  let masked = ''
  for (let at = 0; at < row.length; ) {
    const length = closedAt(row, at)
    const part = row.slice(at, at + length)
    // An escaped pipe is a pipe in code, but a sign with another meaning in a formula.
    if (length > 1 && part.startsWith('`')) masked += part.replace(/(?<!\\)\|/g, MASK)
    else if (length > 1) masked += part.startsWith('\\') && length === 2 ? part : part.replaceAll('|', MASK)
    else {
      if (part === '|') pipes.push(at)
      masked += part
    }
    at += length
  }
  return { masked, pipes }
}

/** Number of characters from here on that no pipe can split; 1: only this one. */
function closedAt(row: string, at: number): number {
  const sign = row.charAt(at)
  if (sign === '`') {
    const ticks = /^`+/.exec(row.slice(at))?.[0] ?? sign
    const close = new RegExp(`(?<!\`)${ticks}(?!\`)`, 'g')
    close.lastIndex = at + ticks.length
    const end = close.exec(row)
    return end ? end.index + ticks.length - at : ticks.length
  }
  if (sign !== '$' && sign !== '\\') return 1
  return formulaLength(row.slice(at)) || (sign === '\\' ? Math.min(2, row.length - at) : 1)
}

/** Number of cells of a row, and the positions of the pipes between them. */
function between(row: string, pipes: readonly number[]): number[] {
  const first = row.length - row.trimStart().length
  const last = row.trimEnd().length - 1
  return pipes.filter((at) => at !== first && at !== last)
}

/**
 * The row with a mask for each pipe that separates no cells. `columns`: number of columns; absent: as many as it has.
 */
export function maskedRow(row: string, columns = Number.POSITIVE_INFINITY): string {
  if (!/[`$\\]/.test(row) && row.split('|', columns + 2).length <= columns) return row
  const { masked, pipes } = partingPipes(row)
  const inner = between(row, pipes)
  const isEmpty = (n: number): boolean => /^[\s|]*$/.test(row.slice((inner[n] ?? 0) + 1, inner[n + 1] ?? row.length))
  let over = inner.length - 1
  while (over >= columns - 1 && isEmpty(over)) over--
  let text = masked
  for (const at of inner.slice(Math.max(0, columns - 1), over + 1)) text = text.slice(0, at) + MASK + text.slice(at + 1)
  return text
}

/** The words of each cell of a row. */
export const cellsOf = (row: string): string[] => {
  const inner = maskedRow(row)
    .trim()
    .replace(/^\|/, '')
    .replace(/(?<!\\)\|$/, '')
  return inner.split(/(?<!\\)\|/).map((cell) => unmasked(cell.trim().replaceAll('\\|', '|')))
}

/** The table at the beginning of `source`, read by `table` of this lexer. */
export function wholeCells(table: Tokenizer['table'], lexer: Lexer, source: string): Tokens.Table | undefined {
  const [head = '', delimiter = ''] = source.slice(0, MOST).split('\n', 2)
  if (!DELIMITER.test(delimiter) || source.slice(0, MOST).includes(MASK)) return table(source)
  const columns = between(head, partingPipes(head).pipes).length + 1
  const near = source.slice(0, MOST)
  const end = /\n[ \t]*(?:\n|$)/.exec(near)?.index ?? near.length
  const lines = source.slice(0, end).split('\n')
  const rows = lines.map((line, n) => (n === 0 ? maskedRow(line) : n === 1 ? line : maskedRow(line, columns)))
  const { inline } = lexer
  // The text of the cells is read later, as it was written.
  lexer.inline = (words, tokens) => inline.call(lexer, unmasked(words), tokens)
  try {
    const token = table(rows.join('\n') + source.slice(end))
    if (token === undefined) return undefined
    for (const cell of [...token.header, ...token.rows.flat()]) cell.text = unmasked(cell.text)
    return { ...token, raw: source.slice(0, token.raw.length) }
  } finally {
    lexer.inline = inline
  }
}
