import type { Answer, Message } from '../../../agent/message.ts'

/** Texts of a message, block by block. */
export const textsOf = ({ content }: Message): string[] =>
  content.flatMap((block) => (block.type === 'text' ? [block.text] : []))

export const joined = (texts: readonly string[]): string => texts.join('\n\n').trim()

export const textOf = (row: Message): string => joined(textsOf(row))

/** Nothing will be added to this answer or to its tool calls. */
export const hasEnded = ({ status, settledAt }: Answer): boolean =>
  status === 'failed' || status === 'replaced' || (status !== 'streaming' && status !== 'waiting' && settledAt !== null)
