import { branchesOf, type Conversation, list, newest, record, type Said, timeOf, words } from './conversation.ts'
import { pathsOf } from './tree.ts'

type Message = Record<string, unknown>

/**
 * A conversation of Claude's export: messages (`chat_messages`), as a tree if they name their parents, otherwise in
 * their order. The branch that was shown last (`current_leaf_message_uuid`) becomes the conversation, the others become
 * variants. Attached files arrive as their extracted text, tool calls by name. null: not a conversation.
 */
export function readClaude(value: unknown): Conversation | null {
  const conversation = record(value)
  if (conversation === null || !Array.isArray(conversation['chat_messages'])) return null
  const messages = list(conversation['chat_messages']).flatMap((each): Message[] => {
    const message = record(each)
    return message === null ? [] : [message]
  })
  const { path, others } = pathsIn(messages, conversation['current_leaf_message_uuid'])
  const model = words(conversation['model'])
  const saidIn = (some: readonly Message[]): Said[] => some.flatMap((message) => saidBy(message, model) ?? [])
  return {
    title: words(conversation['name']).slice(0, 150),
    createdAt: timeOf(conversation['created_at']),
    ...newest(saidIn(path)),
    ...branchesOf(others.map(saidIn)),
  }
}

function pathsIn(messages: readonly Message[], leaf: unknown): { path: readonly Message[]; others: Message[][] } {
  if (!messages.some((message) => typeof message['parent_message_uuid'] === 'string'))
    return { path: messages, others: [] }
  // a message without a parent follows the message before it
  const before = new Map(messages.map((message, n) => [message, messages[n - 1]?.['uuid']]))
  const parentOf = (message: Message): unknown => message['parent_message_uuid'] ?? before.get(message)
  const idOf = (message: Message): unknown => message['uuid']
  return pathsOf({ messages, idOf, parentOf }, leaf, (message) => timeOf(message['created_at']) ?? 0)
}

function saidBy(message: Message, modelOfAll: string): Said | null {
  const sender = message['sender']
  if (sender !== 'human' && sender !== 'assistant') return null
  const blocks = list(message['content']).flatMap((block) => textOf(record(block)))
  const said = blocks.some((part) => part.trim() !== '') ? blocks : [words(message['text'])]
  const attached = list(message['attachments']).flatMap((each) => attachedText(record(each)))
  const files = list(message['files']).map((each) => `[file ${words(record(each)?.['file_name']).slice(0, 200)}]`)
  const text = [...said, ...attached, ...files].filter((part) => part.trim() !== '').join('\n\n')
  if (text === '') return null
  const at = timeOf(message['created_at'])
  if (sender === 'human') return { role: 'user', text, at, model: null }
  return { role: 'assistant', text, at, model: (words(message['model']) || modelOfAll).slice(0, 200) || null }
}

function textOf(block: Record<string, unknown> | null): string[] {
  if (block?.['type'] === 'text') return [words(block['text'])]
  return block?.['type'] === 'tool_use' ? [`[tool call ${words(block['name']).slice(0, 200)}]`] : []
}

function attachedText(attachment: Record<string, unknown> | null): string[] {
  const name = words(attachment?.['file_name']).slice(0, 200)
  const text = words(attachment?.['extracted_content'])
  return text === '' ? [`[file ${name}]`] : [`${name}:\n\n${text}`]
}
