import { askedOnceMore, type Body } from './asked-once-more.ts'
import { isRecord } from './is-record.ts'

/**
 * Signed or encrypted thinking is refused by other accounts, and by some models once the messages before it have
 * changed. Every later request of the session would then be refused, so the request is repeated without thinking. The
 * thinking stays stored, for models that can read it.
 */

const REFUSED = {
  statuses: [400],
  words:
    /invalid_encrypted_content|encrypted content.{0,400}could not be|invalid .?(signature|data).? in .?(redacted_)?thinking/is,
} as const

/** The Messages API. */
export const withoutRefusedThinking = (fetch: typeof globalThis.fetch): typeof globalThis.fetch =>
  askedOnceMore(fetch, { ...REFUSED, without: withoutThinking })

/** The Responses API. */
export const withoutRefusedReasoning = (fetch: typeof globalThis.fetch): typeof globalThis.fetch =>
  askedOnceMore(fetch, { ...REFUSED, without: withoutReasoning })

function withoutThinking({ thinking, messages, ...body }: Body): Body | null {
  if (!Array.isArray(messages)) return null
  const blocks = (message: unknown): unknown[] =>
    isRecord(message) && Array.isArray(message['content']) ? message['content'] : []
  if (!messages.some((message) => blocks(message).some(isThinking))) return null
  const rest = messages.flatMap((message: unknown) => {
    if (!blocks(message).some(isThinking)) return [message]
    const content = blocks(message).filter((block) => !isThinking(block))
    // an answer of only thinking
    return content.length === 0 ? [] : [{ ...(message as Body), content }]
  })
  // with a budget, answers with tool calls must have begun with thinking
  const inRound = blocks(rest.at(-1)).some((block) => isRecord(block) && block['type'] === 'tool_result')
  const byBudget = isRecord(thinking) && thinking['type'] === 'enabled'
  return { ...body, ...(thinking !== undefined && !(byBudget && inRound) && { thinking }), messages: rest }
}

const isThinking = (block: unknown): boolean =>
  isRecord(block) && (block['type'] === 'thinking' || block['type'] === 'redacted_thinking')

function withoutReasoning({ input, ...body }: Body): Body | null {
  if (!Array.isArray(input) || !input.some(isReasoning)) return null
  const rest = input.filter((item) => !isReasoning(item)).map(withoutId)
  return { ...body, input: rest }
}

const isReasoning = (item: unknown): boolean => isRecord(item) && item['type'] === 'reasoning'

/** A message or a call with an id is refused without its original reasoning. */
function withoutId(item: unknown): unknown {
  if (!isRecord(item) || (item['role'] !== 'assistant' && item['type'] !== 'function_call')) return item
  const { id: _, ...rest } = item
  return rest
}
