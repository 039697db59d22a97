import { withSources } from './chatgpt-citations.ts'
import { branchesOf, type Conversation, list, newest, record, type Said, timeOf, words } from './conversation.ts'
import { pathsOf } from './tree.ts'

type Node = Record<string, unknown>

/**
 * A conversation of ChatGPT's export: a tree of messages by id (`mapping`). The branch of `current_node` was shown last
 * and becomes the conversation; the other branches become variants. System messages and messages to or from tools are
 * left out. null: not a conversation.
 */
export function readChatGpt(value: unknown): Conversation | null {
  const conversation = record(value)
  const mapping = record(conversation?.['mapping'])
  if (conversation === null || mapping === null) return null
  const ids = new Map<Node, string>()
  for (const [id, value] of Object.entries(mapping)) {
    const node = record(value)
    if (node !== null) ids.set(node, id)
  }
  const tree = {
    messages: [...ids.keys()],
    idOf: (node: Node) => ids.get(node),
    parentOf: (node: Node) => node['parent'],
  }
  const { path, others } = pathsOf(
    tree,
    conversation['current_node'],
    (node) => timeOf(record(node['message'])?.['create_time']) ?? 0,
  )
  const saidIn = (nodes: readonly Node[]): Said[] =>
    nodes.flatMap((node) => saidBy(record(node['message']), conversation['default_model_slug']) ?? [])
  return {
    title: words(conversation['title']).slice(0, 150),
    createdAt: timeOf(conversation['create_time']),
    ...newest(saidIn(path)),
    ...branchesOf(others.map(saidIn)),
  }
}

function saidBy(message: Record<string, unknown> | null, modelOfAll: unknown): Said | null {
  const role = record(message?.['author'])?.['role']
  if (message === null || (role !== 'user' && role !== 'assistant')) return null
  const metadata = record(message['metadata'])
  if (metadata?.['is_visually_hidden_from_conversation'] === true || message['weight'] === 0) return null
  // a thought
  if (message['channel'] === 'analysis') return null
  const content = record(message['content'])
  const recipient = message['recipient'] ?? 'all'
  const text = recipient === 'all' ? withSources(textOf(content), metadata) : documentIn(words(recipient), content)
  if (text.trim() === '') return null
  const at = timeOf(message['create_time'])
  if (role === 'user') return { role, text, at, model: null }
  const names = [
    metadata?.['model_slug'],
    metadata?.['resolved_model_slug'],
    metadata?.['default_model_slug'],
    modelOfAll,
  ]
  const model = names.map(words).find((name) => name !== '' && name !== 'auto')
  return { role, text, at, model: model?.slice(0, 200) ?? null }
}

/** Of messages to tools (`bio`, `web.run`) the person sees only a document that was written for them. */
function documentIn(recipient: string, content: Record<string, unknown> | null): string {
  if (!recipient.startsWith('canmore.create')) return ''
  try {
    const written = record(JSON.parse(words(content?.['text']) || words(list(content?.['parts'])[0])))
    const name = words(written?.['name'])
    const text = words(written?.['content'])
    return text === '' ? '' : `${name}\n\n${text}`.trim()
  } catch {
    // cut off, or of another kind
    return ''
  }
}

function textOf(content: Record<string, unknown> | null): string {
  const type = content?.['content_type']
  if (type === 'code') return `\`\`\`\n${words(content?.['text'])}\n\`\`\``
  // thoughts, and facts about the person, were not part of the conversation
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
