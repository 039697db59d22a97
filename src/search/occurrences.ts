import type { Message } from '../agent/message.ts'
import { fold } from './fold.ts'
import { partsOf } from './row-parts.ts'

/**
 * What is looked through when a person looks for exact words in one session. What they type is one line, so nothing is
 * found over two parts.
 */
export const foldedRow = (message: Message): string =>
  fold(
    partsOf(message)
      .map(({ text }) => text)
      .join('\n'),
  )

/** How often `needle`, folded, stands in a folded text; one within another is not counted. */
export function countIn(text: string, needle: string): number {
  let count = 0
  if (needle === '') return count
  for (let at = text.indexOf(needle); at >= 0; at = text.indexOf(needle, at + needle.length)) count++
  return count
}
