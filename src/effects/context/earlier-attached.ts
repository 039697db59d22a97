import { isSound } from '../../agent/attachments.ts'
import type { DocumentBlock, ImageBlock } from '../../agent/content.ts'
import type { Message } from '../../agent/message.ts'
import type { TextBlock } from '../../llm/port.ts'

/** Kinds of attachments that are sent as files, and may be refused. */
export type SentAsItIs = 'image' | 'pdf' | 'sound'
/** By kind: attachments of rows up to this stamp are no longer sent. */
export type BareUpTo = Readonly<Partial<Record<SentAsItIs, number>>>

/**
 * The rows, with attachments of refused kinds up to their stamps replaced by words; a PDF with text is replaced by its
 * text.
 */
export const withoutEarlierAttached = (rows: readonly Message[], upTo: BareUpTo): Message[] =>
  rows.map((row) => (Object.values(upTo).every((stamp) => row.seq > stamp) ? row : bare(row, upTo)))

function bare(row: Message, upTo: BareUpTo): Message {
  const inWords = <Block extends { type: string }>(block: Block): Block | DocumentBlock | TextBlock => {
    if (!isAttached(block)) return block
    const kind = kindOf(block)
    return kind === null || row.seq > (upTo[kind] ?? 0) ? block : given(block, kind)
  }
  if (row.role === 'user') return { ...row, content: row.content.map(inWords) }
  const calls = row.calls.map((call) =>
    call.result === null ? call : { ...call, result: { ...call.result, content: call.result.content.map(inWords) } },
  )
  // a model makes pictures, but neither PDFs nor sound
  const content = row.content.map((block) =>
    block.type === 'image' && row.seq <= (upTo.image ?? 0) ? named(block, 'image') : block,
  )
  return { ...row, content, calls }
}

const WHAT = {
  image: ['image', 'not shown', 'a picture'],
  pdf: ['document', 'not shown', 'a PDF'],
  sound: ['recording', 'not heard', 'a recording'],
} as const

function given(block: ImageBlock | DocumentBlock, kind: SentAsItIs): DocumentBlock | TextBlock {
  if (block.type === 'image' || block.words === null) return named(block, kind)
  const { pages: _, ...words } = block
  // text is never sent as a file
  return { ...words, mediaType: 'text/plain' }
}

function named(block: { name?: string | undefined }, kind: SentAsItIs): TextBlock {
  const [what, lost, one] = WHAT[kind]
  const name = block.name === undefined ? '' : `: ${block.name}`
  return { type: 'text', text: `[${what}${name}, ${lost}: the provider refused ${one} of this conversation]` }
}

const isAttached = (block: { type: string }): block is ImageBlock | DocumentBlock =>
  block.type === 'image' || block.type === 'document'

function kindOf(block: ImageBlock | DocumentBlock): SentAsItIs | null {
  if (block.type === 'image') return 'image'
  if (isSound(block)) return 'sound'
  return block.mediaType === 'application/pdf' ? 'pdf' : null
}
