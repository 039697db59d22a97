/** Counts of a body so far: the most values and the depth of one message, finished messages, bytes of the longest. */
export type Metered = { values: number; depth: number; messages: number; longest: number }

const COMMA = 0x2c
const BRACKET = 0x5b
const BRACE = 0x7b
const CLOSING_BRACKET = 0x5d
const CLOSING_BRACE = 0x7d
const QUOTE = 0x22
const BACKSLASH = 0x5c
const LINE_FEED = 0x0a
const RETURN = 0x0d

/**
 * Takes the bytes of JSON, or of a stream of events that hold JSON, as they come. An empty line ends an event; a string
 * is within one line. Text inside strings holds no values.
 */
export function makeMessageMeter(): (chunk: Uint8Array) => Metered {
  let isInString = false
  let isEscaped = false
  let isLineEmpty = false
  let values = 0
  let depth = 0
  let size = 0
  let messages = 0
  return (chunk) => {
    let most = values
    let longest = size
    let deepest = depth
    // Not `of`: a server may send 64 MB, and with it these took three times as long.
    for (let at = 0; at < chunk.length; at++) {
      const byte = chunk[at]
      size++
      if (byte === LINE_FEED || byte === RETURN) {
        if (isLineEmpty) {
          if (size > 2) messages++
          longest = Math.max(longest, size)
          values = 0
          depth = 0
          size = 0
        }
        isLineEmpty = byte === LINE_FEED
        isInString = false
        isEscaped = false
        continue
      }
      isLineEmpty = false
      if (isEscaped) isEscaped = false
      else if (byte === QUOTE) isInString = !isInString
      else if (isInString) isEscaped = byte === BACKSLASH
      else if (byte === BRACKET || byte === BRACE) {
        if (++depth > deepest) deepest = depth
        if (++values > most) most = values
      } else if (byte === CLOSING_BRACKET || byte === CLOSING_BRACE) depth--
      else if (byte === COMMA && ++values > most) most = values
    }
    return { values: most, depth: deepest, messages, longest: Math.max(longest, size) }
  }
}
