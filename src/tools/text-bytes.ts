/** Most bytes of one text file that tools read or write. */
export const MAX_TEXT_BYTES = 10 * 1024 * 1024

/** In Unicode mode this matches only unpaired surrogates. */
const LONE_SURROGATE = /\p{Surrogate}/u

/** The exact text (a byte order mark stays), or null if the bytes are not text: not UTF-8, or with a NUL. */
export function decodeText(bytes: Uint8Array): string | null {
  if (bytes.includes(0)) return null
  try {
    return new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(bytes)
  } catch {
    // A fatal decoder throws on bytes that are not UTF-8: that is the answer, not a fault.
    return null
  }
}

/**
 * Encodes as UTF-8. Throws a readable error over the limit, and on text that UTF-8 cannot represent, instead of storing
 * something else.
 */
export function encodeText(text: string): Uint8Array<ArrayBuffer> {
  if (LONE_SURROGATE.test(text))
    throw new Error('The text holds half a character (a lone surrogate), so it cannot be stored.')
  if (text.includes('\0')) throw new Error('The text holds a NUL character, so it cannot be stored as a text file.')
  const bytes = new TextEncoder().encode(text)
  if (bytes.length > MAX_TEXT_BYTES)
    throw new Error(
      `The text is ${sizeInWords(bytes.length)} long; a file may hold at most ${sizeInWords(MAX_TEXT_BYTES)}.`,
    )
  return bytes
}

/**
 * At most `max` characters, then "…", never half a character: journal text must survive an export as UTF-8. Unpaired
 * surrogates in the text become U+FFFD.
 */
export function clip(text: string, max: number): string {
  const short = text.length > max ? `${text.slice(0, max).replace(/[\ud800-\udbff]$/, '')}…` : text
  return short.replace(/\p{Surrogate}/gu, '\ufffd')
}

/** "512 bytes", "1.5 kB", "10.0 MB" (1 kB is 1,024 bytes). */
export function sizeInWords(bytes: number): string {
  if (bytes < 1024) return bytes === 1 ? '1 byte' : `${bytes} bytes`
  return bytes < 1024 * 1024 ? `${(bytes / 1024).toFixed(1)} kB` : `${(bytes / (1024 * 1024)).toFixed(1)} MB`
}
