import { type Conversation, list, newest, record, type Said, timeOf, words } from './conversation.ts'

/**
 * One conversation of Claude's export: messages in their order (`chat_messages`). Of attached files the text that was read from them is
 * taken, tool calls are named. null: it is none.
 */
export function readClaude(value: unknown): Conversation | null {
  const conversation = record(value)
  if (conversation === null || !Array.isArray(conversation['chat_messages'])) return null
  return {
    title: words(conversation['name']).slice(0, 150),
    createdAt: timeOf(conversation['created_at']),
    ...newest(list(conversation['chat_messages']).flatMap((message) => saidBy(record(message)) ?? [])),
  }
}

function saidBy(message: Record<string, unknown> | null): Said | null {
  const sender = message?.['sender']
  if (message === null || (sender !== 'human' && sender !== 'assistant')) return null
  const blocks = list(message['content']).flatMap((block) => textOf(record(block)))
  const said = blocks.length > 0 ? blocks : [words(message['text'])]
  const attached = list(message['attachments']).flatMap((each) => attachedText(record(each)))
  const files = list(message['files']).map((each) => `[file ${words(record(each)?.['file_name']).slice(0, 200)}]`)
  const text = [...said, ...attached, ...files].filter((part) => part.trim() !== '').join('\n\n')
  if (text === '') return null
  return { role: sender === 'human' ? 'user' : 'assistant', text, at: timeOf(message['created_at']), model: null }
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
