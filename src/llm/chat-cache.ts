import type { cachePoint } from './cache-point.ts'
import { isRecord } from './is-record.ts'

type Message = Record<string, unknown>

/**
 * Marks for Anthropic's cache: on the system prompt, on the person's last message, and on the last message. Anthropic
 * allows at most four.
 */
export function withCachePoints(messages: Message[], point: NonNullable<ReturnType<typeof cachePoint>>): Message[] {
  const places = new Set([
    messages.findIndex(({ role }) => role === 'system'),
    messages.findLastIndex(({ role }) => role === 'user'),
    messages.length - 1,
  ])
  return messages.map((message, at) => (places.has(at) ? marked(message, point) : message))
}

/** Marks the last part. A message without content stays unchanged. */
function marked(message: Message, point: object): Message {
  const { content } = message
  const parts =
    typeof content === 'string'
      ? content === ''
        ? []
        : [{ type: 'text', text: content }]
      : Array.isArray(content)
        ? content
        : []
  const last: unknown = parts.at(-1)
  if (!isRecord(last)) return message
  return { ...message, content: [...parts.slice(0, -1), { ...last, cache_control: point }] }
}

/** The message without marks. A server that refuses marks may also refuse text in parts. */
export function withoutCachePoints(message: unknown): unknown {
  if (!isRecord(message) || !Array.isArray(message['content'])) return message
  const content = message['content'].map((part: unknown) => {
    if (!isRecord(part)) return part
    const { cache_control: _, ...rest } = part
    return rest
  })
  const [only] = content
  const isPlain = content.length === 1 && isRecord(only) && only['type'] === 'text' && Object.keys(only).length === 2
  return { ...message, content: isPlain ? only['text'] : content }
}
