import { castDraft } from 'mutative'
import type { Input, Unstamped } from '../../../agent/input.ts'
import type { UserIntent } from '../../../agent/user-intent.ts'
import type { Apart } from '../../../storage/schema.ts'

/**
 * Changes of a shared session that only this device has: how many, and how they are replayed into the shared session.
 */

export const countApart = (tail: readonly Input[]): Pick<Apart, 'messages' | 'answers' | 'results'> => ({
  messages: messagesOf(tail).length,
  answers: tail.filter(({ type }) => type === 'brain-send-message-complete').length,
  results: lateResults(tail).length,
})

type Message = UserIntent & { type: 'user-send-message' }

/** The person's messages as they left them, without those they removed. None interrupts: they are queued in order. */
export function messagesOf(tail: readonly Input[]): Message[] {
  const messages = new Map<string, Message>()
  for (const input of tail) {
    if (input.type === 'user-send-message') {
      const { type, messageId, content } = input
      messages.set(messageId, { type, messageId, content: castDraft(content), delivery: 'follow-up' })
    }
    if (input.type === 'user-cancel-queued') messages.delete(input.messageId)
    const said = input.type === 'user-change-queued' ? messages.get(input.messageId) : undefined
    if (said !== undefined && input.type === 'user-change-queued') said.content = castDraft(input.content)
  }
  return [...messages.values()]
}

export type LateResult = {
  toolCallId: string
  attempt: number
  content: Extract<Input, { type: 'toolkit-respond' }>['content']
}

/**
 * What acts came to that both sessions know to have begun: their start is not in the tail. The ids of calls that were
 * announced in it may name others there.
 */
export function lateResults(tail: readonly Input[]): LateResult[] {
  const nameOf = (input: { toolCallId: string; attempt: number }): string => `${input.toolCallId} ${input.attempt}`
  const begun = new Set(tail.flatMap((input) => (input.type === 'toolkit-start' ? [nameOf(input)] : [])))
  return tail.flatMap((input): LateResult[] => {
    const result = resultOf(input)
    return result === null || begun.has(nameOf(result)) ? [] : [result]
  })
}

/** The result of the act that this input ends. null: it ends none, or the act is retried. */
export function resultOf(input: Unstamped): LateResult | null {
  if (input.type !== 'toolkit-respond' && input.type !== 'toolkit-error') return null
  if (input.type === 'toolkit-error' && input.retryAt !== null) return null
  const { toolCallId, attempt } = input
  const content = input.type === 'toolkit-respond' ? input.content : [{ type: 'text' as const, text: input.error }]
  return { toolCallId, attempt, content }
}
