import { type Conversation, list, newest, record, type Said, timeOf, words } from './conversation.ts'

/**
 * One conversation of LibreChat's export as JSON: messages that name their parents, or hold their children (`recursive`). The branch that
 * was said last is taken. null: it is none. Parents that go round in a circle, or are missing, end the path.
 */
export function readLibreChat(value: unknown): Conversation | null {
  const conversation = record(value)
  if (conversation === null || typeof conversation['conversationId'] !== 'string') return null
  const top = conversation['messages'] ?? conversation['messagesTree']
  if (!Array.isArray(top)) return null
  const messages = unfolded(top)
  const byId = new Map(messages.map((message) => [message['messageId'], message]))
  // a set keeps the order, and knows who was there
  const path = new Set<Record<string, unknown>>()
  for (let at = lastOf(messages); at !== undefined && !path.has(at); ) {
    path.add(at)
    at = byId.get(at['parentMessageId'])
  }
  return {
    title: words(conversation['title']).slice(0, 150),
    createdAt: timeOf(conversation['exportAt'] ?? messages[0]?.['createdAt']),
    ...newest([...path].reverse().flatMap((message) => saidBy(message) ?? [])),
  }
}

/** Without recursion: nobody says how deep it is. */
function unfolded(top: unknown[]): Record<string, unknown>[] {
  const found: Record<string, unknown>[] = []
  const waiting: { value: unknown; parent: unknown }[] = top.map((value) => ({ value, parent: null })).reverse()
  while (waiting.length > 0) {
    const { value, parent } = waiting.pop() as (typeof waiting)[number]
    const message = record(value)
    if (message === null) continue
    found.push(parent === null ? message : { ...message, parentMessageId: parent })
    for (const child of list(message['children']).toReversed())
      waiting.push({ value: child, parent: message['messageId'] })
  }
  return found
}

function lastOf(messages: Record<string, unknown>[]): Record<string, unknown> | undefined {
  const parents = new Set(messages.map((message) => message['parentMessageId']))
  const leaves = messages.filter((message) => !parents.has(message['messageId']))
  const time = (message: Record<string, unknown>): number => timeOf(message['createdAt']) ?? 0
  return (leaves.length > 0 ? leaves : messages).reduce<Record<string, unknown> | undefined>(
    (last, message) => (last === undefined || time(message) >= time(last) ? message : last),
    undefined,
  )
}

function saidBy(message: Record<string, unknown>): Said | null {
  const parts = list(message['content']).flatMap((part) => {
    const block = record(part)
    const text = block?.['text']
    // a part holds its text, or an object that does
    return block?.['type'] === 'text' ? [words(text) || words(record(text)?.['value'])] : []
  })
  const text = parts.some((part) => part !== '') ? parts.join('\n\n') : words(message['text'])
  if (text.trim() === '') return null
  const role = message['isCreatedByUser'] === true ? 'user' : 'assistant'
  const model = role === 'assistant' ? words(message['model']).slice(0, 200) || null : null
  return { role, text, at: timeOf(message['createdAt']), model }
}
