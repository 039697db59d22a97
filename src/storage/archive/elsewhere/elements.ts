import { BadArchive } from '../zip-reader.ts'

/** Most characters of one conversation, which also bounds the memory; a longer one is skipped. */
const LARGEST = 64 * 1024 * 1024

/**
 * The objects of a JSON array as texts, one at a time, so an export of years is never in memory as a whole. A text with
 * a single object gives that object. null: too long. Looks only at strings and brackets; the parser decides whether the
 * text is JSON. Rejects with BadArchive if the text breaks off or is neither array nor object.
 */
export async function* elementsOf(
  stream: ReadableStream<Uint8Array<ArrayBuffer>>,
  largest = LARGEST,
): AsyncGenerator<string | null> {
  const reader = stream.pipeThrough(new TextDecoderStream()).getReader()
  const pieces: string[] = []
  let [held, depth, base] = [0, 0, 0]
  let [inString, escaped, began, tooLong] = [false, false, false, false]
  const hold = (text: string): void => {
    held += text.length
    if (held > largest) {
      tooLong = true
      pieces.length = 0
    }
    if (!tooLong) pieces.push(text)
  }
  try {
    for (;;) {
      const { done, value } = await reader.read()
      if (done) break
      let from = 0
      for (let at = 0; at < value.length; at++) {
        const sign = value.charCodeAt(at)
        if (inString) {
          if (escaped) escaped = false
          else if (sign === BACKSLASH) escaped = true
          else if (sign === QUOTE) inString = false
        } else if (sign === QUOTE) inString = true
        else if (sign === OPEN_LIST && !began) {
          began = true
          base = depth = 1
        } else if (sign === OPEN || sign === OPEN_LIST) {
          began = true
          if (depth++ === base) from = at
        } else if ((sign === CLOSE || sign === CLOSE_LIST) && depth > 0) {
          if (--depth !== base) continue
          hold(value.slice(from, at + 1))
          yield tooLong ? null : pieces.join('')
          pieces.length = held = 0
          tooLong = false
        } else if (!began && sign > SPACE && sign !== BYTE_ORDER) throw new BadArchive('Unknown export format.')
      }
      if (depth > base) hold(value.slice(from))
    }
  } finally {
    await reader.cancel().catch(() => {}) // whoever stops in the middle needs no more of it
  }
  if (!began || depth > 0) throw new BadArchive('This export is incomplete.')
}

const [QUOTE, BACKSLASH, OPEN, CLOSE, OPEN_LIST, CLOSE_LIST, SPACE, BYTE_ORDER] = [34, 92, 123, 125, 91, 93, 32, 0xfeff]
