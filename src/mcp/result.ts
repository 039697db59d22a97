/** What a server answered, as text and images; everything else is named in words. */
export type McpContent =
  | { type: 'text'; text: string }
  | { type: 'image'; mediaType: string; bytes: Uint8Array<ArrayBuffer> }
export type McpResult = { content: McpContent[]; isError: boolean }

const IMAGES = ['image/png', 'image/jpeg', 'image/gif', 'image/webp']
const MAX_IMAGE = 10 * 1024 * 1024

type Loose = Record<string, unknown>
const isLoose = (value: unknown): value is Loose => typeof value === 'object' && value !== null
const words = (value: unknown): string => (typeof value === 'string' ? value : '')

/** Reads the result of a tool call. A server may say anything: what is not understood is named, nothing throws. */
export function readToolResult(result: unknown): McpResult {
  if (!isLoose(result)) return { content: [], isError: false }
  const blocks = Array.isArray(result['content']) ? result['content'] : []
  const content = blocks.map(readBlock)
  if (content.length === 0 && result['structuredContent'] !== undefined)
    content.push({ type: 'text', text: JSON.stringify(result['structuredContent'], null, 1) })
  return { content, isError: result['isError'] === true }
}

/** Reads what a resource holds. */
export function readResourceResult(result: unknown): McpResult {
  const contents = isLoose(result) && Array.isArray(result['contents']) ? result['contents'] : []
  return { content: contents.map(readResource), isError: false }
}

/** Reads a prompt as one text: who says what. */
export function readPromptResult(result: unknown): McpResult {
  const messages = isLoose(result) && Array.isArray(result['messages']) ? result['messages'] : []
  const content = messages.filter(isLoose).flatMap((message): McpContent[] => {
    const block = readBlock(message['content'])
    return block.type === 'text' ? [{ type: 'text', text: `${words(message['role'])}: ${block.text}` }] : [block]
  })
  return { content, isError: false }
}

function readBlock(block: unknown): McpContent {
  if (!isLoose(block)) return { type: 'text', text: '[something unreadable]' }
  const mediaType = words(block['mimeType'])
  switch (block['type']) {
    case 'text':
      return { type: 'text', text: words(block['text']) }
    case 'image':
      return readBytes(words(block['data']), mediaType)
    case 'resource':
      return readResource(block['resource'])
    case 'resource_link':
      return { type: 'text', text: `[resource ${words(block['uri'])} ${words(block['name'])}]`.replace(' ]', ']') }
    default:
      return { type: 'text', text: `[${words(block['type']) || 'something'} ${mediaType} that cannot be shown here]` }
  }
}

function readResource(resource: unknown): McpContent {
  if (!isLoose(resource)) return { type: 'text', text: '[an unreadable resource]' }
  if (typeof resource['text'] === 'string') return { type: 'text', text: resource['text'] }
  return readBytes(words(resource['blob']), words(resource['mimeType']))
}

function readBytes(base64: string, mediaType: string): McpContent {
  const size = Math.floor((base64.length * 3) / 4)
  if (!IMAGES.includes(mediaType) || size > MAX_IMAGE)
    return { type: 'text', text: `[${mediaType || 'binary data'}, ${size} bytes, that cannot be shown here]` }
  try {
    const text = atob(base64)
    return { type: 'image', mediaType, bytes: Uint8Array.from(text, (character) => character.charCodeAt(0)) }
  } catch {
    // not base64 at all: the server's fault, told in its place
    return { type: 'text', text: `[an image (${mediaType}) that cannot be decoded]` }
  }
}
