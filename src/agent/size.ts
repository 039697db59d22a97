import { isAttached, sizeOfAttached } from './attachments.ts'
import type { AnswerBlock, PlainBlock } from './content.ts'
import { type Answer, type Message, speaks } from './message.ts'
import type { Summary } from './state.ts'

/**
 * Estimated sizes in tokens: a quarter of the characters (rounded up); pictures by their pixels. Cheap, and equal on
 * every thread.
 */

export const sizeOfText = (text: string): number => Math.ceil(text.length / 4)

export const sizeOfBlocks = (blocks: readonly (PlainBlock | AnswerBlock)[]): number => {
  let sum = 0
  for (const block of blocks)
    if (isAttached(block)) sum += sizeOfAttached(block)
    else if (block.type === 'text' || block.type === 'thinking') sum += sizeOfText(block.text)
    else if (block.type === 'code-run') sum += sizeOfText(block.code) + sizeOfText(block.output ?? '')
  return sum
}

/** One call with its arguments and its result. */
export const sizeOfCall = (call: Pick<Answer['calls'][number], 'name' | 'args' | 'result'>): number =>
  sizeOfText(call.name) + sizeOfText(call.args) + (call.result ? sizeOfBlocks(call.result.content) : 0)

/**
 * Tokens that a row adds to the context of a request that sees it; for answers that are left out, only what they told.
 */
export const sizeOfMessage = (message: Message): number => {
  if (message.role === 'user') return sizeOfBlocks(message.content)
  const told = sizeOfText(message.told ?? '')
  if (!speaks(message)) return told
  if (message.status === 'aborted') return told + sizeOfBlocks(message.content.filter((block) => block.type === 'text'))
  return message.calls.reduce((sum, call) => sum + sizeOfCall(call), told + sizeOfBlocks(message.content))
}

export const sizeOfMessages = (messages: readonly Message[]): number =>
  messages.reduce((sum, message) => sum + sizeOfMessage(message), 0)

/** The summary's text, facts and list of calls, and the messages repeated after it. */
export const sizeOfSummary = (summary: Pick<Summary, 'text' | 'calls' | 'words' | 'facts' | 'plan'> | null): number => {
  if (summary === null) return 0
  const { text, calls, words = [], facts, plan = '' } = summary
  const listed = calls.reduce(
    (sum, { id, name, about = '' }) => sum + sizeOfText(id) + sizeOfText(name) + sizeOfText(about),
    0,
  )
  const certain = [...(facts?.files ?? []), ...(facts?.unknown ?? [])].reduce((sum, line) => sum + sizeOfText(line), 0)
  return sizeOfText(text) + sizeOfText(plan) + listed + certain + words.reduce((sum, { size }) => sum + size, 0)
}
