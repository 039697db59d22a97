/** Bytes of text (UTF-8) in the smallest page, and in the largest. */
export const PAGE_BYTES = 7000
const LARGEST_PAGE = 50_000
/** Bytes of a page per token of the context window: a page takes about a twentieth of it. */
const BYTES_PER_TOKEN = 0.2

/** Bytes of one page for a model with this context window in tokens; absent: unknown. */
export function pageBytesFor(window: number | undefined): number {
  return Math.min(LARGEST_PAGE, Math.max(PAGE_BYTES, Math.floor((window ?? 0) * BYTES_PER_TOKEN)))
}

/** Lines and columns count from 1. A line includes its final "\n". `toLine` is inclusive, null: to the end. */
export type PageStart = { fromLine: number; fromColumn: number; toLine: number | null }
export type TextPage = {
  /** The exact text. */
  text: string
  /** The last line with content in `text`; 0 if there is none. */
  lastLine: number
  /** Lines of the whole text. */
  lines: number
  /** Where to read on in the range; null: this page completes it. */
  next: { line: number; column: number } | null
}

export function countLines(text: string): number {
  let lines = text === '' || text.endsWith('\n') ? 0 : 1
  for (let at = text.indexOf('\n'); at !== -1; at = text.indexOf('\n', at + 1)) lines++
  return lines
}

/** Index of the first character of an existing line; `text.length` for the line after the last. */
function offsetOf(text: string, line: number): number {
  let at = 0
  for (let n = 1; n < line; n++) at = text.indexOf('\n', at) + 1
  return at
}

/**
 * One page of a range of a text: as many whole lines as fit, or a part of a line only if that line alone does not fit.
 * Reading on at `next` until it is null gives the whole range. Throws a readable error if the range does not exist.
 */
export function pageOf(text: string, { fromLine, fromColumn, toLine }: PageStart, most = PAGE_BYTES): TextPage {
  const lines = countLines(text)
  if (toLine !== null && toLine < fromLine) throw new Error(`to_line (${toLine}) is before from_line (${fromLine}).`)
  if (lines === 0 && fromLine === 1) return { text: '', lastLine: 0, lines, next: null }
  if (fromLine > lines)
    throw new Error(`There is no line ${fromLine}: the text has ${lines} line${lines === 1 ? '' : 's'}.`)
  const lineStart = offsetOf(text, fromLine)
  const start = lineStart + fromColumn - 1
  const newline = text.indexOf('\n', lineStart)
  if (start >= (newline === -1 ? text.length : newline + 1))
    throw new Error(`Line ${fromLine} has no column ${fromColumn}.`)
  const end =
    toLine === null || toLine >= lines
      ? text.length
      : offsetOf(text.slice(lineStart), toLine - fromLine + 2) + lineStart
  const fitting = start + fittingLength(text.slice(start, Math.min(end, start + most)), most)
  if (fitting >= end)
    return { text: text.slice(start, end), lastLine: Math.min(toLine ?? lines, lines), lines, next: null }
  const lastBreak = text.lastIndexOf('\n', fitting - 1) + 1
  const stop = lastBreak > start ? lastBreak : fitting
  const page = text.slice(start, stop)
  const line = fromLine + (page.split('\n').length - 1)
  const next = lastBreak > start ? { line, column: 1 } : { line, column: stop - lineStart + 1 }
  return { text: page, lastLine: lastBreak > start ? line - 1 : line, lines, next }
}

/** How many characters of the text fit into a page; never splits a surrogate pair. */
function fittingLength(text: string, most: number): number {
  const whole = text.length > 1 && /[\ud800-\udbff]$/.test(text) ? text.slice(0, -1) : text
  return new TextEncoder().encodeInto(whole, new Uint8Array(most)).read
}

/** The same with the number and a tab before each line. */
export function numbered(page: TextPage, fromLine: number): TextPage {
  if (page.text === '') return page
  const ends = page.text.endsWith('\n')
  const lines = (ends ? page.text.slice(0, -1) : page.text).split('\n')
  const text = lines.map((line, at) => `${String(fromLine + at).padStart(6)}\t${line}`).join('\n')
  return { ...page, text: ends ? `${text}\n` : text }
}
