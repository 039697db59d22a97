import { PAGE_BYTES } from '../workspace/text-page.ts'
import { bytesOf } from './disk-version.ts'

/**
 * A piece of a text file of any size, in whole characters; null: not text. `to`: where to read on. Throws a readable
 * error past the end.
 */
export async function pieceOf(
  file: File,
  from: number,
  most = PAGE_BYTES,
): Promise<{ text: string; from: number; to: number } | null> {
  if (from > 0 && from >= file.size) throw new Error(`The file has ${file.size} bytes; there is no byte ${from}.`)
  const bytes = await bytesOf(file.slice(from, from + most))
  if (bytes.includes(0)) return null
  const start = bytes.findIndex((byte) => !isInside(byte))
  const end = from + bytes.length < file.size ? wholeLength(bytes) : bytes.length
  if (start === -1 || start > 3 || end <= start) return bytes.length === 0 ? { text: '', from, to: from } : null
  try {
    const text = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(bytes.subarray(start, end))
    return { text, from: from + start, to: from + end }
  } catch {
    // a fatal decoder throws on bytes that are not UTF-8: that is the answer, not a fault
    return null
  }
}

/** Whether a byte continues the character of the byte before it. */
const isInside = (byte: number): boolean => (byte & 0xc0) === 0x80

/** How many of these bytes make whole characters; the last character may be cut. */
function wholeLength(bytes: Uint8Array): number {
  let last = bytes.length - 1
  while (last > 0 && isInside(bytes[last] ?? 0)) last--
  const lead = bytes[last] ?? 0
  const needed = lead >= 0xf0 ? 4 : lead >= 0xe0 ? 3 : lead >= 0xc0 ? 2 : 1
  return last + needed > bytes.length ? last : bytes.length
}
