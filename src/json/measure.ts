/**
 * The size of a JSON text, without parsing and without recursion. `depth`: most lists and objects open at once.
 * `values`: an upper bound of the values. A text that is not JSON is measured, too, by its brackets and commas outside
 * of strings.
 */
export type Measured = { depth: number; values: number }

const QUOTE = 0x22
const BACKSLASH = 0x5c
const COMMA = 0x2c

/** Linear in the length of the text. */
export function measureJson(text: string): Measured {
  let depth = 0
  let deepest = 0
  let values = 1
  for (let at = 0; at < text.length; at++) {
    const sign = text.charCodeAt(at)
    if (sign === QUOTE) {
      at = endOfString(text, at)
      continue
    }
    // '[' and '{', ']' and '}' differ in one bit
    if ((sign | 0x20) === 0x7b) {
      values++
      if (++depth > deepest) deepest = depth
    } else if ((sign | 0x20) === 0x7d) depth--
    else if (sign === COMMA) values++
  }
  return { depth: deepest, values }
}

/** Index of the closing quote; the end of the text if there is none. */
function endOfString(text: string, from: number): number {
  for (let at = from + 1; at < text.length; at++) {
    const sign = text.charCodeAt(at)
    if (sign === QUOTE) return at
    if (sign === BACKSLASH) at++
  }
  return text.length
}
