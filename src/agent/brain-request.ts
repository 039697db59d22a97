import type { FileData, ImageData, LlmMessage, TextBlock } from '../llm/port.ts'
import { inOrder } from './answer-order.ts'
import { isSound, kindOfAttached } from './attachments.ts'
import type { AnswerBlock, AttachedBlock, AttachedFile, DocumentBlock, ImageBlock, PlainBlock } from './content.ts'
import type { ContextCall, ContextItem } from './context.ts'
import { NO_OUTPUT, text } from './words.ts'

/** Inputs besides text that a model takes. `sounds`: media types of recordings. */
export type Senses = { images: boolean; pdf: boolean; sounds: readonly string[] }
const ALL_SENSES: Senses = { images: true, pdf: true, sounds: [] }

const PDF = 'application/pdf'

/** The blobs that `llmMessages` needs: those sent as they are, and those of text. */
export const blobsOf = (
  items: readonly ContextItem[],
  senses: Senses = ALL_SENSES,
): { whole: string[]; text: string[] } => {
  const whole = new Set<string>()
  const words = new Set<string>()
  for (const block of items.flatMap(plainBlocks)) {
    if (block.type === 'image' && senses.images) whole.add(block.blob)
    if (block.type !== 'document') continue
    if (isShown(block, senses)) whole.add(block.blob)
    else if (block.words !== null) words.add(block.words)
  }
  return { whole: [...whole], text: [...words] }
}

const plainBlocks = (item: ContextItem): (PlainBlock | AnswerBlock)[] =>
  item.role === 'tool' ? item.call.content : item.content

const isShown = (block: DocumentBlock, { pdf, sounds }: Senses): boolean =>
  isSound(block) ? sounds.includes(block.mediaType) : block.mediaType === PDF && pdf

/** `whole`: base64 by blob id. `text`: text by blob id. A missing blob is mentioned in words. */
export type Stored = { whole: ReadonlyMap<string, string>; text: ReadonlyMap<string, string> }

/**
 * Makes the messages of a request from `contextFor`. Attachments that this model cannot take are named in their place;
 * a document is given as its text. Provider ids of calls are kept, and made unique where they repeat or are missing,
 * because results are matched by them.
 */
export const llmMessages = (
  items: readonly ContextItem[],
  stored: Stored,
  senses: Senses = ALL_SENSES,
): LlmMessage[] => {
  const ids = uniqueIds(items)
  const idOf = (call: ContextCall): string => ids.get(call) ?? call.id
  const plain = (blocks: readonly PlainBlock[]): (TextBlock | ImageData | FileData)[] =>
    blocks.flatMap((block) => [...fileNote(block), shown(block, stored, senses)])
  return items.map((item): LlmMessage => {
    if (item.role === 'user') return { role: 'user', content: plain(item.content) }
    if (item.role === 'assistant')
      return {
        role: 'assistant',
        content: inOrder(item.content, item.calls).flatMap(
          (block): Extract<LlmMessage, { role: 'assistant' }>['content'] => {
            if (block.type === 'sources') return []
            if (block.type === 'image')
              return [{ ...picture(block, stored, senses), ...(block.meta && { meta: block.meta }) }]
            if (block.type !== 'tool-call') return [block]
            const { name, args, meta } = block.call
            return [{ type: 'tool-call', id: idOf(block.call), name, arguments: args, ...(meta && { meta }) }]
          },
        ),
      }
    const { call } = item
    const content = call.content.length > 0 ? plain(call.content) : text(NO_OUTPUT)
    return { role: 'tool', id: idOf(call), name: call.name, content, isError: call.isError }
  })
}

const shown = (block: PlainBlock, stored: Stored, senses: Senses): TextBlock | ImageData | FileData => {
  if (block.type === 'text') return block
  return block.type === 'image' ? picture(block, stored, senses) : document(block, stored, senses)
}

const NOT_STORED = 'no longer stored'
const TEXT_ONLY = 'this model reads text only'
const note = (block: AttachedBlock, words: string): TextBlock => ({
  type: 'text',
  text: `[${kindOfAttached(block)}${block.name === undefined ? '' : `: ${block.name}`}, ${words}]`,
})

const picture = (block: ImageBlock, { whole }: Stored, { images }: Senses): TextBlock | ImageData => {
  if (!images) return note(block, `not shown: ${TEXT_ONLY}`)
  const data = whole.get(block.blob)
  return data === undefined ? note(block, NOT_STORED) : { type: 'image', mediaType: block.mediaType, data }
}

/** Where the original of an attachment is. */
const fileNote = (block: PlainBlock): TextBlock[] => {
  if (block.type === 'text' || block.file === undefined) return []
  return [{ type: 'text', text: `[Attached file of the workspace: ${factsOf(block.file)}]` }]
}

const factsOf = ({ path, mediaType, size }: AttachedFile): string => `${path} (${mediaType}, ${size} bytes)`

const document = (block: DocumentBlock, { whole, text: texts }: Stored, senses: Senses): TextBlock | FileData => {
  const { name, mediaType } = block
  if (isShown(block, senses)) {
    const data = whole.get(block.blob)
    return data === undefined ? note(block, NOT_STORED) : { type: 'file', mediaType, name, data }
  }
  if (isSound(block)) return note(block, 'not heard: this model takes no sound of this kind')
  if (block.words === null) return note(block, `not shown: there is no text in it, and ${TEXT_ONLY}`)
  const words = texts.get(block.words)
  return words === undefined ? note(block, NOT_STORED) : { type: 'text', text: framed(name, words) }
}

/** Wraps a document so that no text inside can end the wrapper. */
const framed = (name: string, words: string): string =>
  `<document name="${name.replaceAll(/["<>\n]/g, ' ')}">\n${words.replaceAll(/<(?=\/?document\b)/g, '‹')}\n</document>`

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
