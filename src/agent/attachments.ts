import type { SaidBlock } from './answer-order.ts'
import type { AnswerBlock, AttachedBlock, FileChange, PlainBlock } from './content.ts'

/**
 * Pictures and documents in a conversation: their size in tokens, the blobs they name, and their text for models that
 * cannot take them.
 */

type Block = PlainBlock | AnswerBlock
/** Tokens of a picture of unknown size; minimum and maximum of one of known size. */
const UNKNOWN_IMAGE = 1000
const LEAST_IMAGE = 85
const MOST_IMAGE = 1600
/** Pixels per token. */
const PIXELS = 750
/** Tokens of the frame around a document's text, and of one page that is sent as an image. */
const FRAME = 20
const PAGE = 250
/** Tokens per second of a recording, as Gemini counts. Other providers count fewer. */
const SECOND = 32

export const isAttached = (block: Block): block is AttachedBlock => block.type === 'image' || block.type === 'document'

/** Whether a document is a recording: it has a sound type and no readable text. */
export const isSound = (block: AttachedBlock): boolean =>
  block.type === 'document' && block.words === null && block.mediaType.startsWith('audio/')

/** The kind of an attachment, as a word for the model. */
export const kindOfAttached = (block: AttachedBlock): string => (isSound(block) ? 'recording' : block.type)

/** Estimated tokens. */
export const sizeOfAttached = (block: AttachedBlock): number =>
  shownSize(block) + ('file' in block && block.file !== undefined ? FRAME : 0)

const shownSize = (block: AttachedBlock): number => {
  if (block.type === 'document' && isSound(block)) return FRAME + block.length * SECOND
  if (block.type === 'document') return FRAME + Math.ceil(block.length / 4) + (block.pages ?? 0) * PAGE
  const { width, height } = block
  if (width === undefined || height === undefined) return UNKNOWN_IMAGE
  return Math.min(MOST_IMAGE, Math.max(LEAST_IMAGE, Math.ceil((width * height) / PIXELS)))
}

/** Changes that make the attached files of a message part of the workspace, if no other files have their paths. */
export const fileChangesOf = (blocks: readonly PlainBlock[]): FileChange[] => {
  const files = blocks.flatMap((block) => (isAttached(block) && block.file ? [block.file] : []))
  const once = new Map(files.map((file) => [file.path, file]))
  return [...once.values()].map(({ path, blob, size, mediaType }) => ({ path, from: null, to: blob, size, mediaType }))
}

/** The blobs (SHA-256, hex) that these blocks name. */
export const blobsOfBlocks = (blocks: readonly Block[]): string[] =>
  blocks.flatMap((block) => {
    if (!isAttached(block)) return []
    const shown = block.type === 'image' || block.words === null ? [block.blob] : [block.blob, block.words]
    const file = 'file' in block ? block.file?.blob : undefined
    return file === undefined || shown.includes(file) ? shown : [...shown, file]
  })

/** A block as plain text. */
export const wordsOfBlock = (block: PlainBlock | SaidBlock): string => {
  if (block.type === 'image') return block.name === undefined ? '[an image]' : `[image: ${block.name}]`
  if (block.type === 'sources') return block.sources.map(({ url, title = '' }) => `${title} ${url}`.trim()).join('\n')
  if (block.type === 'code-run') return [block.code, block.output ?? ''].join('\n').trim()
  return block.type === 'document' ? `[${kindOfAttached(block)}: ${block.name}]` : block.text
}
