import type { Message } from '../agent/message.ts'
import { fold } from './fold.ts'
import { partsOf } from './row-parts.ts'

/**
 * The texts that are searched for exact words in one session. The query is a single line, so no match spans two parts.
 */
export const foldedRow = (message: Message): string =>
  fold(
    partsOf(message)
      .map(({ text }) => text)
      .join('\n'),
  )

/** How often the folded `needle` occurs in a folded text; overlapping matches count once. */
export function countIn(text: string, needle: string): number {
  let count = 0
  if (needle === '') return count
  for (let at = text.indexOf(needle); at >= 0; at = text.indexOf(needle, at + needle.length)) count++
  return count
}
