import { branchesOf, type Conversation, list, newest, record, type Said, timeOf, words } from './conversation.ts'
import { pathsOf } from './tree.ts'

type Message = Record<string, unknown>
/** Which branch was shown last. */
const NOT_SAID = Symbol('not said')

/**
 * A conversation of LibreChat's export as JSON: messages that name their parents, or contain their children
 * (`recursive`). The newest branch becomes the conversation, the others become variants. null: not a conversation.
 */
export function readLibreChat(value: unknown): Conversation | null {
  const conversation = record(value)
  if (conversation === null || typeof conversation['conversationId'] !== 'string') return null
  const top = conversation['messages'] ?? conversation['messagesTree']
  if (!Array.isArray(top)) return null
  const messages = unfolded(top)
  const idOf = (message: Message): unknown => message['messageId']
  const tree = { messages, idOf, parentOf: (message: Message): unknown => message['parentMessageId'] }
  const { path, others } = pathsOf(tree, NOT_SAID, (message) => timeOf(message['createdAt']) ?? 0)
  const saidIn = (some: readonly Message[]): Said[] => some.flatMap((message) => saidBy(message) ?? [])
  return {
    title: words(conversation['title']).slice(0, 150),
    createdAt: timeOf(conversation['exportAt'] ?? messages[0]?.['createdAt']),
    ...newest(saidIn(path)),
    ...branchesOf(others.map(saidIn)),
  }
}

/** Flattens the tree without recursion: its depth is unknown. */
function unfolded(top: unknown[]): Message[] {
  const found: Message[] = []
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

function saidBy(message: Message): Said | null {
  const parts = list(message['content']).flatMap((part) => {
    const block = record(part)
    const text = block?.['text']
    // a part holds its text, or an object with the text
    return block?.['type'] === 'text' ? [words(text) || words(record(text)?.['value'])] : []
  })
  const text = parts.some((part) => part !== '') ? parts.join('\n\n') : words(message['text'])
  if (text.trim() === '') return null
  const role = message['isCreatedByUser'] === true ? 'user' : 'assistant'
  const model = role === 'assistant' ? words(message['model']).slice(0, 200) || null : null
  return { role, text, at: timeOf(message['createdAt']), model }
}
