import { castDraft } from 'mutative'
import type { AnswerBlock, PlainBlock } from '../content.ts'
import { type Draft, editAnswer, type OpenAnswer, type OpenCall, readAnswer } from '../draft.ts'
import type { ToolCall, ToolResult } from '../message.ts'
import { runningCalls } from '../select.ts'
import { text } from '../words.ts'

/** Shared operations on answers and calls. Lookups return undefined if an input does not apply. */

const textLength = (blocks: readonly AnswerBlock[]): number => {
  let sum = 0
  for (const block of blocks) if (block.type === 'text') sum += block.text.length
  return sum
}
const fullLength = (blocks: readonly AnswerBlock[]): number =>
  blocks.reduce((sum, block) => sum + (block.type === 'text' || block.type === 'thinking' ? block.text.length : 0), 0)

const images = (blocks: readonly AnswerBlock[]): number => blocks.filter(({ type }) => type === 'image').length

/** Text of an earlier attempt is not replaced by a shorter one: text counts first, then thinking, then pictures. */
export const longer = (old: readonly AnswerBlock[], received: readonly AnswerBlock[]): readonly AnswerBlock[] => {
  const more =
    textLength(received) - textLength(old) || fullLength(received) - fullLength(old) || images(received) - images(old)
  return more > 0 ? received : old
}

type Ending = { kind: ToolResult['kind']; terminate?: boolean | undefined } & (
  | { words: string }
  | { content: readonly PlainBlock[] }
)
export const closeCall = (
  draft: Draft,
  call: OpenCall,
  ending: Ending & Partial<Pick<ToolResult, 'details' | 'blob' | 'recorded'>>,
): void => {
  call.status = 'closed'
  call.until = null
  call.closeWith = null
  call.question = null
  delete call.form
  delete call.answered
  call.result = castDraft<ToolResult>({
    kind: ending.kind,
    content: 'words' in ending ? text(ending.words) : ending.content,
    terminate: ending.terminate === true,
    timestamp: draft.now,
    ...(ending.details && { details: ending.details }),
    ...(ending.blob !== undefined && { blob: ending.blob }),
    ...(ending.recorded === true && { recorded: true }),
  })
}

/** The streaming answer that a brain's input names, to change. */
export const streaming = (draft: Draft, { cut, attempt }: { cut: number; attempt: number }): OpenAnswer | undefined => {
  const entry = draft.head.live.find((live) => live.cut === cut)
  if (entry?.status !== 'streaming' || entry.attempt !== attempt) return undefined
  return editAnswer(draft, entry.n)
}

/** An open call by its id, to change. */
export const openCall = (draft: Draft, toolCallId: string, status: ToolCall['status']): OpenCall | undefined => {
  const entry = draft.head.unsettled.find(({ calls }) =>
    calls.some((call) => call.id === toolCallId && call.status === status),
  )
  return entry && editAnswer(draft, entry.n)?.calls.find((call) => call.id === toolCallId)
}

/** The running call that a toolkit's input names, to change. */
export const requested = (
  draft: Draft,
  { toolCallId, attempt }: { toolCallId: string; attempt: number },
): OpenCall | undefined => {
  const entry = runningCalls(draft.head).find(({ call }) => call.id === toolCallId && call.attempt === attempt)
  return entry && editAnswer(draft, entry.n)?.calls.find((call) => call.id === toolCallId)
}

/** The same, read only. */
export const peekCall = (draft: Draft, n: number, toolCallId: string): ToolCall | undefined =>
  readAnswer(draft, n)?.calls.find((call) => call.id === toolCallId)
