import type { SaidBlock } from './answer-order.ts'
import type { AnswerBlock, AttachedBlock, PlainBlock } from './content.ts'

/** Pictures and documents in a conversation: what they weigh, which bytes they name, and how they are called where they cannot be shown. */

type Block = PlainBlock | AnswerBlock
/** What a picture of unknown size weighs, and the least and the most that one of a known size does, in tokens. */
const UNKNOWN_IMAGE = 1000
const LEAST_IMAGE = 85
const MOST_IMAGE = 1600
/** Pixels that weigh one token. */
const PIXELS = 750
/** What is said of a document around its words, and what the look of one page weighs where it is sent as it is. */
const FRAME = 20
const PAGE = 250
/** One second of a recording, as Gemini counts; others take less. */
const SECOND = 32

export const isAttached = (block: Block): block is AttachedBlock => block.type === 'image' || block.type === 'document'

/** A recording: what calls itself sound and says nothing that could be read. */
export const isSound = (block: AttachedBlock): boolean =>
  block.type === 'document' && block.words === null && block.mediaType.startsWith('audio/')

/** What it is, in a word for the model. */
export const kindOfAttached = (block: AttachedBlock): string => (isSound(block) ? 'recording' : block.type)

/** Estimated tokens. */
export const sizeOfAttached = (block: AttachedBlock): number => {
  if (block.type === 'document' && isSound(block)) return FRAME + block.length * SECOND
  if (block.type === 'document') return FRAME + Math.ceil(block.length / 4) + (block.pages ?? 0) * PAGE
  const { width, height } = block
  if (width === undefined || height === undefined) return UNKNOWN_IMAGE
  return Math.min(MOST_IMAGE, Math.max(LEAST_IMAGE, Math.ceil((width * height) / PIXELS)))
}

/** The blobs (SHA-256, hex) that these blocks name. */
export const blobsOfBlocks = (blocks: readonly Block[]): string[] =>
  blocks.flatMap((block) => {
    if (block.type === 'image') return [block.blob]
    if (block.type === 'document') return block.words === null ? [block.blob] : [block.blob, block.words]
    return []
  })

/** What a block says to a reader of text alone. */
export const wordsOfBlock = (block: PlainBlock | SaidBlock): string => {
  if (block.type === 'image') return block.name === undefined ? '[an image]' : `[image: ${block.name}]`
  if (block.type === 'sources') return block.sources.map(({ url, title = '' }) => `${title} ${url}`.trim()).join('\n')
  if (block.type === 'code-run') return [block.code, block.output ?? ''].join('\n').trim()
  return block.type === 'document' ? `[${kindOfAttached(block)}: ${block.name}]` : block.text
}
