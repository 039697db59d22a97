import type { AnswerBlock } from '../agent/content.ts'
import type { LlmPart, ProviderMeta } from '../llm/port.ts'

/** What has been received of one block. `text` of a tool call is its arguments, as JSON text that may be unfinished. */
type BufferedBlock = {
  index: number
  kind: 'text' | 'thinking' | 'tool-call'
  text: string
  id: string
  name: string
  redacted: boolean
  meta: ProviderMeta | undefined
}

/** The text that one part added: `offset` is the length the block had before. */
export type BlockGrowth = { index: number; kind: BufferedBlock['kind']; name: string; offset: number; text: string }

export type ReceivedCall = { id: string; name: string; arguments: string; meta: ProviderMeta | undefined }

/** Gathers the parts of one answer into blocks. Pure bookkeeping: no clock, no I/O. */
export type AnswerBuffer = {
  push: (part: LlmPart) => BlockGrowth | null
  blocks: () => readonly BufferedBlock[]
  /** What goes into the state: text and thinking, in order, without empty blocks. */
  content: () => AnswerBlock[]
  calls: () => ReceivedCall[]
}

export function makeAnswerBuffer(): AnswerBuffer {
  const blocks = new Map<number, BufferedBlock>()
  const open = (index: number, kind: BufferedBlock['kind'], id = '', name = ''): BlockGrowth => {
    blocks.set(index, { index, kind, text: '', id, name, redacted: false, meta: undefined })
    return { index, kind, name, offset: 0, text: '' }
  }
  const grow = (index: number, text: string): BlockGrowth | null => {
    const block = blocks.get(index)
    if (block === undefined || text === '') return null
    const offset = block.text.length
    block.text += text
    return { index, kind: block.kind, name: block.name, offset, text }
  }
  const sorted = (): BufferedBlock[] => [...blocks.values()].sort((a, b) => a.index - b.index)

  return {
    push: (part) => {
      switch (part.type) {
        case 'text-start':
          return open(part.index, 'text')
        case 'thinking-start':
          return open(part.index, 'thinking')
        case 'tool-call-start':
          return open(part.index, 'tool-call', part.id, part.name)
        case 'text-delta':
        case 'thinking-delta':
        case 'tool-call-delta':
          return grow(part.index, part.text)
        case 'text-end':
        case 'thinking-end': {
          const block = blocks.get(part.index)
          if (block !== undefined) block.meta = part.meta
          if (block !== undefined && part.type === 'thinking-end') block.redacted = part.redacted === true
          return null
        }
        case 'tool-call-end': {
          // The whole call is the truth; some providers send no deltas at all.
          const block = blocks.get(part.index)
          const before = block?.text.length ?? 0
          blocks.set(part.index, {
            index: part.index,
            kind: 'tool-call',
            text: part.arguments,
            id: part.id,
            name: part.name,
            redacted: false,
            meta: part.meta,
          })
          const added = part.arguments.slice(before)
          return added === ''
            ? null
            : { index: part.index, kind: 'tool-call', name: part.name, offset: before, text: added }
        }
        default:
          return null
      }
    },
    blocks: sorted,
    content: () =>
      sorted().flatMap((block): AnswerBlock[] => {
        if (block.kind === 'text')
          return block.text === '' ? [] : [{ type: 'text', text: block.text, meta: block.meta }]
        // A thinking block without text may still carry what the provider wants back (redacted or encrypted thinking).
        if (block.kind === 'thinking')
          return block.text === '' && block.meta === undefined
            ? []
            : [{ type: 'thinking', text: block.text, redacted: block.redacted || undefined, meta: block.meta }]
        return []
      }),
    calls: () =>
      sorted()
        .filter((block) => block.kind === 'tool-call')
        .map((block) => ({ id: block.id, name: block.name, arguments: block.text, meta: block.meta })),
  }
}
