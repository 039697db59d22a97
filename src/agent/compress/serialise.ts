import { inOrder, type SaidBlock } from '../answer-order.ts'
import { wordsOfBlock } from '../attachments.ts'
import type { PlainBlock } from '../content.ts'
import { type Message, speaks, type ToolCall } from '../message.ts'
import { firstOf } from '../shorten.ts'

/** A conversation as plain text for a reader who will summarise it: nothing in it pairs, signs or calls. */

/** Characters of one result, and of one call's arguments. */
const RESULT = 3000
const ARGUMENTS = 1500

/** '' for a row that the brain never saw. `most`: characters. */
export const serialised = (row: Message, most: number): string => {
  const text = row.role === 'user' ? `[User]\n${words(row.content)}` : speaks(row) ? answer(row) : ''
  return shortTo(text, Math.max(200, most))
}

const answer = ({ content, calls }: Extract<Message, { role: 'assistant' }>): string => {
  const told = inOrder(content, calls).flatMap((block): string[] => {
    if (block.type === 'thinking' || block.type === 'sources' || (block.type === 'text' && block.text === '')) return []
    return [block.type === 'tool-call' ? done(block.call) : words([block])]
  })
  return ['[Assistant]', ...told].join('\n')
}

const done = ({ id, name, args, result }: ToolCall): string => {
  const outcome = result === null ? 'no result' : result.kind
  return `[Tool call ${id}: ${name} ${shortTo(args, ARGUMENTS)}]\n[Result, ${outcome}] ${shortTo(words(result?.content ?? []), RESULT)}`
}

const words = (blocks: readonly (PlainBlock | SaidBlock)[]): string => blocks.map(wordsOfBlock).join('\n')

export const shortTo = (text: string, most: number): string => {
  if (text.length <= most) return text
  const part = Math.floor(most / 2)
  return `${firstOf(text, part)}\n[… ${text.length - 2 * part} characters left out …]\n${text.slice(-part).replace(/^[\uDC00-\uDFFF]/, '')}`
}
