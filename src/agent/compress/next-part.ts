import type { Message } from '../message.ts'
import { serialised } from './serialise.ts'

/** Which of the rows that are to be folded one request to the summariser takes, and what it is shown of them. Pure. */

export type NextPart = {
  /** So many rows are folded, at least one. */
  end: number
  text: string
  /** So many of them the summariser is not shown. */
  unread: number
}

/** A history that fits so many requests is read whole; of a longer one the beginning is, and what fits these. */
const MOST_PARTS = 4

/**
 * `rows`: at least one, as they are sent. In estimated tokens, `asked`: what this request takes; `part`: what one takes beside the longest
 * summary. `joined`: the next place at which nothing that joined together is taken apart.
 *
 * What grew here is folded whenever the window is full, and read whole. What was imported, or goes on with a model of a small window, may be
 * hundreds of windows long: reading all of it would be paid and waited for before the first word of an answer.
 */
export function nextPart(
  rows: readonly Message[],
  { asked, part, joined }: { asked: number; part: number; joined: (place: number) => number },
): NextPart {
  const texts = rows.map((row) => serialised(row, asked * 2))
  const ends = [0]
  for (const { length } of texts) ends.push((ends.at(-1) ?? 0) + length / 4)
  const sizeTo = (place: number): number => ends[place] ?? 0
  /** The last place up to which no more than so many tokens stand. */
  const upTo = (size: number): number => ends.findLastIndex((sum) => sum <= size)
  /** The first place from which no more than so many tokens stand before `end`. */
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
