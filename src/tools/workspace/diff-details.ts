import { clip } from '../text-bytes.ts'
import type { Display } from '../tool.ts'

/** Unchanged lines shown around a change. */
const CONTEXT = 3
const SIDE = 4000

/**
 * What a person sees of a change: the changed lines with some context, each side at most 4,000 characters. Texts are
 * scanned, not split: ten million short lines would be as many strings.
 */
export function diffDetails(path: string, before: string, after: string): Display {
  const head = headOf(before, after)
  const tail = tailOf(before, after, head)
  const from = linesBack(before, head)
  const side = (text: string): string => clip(text.slice(from, linesOn(text, text.length - tail)), SIDE)
  return { shape: 'diff', path, before: side(before), after: side(after) }
}

/** Characters of the whole lines that both begin with. */
function headOf(before: string, after: string): number {
  const most = Math.min(before.length, after.length)
  let same = 0
  while (same < most && before.charCodeAt(same) === after.charCodeAt(same)) same++
  if (same === before.length && same === after.length) return same
  return same === 0 ? 0 : before.lastIndexOf('\n', same - 1) + 1
}

/** Characters of the whole lines that both end with, not counting the common beginning. */
function tailOf(before: string, after: string, head: number): number {
  const most = Math.min(before.length, after.length) - head
  let same = 0
  while (same < most && before.charCodeAt(before.length - 1 - same) === after.charCodeAt(after.length - 1 - same))
    same++
  const start = before.length - same
  if (isLineStart(before, start) && isLineStart(after, after.length - same)) return same
  const newline = before.indexOf('\n', start)
  return newline === -1 ? 0 : before.length - newline - 1
}

const isLineStart = (text: string, at: number): boolean => at === 0 || text[at - 1] === '\n'

function linesBack(text: string, start: number): number {
  let at = start
  for (let n = 0; n < CONTEXT && at > 0; n++) at = at === 1 ? 0 : text.lastIndexOf('\n', at - 2) + 1
  return at
}

function linesOn(text: string, start: number): number {
  let at = start
  for (let n = 0; n < CONTEXT && at < text.length; n++) {
    const newline = text.indexOf('\n', at)
    at = newline === -1 ? text.length : newline + 1
  }
  return at
}
