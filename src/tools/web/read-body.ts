import type { WebResponse } from './web-port.ts'

/** A body as received, at most `limit` bytes; `cut`: there was more. */
export type Body = { bytes: Uint8Array<ArrayBuffer>; cut: boolean }

/**
 * Reads a response to its end or its limit, then disconnects. Rejects with the signal's reason or the network's error.
 */
export async function readBody(
  response: WebResponse,
  limit: number,
  onProgress?: (bytes: number) => void,
): Promise<Body> {
  const reader = response.body?.getReader()
  if (!reader) return { bytes: new Uint8Array(), cut: false }
  const chunks: Uint8Array[] = []
  let size = 0
  try {
    while (size <= limit) {
      const { done, value } = await reader.read()
      if (done || !value) break
      chunks.push(value)
      size += value.length
      onProgress?.(Math.min(size, limit))
    }
  } finally {
    // disconnecting from a server that has already disconnected is not an error
    reader.cancel().catch(() => {})
  }
  const bytes = new Uint8Array(Math.min(size, limit))
  let at = 0
  for (const chunk of chunks) {
    bytes.set(chunk.subarray(0, bytes.length - at), at)
    at += Math.min(chunk.length, bytes.length - at)
  }
  return { bytes, cut: size > limit }
}

/**
 * The text of a body. Encoding: byte order mark, then the header's charset, then the HTML's own declaration, then
 * UTF-8.
 */
export function decodeBody(bytes: Uint8Array, contentType: string): string {
  const label = markOf(bytes) ?? charsetIn(contentType) ?? charsetSaidBy(bytes) ?? 'utf-8'
  return decoderFor(label).decode(bytes).replaceAll('\0', '\ufffd')
}

/** The charset that HTML declares; null: none. */
export const charsetSaidBy = (bytes: Uint8Array): string | null =>
  charsetIn(new TextDecoder('latin1').decode(bytes.subarray(0, 2048)))

const charsetIn = (text: string): string | null => /charset\s*=\s*["']?([\w.:-]{1,40})/i.exec(text)?.[1] ?? null

/** The encoding that a byte order mark names; null: there is none. */
export function markOf([first, second, third]: Uint8Array): string | null {
  if (first === 0xef && second === 0xbb && third === 0xbf) return 'utf-8'
  if (first === 0xfe && second === 0xff) return 'utf-16be'
  return first === 0xff && second === 0xfe ? 'utf-16le' : null
}

function decoderFor(label: string): TextDecoder {
  try {
    return new TextDecoder(label)
  } catch {
    // a server may name a charset that does not exist
    return new TextDecoder('utf-8')
  }
}
