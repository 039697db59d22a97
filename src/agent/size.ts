import type { AnswerBlock, PlainBlock } from './content.ts'
import { type Answer, type Message, speaks } from './message.ts'
import type { Summary } from './state.ts'

/** Estimated sizes in tokens: a quarter of the characters (rounded up), 1,000 for an image. Cheap, and the same on every thread. */

const IMAGE = 1000
const sizeOfText = (text: string): number => Math.ceil(text.length / 4)

export const sizeOfBlocks = (blocks: readonly (PlainBlock | AnswerBlock)[]): number => {
  let sum = 0
  for (const block of blocks) sum += block.type === 'image' ? IMAGE : sizeOfText(block.text)
  return sum
}

/** One call with its arguments and its result. */
export const sizeOfCall = (call: Answer['calls'][number]): number =>
  sizeOfText(call.name) + sizeOfText(call.args) + (call.result ? sizeOfBlocks(call.result.content) : 0)

/** What a row adds to the context of an asking that sees it: 0 for answers that are left out. */
export const sizeOfMessage = (message: Message): number => {
  if (message.role === 'user') return sizeOfBlocks(message.content)
  if (!speaks(message)) return 0
  if (message.status === 'aborted') return sizeOfBlocks(message.content.filter((block) => block.type === 'text'))
  return message.calls.reduce((sum, call) => sum + sizeOfCall(call), sizeOfBlocks(message.content))
}

export const sizeOfMessages = (messages: readonly Message[]): number =>
  messages.reduce((sum, message) => sum + sizeOfMessage(message), 0)

/** The summary's text and its list of calls. */
export const sizeOfSummary = (summary: Pick<Summary, 'text' | 'calls'> | null): number =>
  summary === null
    ? 0
    : summary.calls.reduce((sum, call) => sum + sizeOfText(call.id) + sizeOfText(call.name), sizeOfText(summary.text))
