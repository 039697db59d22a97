import { MOST_DEPTH } from '../json/bounds.ts'
import { pruned } from '../json/pruned.ts'

/** A server's answer: text, images, other files. `name`: as the server calls it, '' if it does not. */
export type McpContent =
  | { type: 'text'; text: string }
  | { type: 'image' | 'file'; mediaType: string; bytes: Uint8Array<ArrayBuffer>; name: string }
export type McpResult = { content: McpContent[]; isError: boolean }

const IMAGES = ['image/png', 'image/jpeg', 'image/gif', 'image/webp']
/** Most bytes of one image or file, most images and files of one answer, and most pieces of it that stay apart. */
const MAX_IMAGE = 10 * 1024 * 1024
const MAX_IMAGES = 16
const MAX_PIECES = 100

type Loose = Record<string, unknown>
const isLoose = (value: unknown): value is Loose => typeof value === 'object' && value !== null
const words = (value: unknown): string => (typeof value === 'string' ? value : '')

/** Reads the result of a tool call. A server may send anything: what cannot be read is named, and nothing throws. */
export function readToolResult(result: unknown): McpResult {
  if (!isLoose(result)) return { content: [], isError: false }
  const blocks = Array.isArray(result['content']) ? result['content'] : []
  const content = readAll(blocks, readBlock)
  if (content.length === 0 && result['structuredContent'] !== undefined)
    content.push({ type: 'text', text: JSON.stringify(pruned(result['structuredContent'], MOST_DEPTH), null, 1) })
  return { content, isError: result['isError'] === true }
}

/** Reads the content of a resource. */
export function readResourceResult(result: unknown): McpResult {
  const contents = isLoose(result) && Array.isArray(result['contents']) ? result['contents'] : []
  return { content: readAll(contents, readResource), isError: false }
}

/** Reads a prompt as one text: each role with its words. */
export function readPromptResult(result: unknown): McpResult {
  const messages = isLoose(result) && Array.isArray(result['messages']) ? result['messages'] : []
  const content = readAll(messages.filter(isLoose), (message, mayBeImage) => {
    const block = readBlock(message['content'], mayBeImage)
    return block?.type === 'text' ? { type: 'text', text: `${words(message['role'])}: ${block.text}` } : block
  })
  return { content, isError: false }
}

/** Reads one piece; null: it is an image or a file, and `mayBeImage` says that there are enough. */
type Read<Item> = (item: Item, mayBeImage: boolean) => McpContent | null

/**
 * A small answer can have a million pieces. Surplus images are dropped before they are decoded, and the last word says
 * so; surplus texts are joined.
 */
function readAll<Item>(items: Item[], read: Read<Item>): McpContent[] {
  const content: McpContent[] = []
  const more: string[] = []
  let images = 0
  let leftOut = 0
  for (const item of items) {
    const piece = read(item, images < MAX_IMAGES)
    if (piece === null) leftOut++
    else if (piece.type !== 'text') images++
    if (piece?.type === 'text' && content.length >= MAX_PIECES) more.push(piece.text)
    else if (piece !== null) content.push(piece)
  }
  if (more.length > 0) content.push({ type: 'text', text: more.join('\n') })
  if (leftOut > 0)
    content.push({ type: 'text', text: `[${leftOut} of ${images + leftOut} images and files were left out.]` })
  return content
}

function readBlock(block: unknown, mayBeImage: boolean): McpContent | null {
  if (!isLoose(block)) return { type: 'text', text: '[something unreadable]' }
  const mediaType = words(block['mimeType'])
  switch (block['type']) {
    case 'text':
      return { type: 'text', text: words(block['text']) }
    case 'image':
    case 'audio':
      return readBytes(words(block['data']), mediaType, mayBeImage, '')
    case 'resource':
      return readResource(block['resource'], mayBeImage)
    case 'resource_link':
      return { type: 'text', text: `[resource ${words(block['uri'])} ${words(block['name'])}]`.replace(' ]', ']') }
    default:
      return { type: 'text', text: `[${words(block['type']) || 'something'} ${mediaType} that cannot be shown here]` }
  }
}

function readResource(resource: unknown, mayBeImage: boolean): McpContent | null {
  if (!isLoose(resource)) return { type: 'text', text: '[an unreadable resource]' }
  if (typeof resource['text'] === 'string') return { type: 'text', text: resource['text'] }
  return readBytes(words(resource['blob']), words(resource['mimeType']), mayBeImage, nameOf(words(resource['uri'])))
}

/** The last part of an address. */
const nameOf = (uri: string): string => /([^/?#]*)\/?(?:[?#].*)?$/s.exec(uri)?.[1] ?? ''

function readBytes(base64: string, mediaType: string, mayBeImage: boolean, name: string): McpContent | null {
  const size = Math.floor((base64.length * 3) / 4)
  if (size > MAX_IMAGE) return { type: 'text', text: `[${mediaType || 'binary data'}, ${size} bytes, is too large]` }
  if (!mayBeImage) return null
  try {
    const text = atob(base64)
    const bytes = new Uint8Array(text.length)
    for (let at = 0; at < text.length; at++) bytes[at] = text.charCodeAt(at)
    return { type: IMAGES.includes(mediaType) ? 'image' : 'file', mediaType, bytes, name }
  } catch {
    // Not base64 at all: the server's fault, said in its place.
    return { type: 'text', text: `[${mediaType || 'binary data'} that cannot be decoded]` }
  }
}
