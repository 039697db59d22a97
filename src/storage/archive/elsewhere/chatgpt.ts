import { type Conversation, list, newest, record, type Said, timeOf, words } from './conversation.ts'

/**
 * One conversation of ChatGPT's export: a tree of messages by id (`mapping`), of which the path from `current_node` to the root was shown last.
 * Other branches, system messages and what tools said are left out. null: it is none. Parents that go round in a circle, or are missing, end
 * the path.
 */
export function readChatGpt(value: unknown): Conversation | null {
  const conversation = record(value)
  const mapping = record(conversation?.['mapping'])
  if (conversation === null || mapping === null) return null
  const nodeOf = (id: unknown) => (typeof id === 'string' && Object.hasOwn(mapping, id) ? record(mapping[id]) : null)
  const path: Record<string, unknown>[] = []
  const seen = new Set<unknown>()
  const current = conversation['current_node']
  const last = nodeOf(current) === null ? Object.keys(mapping).at(-1) : current
  for (let id: unknown = last; !seen.has(id); ) {
    seen.add(id)
    const node = nodeOf(id)
    if (node === null) break
    path.push(node)
    id = node['parent']
  }
  return {
    title: words(conversation['title']).slice(0, 150),
    createdAt: timeOf(conversation['create_time']),
    ...newest(path.reverse().flatMap((node) => saidBy(record(node['message'])) ?? [])),
  }
}

function saidBy(message: Record<string, unknown> | null): Said | null {
  const role = record(message?.['author'])?.['role']
  if (message === null || (role !== 'user' && role !== 'assistant')) return null
  const metadata = record(message['metadata'])
  if (metadata?.['is_visually_hidden_from_conversation'] === true || message['weight'] === 0) return null
  const text = textOf(record(message['content']))
  if (text.trim() === '') return null
  const model = role === 'assistant' ? words(metadata?.['model_slug']).slice(0, 200) || null : null
  return { role, text, at: timeOf(message['create_time']), model }
}

function textOf(content: Record<string, unknown> | null): string {
  const type = content?.['content_type']
  if (type === 'code') return `\`\`\`\n${words(content?.['text'])}\n\`\`\``
  // what it thought, and what it was told of the person, is not what was said
  if (type !== 'text' && type !== 'multimodal_text') return ''
  return list(content?.['parts'])
    .map((part) => {
      if (typeof part === 'string') return words(part)
      const kind = words(record(part)?.['content_type'])
      return kind === 'audio_transcription' ? words(record(part)?.['text']) : kind === '' ? '' : '[file]'
    })
    .filter((part) => part !== '')
    .join('\n\n')
}
