import { castDraft } from 'mutative'
import type { Input, Unstamped } from '../../../agent/input.ts'
import type { UserIntent } from '../../../agent/user-intent.ts'
import type { Apart } from '../../../storage/schema.ts'

/** What of a shared session one device alone had: how much it is, and what is said of it to the shared one. */

export const countApart = (tail: readonly Input[]): Pick<Apart, 'messages' | 'answers' | 'results'> => ({
  messages: messagesOf(tail).length,
  answers: tail.filter(({ type }) => type === 'brain-send-message-complete').length,
  results: lateResults(tail).length,
})

type Message = UserIntent & { type: 'user-send-message' }

/**
 * As the person left them; what they took back is not among them. None of them interrupts: each has its turn, in their
 * order.
 */
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

/** What the act came to by which this ends. null: it is none, or it is tried again. */
export function resultOf(input: Unstamped): LateResult | null {
  if (input.type !== 'toolkit-respond' && input.type !== 'toolkit-error') return null
  if (input.type === 'toolkit-error' && input.retryAt !== null) return null
  const { toolCallId, attempt } = input
  const content = input.type === 'toolkit-respond' ? input.content : [{ type: 'text' as const, text: input.error }]
  return { toolCallId, attempt, content }
}
