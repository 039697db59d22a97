import type { Message } from '../agent/message.ts'
import { fold } from './fold.ts'
import { rowTexts } from './row-texts.ts'

/** What is looked through when a person looks for exact words in one session. */
export function foldedRow(message: Message): string {
  return fold(rowTexts(message).said)
}

/** How often `needle`, folded, stands in a folded text; one within another is not counted. */
export function countIn(text: string, needle: string): number {
  let count = 0
  if (needle === '') return count
  for (let at = text.indexOf(needle); at >= 0; at = text.indexOf(needle, at + needle.length)) count++
  return count
}
