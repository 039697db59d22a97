import { clip } from '../text-bytes.ts'
import type { Display } from '../tool.ts'

/** Unchanged lines shown around a change. */
const CONTEXT = 3
const SIDE = 4000

const linesOf = (text: string): string[] => text.split(/(?<=\n)/)

/** What a person sees of a change: the changed lines with a little around them, each side at most 4,000 characters. */
export function diffDetails(path: string, before: string, after: string): Display {
  const old = linesOf(before)
  const now = linesOf(after)
  const shorter = Math.min(old.length, now.length)
  let head = 0
  while (head < shorter && old[head] === now[head]) head++
  let tail = 0
  while (tail < shorter - head && old.at(-1 - tail) === now.at(-1 - tail)) tail++
  const from = Math.max(0, head - CONTEXT)
  const side = (lines: string[]): string =>
    clip(lines.slice(from, lines.length - Math.max(0, tail - CONTEXT)).join(''), SIDE)
  return { shape: 'diff', path, before: side(old), after: side(now) }
}
