import type { AnswerBlock } from '../agent/content.ts'
import type { SaidPart } from './answer-buffer.ts'

/** Bytes of one generated image; larger images are replaced by a note. */
const LARGEST_IMAGE = 20_000_000

type Keep = (bytes: Uint8Array<ArrayBuffer>) => Promise<string>

/**
 * The answer as the state stores it: calls by their index, images as blobs that `keep` stores. Rejects when `keep`
 * does.
 */
export async function storedContent(said: readonly SaidPart[], keep: Keep): Promise<AnswerBlock[]> {
  let call = 0
  const content: AnswerBlock[] = []
  for (const part of said) {
    if (part.type === 'tool-call') content.push({ type: 'tool-call', call: call++ })
    else if (part.type !== 'image') content.push(part)
    else {
      const bytes = bytesOf(part.data)
      if (bytes === null) content.push({ type: 'text', text: '[An image came that cannot be read.]' })
      else
        content.push({
          type: 'image',
          mediaType: part.mediaType.slice(0, 100),
          blob: await keep(bytes),
          ...(part.meta && { meta: part.meta }),
        })
    }
  }
  return content
}

/**
 * The content of a broken or stopped answer: its longest text, and the pictures that arrived whole, as blobs.
 * Signatures of cut-off blocks cannot be sent back, those of pictures can. Rejects when `keep` does.
 */
export async function partialContent(
  { buffer, longest }: { buffer: { said: () => SaidPart[] }; longest: () => AnswerBlock[] },
  keep: Keep,
): Promise<AnswerBlock[]> {
  const said = buffer.said().filter((part) => part.type !== 'tool-call')
  if (!said.some(({ type }) => type === 'image')) return longest()
  return await storedContent(
    said.map((part) => {
      if (part.type === 'code-run') return { ...part, meta: undefined }
      return part.type === 'text' || part.type === 'thinking' ? { type: part.type, text: part.text } : part
    }),
    keep,
  )
}

/** null: not base64, or too long. */
function bytesOf(data: string): Uint8Array<ArrayBuffer> | null {
  if (data.length > (LARGEST_IMAGE / 3) * 4) return null
  try {
    return Uint8Array.from(atob(data), (letter) => letter.charCodeAt(0))
  } catch {
    return null
  }
}
