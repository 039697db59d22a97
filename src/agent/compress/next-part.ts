import type { Message } from '../message.ts'
import { serialised } from './serialise.ts'

/** Which rows one request to the summariser folds, and which of them it sees. Pure. */

export type NextPart = {
  /** How many rows are folded, at least one. */
  end: number
  text: string
  /** How many of them the summariser does not see. */
  unread: number
}

/**
 * A history that fits into this many requests is read whole. Of a longer one, the beginning and the rest that fits are
 * read.
 */
const MOST_PARTS = 4

/**
 * `rows`: at least one, as they are sent. In estimated tokens, `asked`: capacity of this request; `part`: capacity
 * beside the longest summary. `joined`: the next border that separates nothing that joined together. A history that
 * grew here is folded whenever the window is full, and is read whole. An imported one, or one that moves to a model
 * with a small window, may be hundreds of windows long: reading all of it would delay and cost too much before the
 * first word of an answer.
 */
export function nextPart(
  rows: readonly Message[],
  { asked, part, joined }: { asked: number; part: number; joined: (place: number) => number },
): NextPart {
  const texts = rows.map((row) => serialised(row, asked * 2))
  const ends = [0]
  for (const { length } of texts) ends.push((ends.at(-1) ?? 0) + length / 4)
  const sizeTo = (place: number): number => ends[place] ?? 0
  /** The last border with at most this many tokens before it. */
  const upTo = (size: number): number => ends.findLastIndex((sum) => sum <= size)
  /** The first border with at most this many tokens between it and `end`. */
  const from = (end: number, size: number): number => ends.findIndex((sum) => sizeTo(end) - sum <= size)
  const told = (some: readonly string[]): string => some.filter((text) => text !== '').join('\n\n')
  const all = sizeTo(rows.length)
  if (all <= MOST_PARTS * part) {
    const end = joined(Math.max(1, upTo(asked)))
    return { end, text: told(texts.slice(0, end)), unread: 0 }
  }
  const end = joined(from(rows.length, (MOST_PARTS - 1) * part))
  const left = Math.max(1, upTo(asked / 2))
  const right = Math.max(left, Math.min(end - 1, from(end, asked / 2)))
  const gap = right > left ? [`[… ${right - left} messages left out …]`] : []
  return { end, text: told([...texts.slice(0, left), ...gap, ...texts.slice(right, end)]), unread: right - left }
}
