import type { ImageData, LlmMessage, LlmTool, TextBlock } from '../llm/port.ts'
import { inOrder } from './answer-order.ts'
import type { AnswerBlock, PlainBlock } from './content.ts'
import type { ContextCall, ContextItem } from './context.ts'
import type { Head } from './head.ts'
import type { Summary } from './state.ts'
import { NO_OUTPUT, text } from './words.ts'

export const LOAD_TOOL_CALL = 'load_tool_call'
export const EXPAND_HISTORY = 'expand_history'

export const SEARCH_HISTORY = 'search_history'
export const INTERNAL_TOOLS: readonly string[] = [LOAD_TOOL_CALL, EXPAND_HISTORY, SEARCH_HISTORY]

/** Internal tools (seed 002): offered without configuration, while there is something to load: a summary, or shortened results. */
export const internalTools = (summary: Summary | null, pruned: Head['pruned']): LlmTool[] => {
  const summarised = summary !== null && summary.cutAt > 0
  if (!summarised) return pruned === undefined ? [] : [LOAD]
  return [LOAD, EXPAND, SEARCH]
}

const LOAD: LlmTool = {
  name: LOAD_TOOL_CALL,
  description:
    'Shows the arguments and the result of an earlier tool call of this conversation, by the id that the summary or a shortened result names. A large one comes in pages.',
  parameters: {
    type: 'object',
    properties: {
      id: { type: 'string', description: 'The id of the earlier tool call.' },
      page: { type: 'integer', minimum: 1, description: 'Which page of a large result; 1 if left out.' },
    },
    required: ['id'],
    additionalProperties: false,
  },
}
const EXPAND: LlmTool = {
  name: EXPAND_HISTORY,
  description: 'Brings back messages of the conversation that the summary stands for, the newest of them first.',
  parameters: {
    type: 'object',
    properties: {
      count: { type: 'integer', minimum: 1, maximum: 100, description: 'How many messages to bring back.' },
    },
    required: ['count'],
    additionalProperties: false,
  },
}
const SEARCH: LlmTool = {
  name: SEARCH_HISTORY,
  description:
    "Searches this conversation's own past, also what the summary stands for, for words. Gives short excerpts, and ids for load_tool_call.",
  parameters: {
    type: 'object',
    properties: { words: { type: 'string', description: 'Words that all occur in what is looked for.' } },
    required: ['words'],
    additionalProperties: false,
  },
}

/** The blobs whose bytes `llmMessages` needs. */
export const blobsOf = (items: readonly ContextItem[]): string[] => [
  ...new Set(items.flatMap(plainBlocks).flatMap((block) => (block.type === 'image' ? [block.blob] : []))),
]

const plainBlocks = (item: ContextItem): (PlainBlock | AnswerBlock)[] =>
  item.role === 'tool' ? item.call.content : item.content

/**
 * The messages of a request, from `contextFor`. `images`: base64 by blob id; one that is missing is said in words. Providers' call ids are kept, and made different where they repeat or are missing, since
 * results are told apart by them.
 */
export const llmMessages = (items: readonly ContextItem[], images: ReadonlyMap<string, string>): LlmMessage[] => {
  const ids = uniqueIds(items)
  const idOf = (call: ContextCall): string => ids.get(call) ?? call.id
  const plain = (blocks: readonly PlainBlock[]): (TextBlock | ImageData)[] =>
    blocks.map((block) => shown(block, images))
  return items.map((item): LlmMessage => {
    if (item.role === 'user') return { role: 'user', content: plain(item.content) }
    if (item.role === 'assistant')
      return {
        role: 'assistant',
        content: inOrder(item.content, item.calls).map((block) => {
          if (block.type === 'image') return { ...shown(block, images), ...(block.meta && { meta: block.meta }) }
          if (block.type !== 'tool-call') return block
          const { name, args, meta } = block.call
          return { type: 'tool-call', id: idOf(block.call), name, arguments: args, ...(meta && { meta }) }
        }),
      }
    const { call } = item
    const content = call.content.length > 0 ? plain(call.content) : text(NO_OUTPUT)
    return { role: 'tool', id: idOf(call), name: call.name, content, isError: call.isError }
  })
}

const shown = (block: PlainBlock, images: ReadonlyMap<string, string>): TextBlock | ImageData => {
  if (block.type === 'text') return block
  const data = images.get(block.blob)
  return data === undefined
    ? { type: 'text', text: '[an image that is no longer stored]' }
    : { type: 'image', mediaType: block.mediaType, data }
}

const uniqueIds = (items: readonly ContextItem[]): Map<ContextCall, string> => {
  const ids = new Map<ContextCall, string>()
  const taken = new Set(items.flatMap((item) => (item.role === 'assistant' ? item.calls : [])).map((c) => c.providerId))
  const used = new Set<string>()
  for (const item of items) {
    if (item.role !== 'assistant') continue
    for (const call of item.calls) {
      const wish = call.providerId === '' ? 'call' : call.providerId
      let id = wish
      for (let k = 2; used.has(id) || (id !== call.providerId && taken.has(id)); k++) id = `${wish}_${k}`
      used.add(id)
      ids.set(call, id)
    }
  }
  return ids
}
