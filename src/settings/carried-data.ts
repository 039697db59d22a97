/**
 * Whether an address carries more data to its server than the name of a page: a login, a long query, or about 12
 * encoded bytes (hex, base64, base32, decimal, percent signs), in one piece or several.
 */

/** Characters of a query and of a label that no name in an address needs. */
const LONG_QUERY = 120
const LONG_LABEL = 40
/** Lengths that hold 12 bytes in hex, base64, base32 and decimal. */
const HEX = 24
const MIXED = 16
const LETTERS_AND_DIGITS = 20
const DECIMALS = 29
/** Letters and digits that are percent-encoded. */
const ESCAPED = 6
/** Characters of an address that are checked. */
const MOST = 8000

export function carriesData(url: URL): boolean {
  if (url.username !== '' || url.password !== '') return true
  if (url.search.length > LONG_QUERY || url.hash.length > LONG_QUERY) return true
  const labels = url.hostname.split('.')
  if (labels.some((label) => label.length > LONG_LABEL)) return true
  const said = (url.pathname + url.search + url.hash).slice(0, MOST)
  if (escapedPlain(said) >= ESCAPED) return true
  // letters of other scripts are not data
  return isEncoded(labels.slice(0, -2)) || isEncoded(said.replaceAll(/%[89a-f][0-9a-f]/gi, '-').split(/[^a-z0-9+]+/i))
}

/** Counts letters and digits that are percent-encoded without need. */
const escapedPlain = (text: string): number => [...text.matchAll(/%(?:3\d|[46][1-9a-f]|[57][0-9a])/gi)].length

function isEncoded(words: readonly string[]): boolean {
  const hex = words.filter(isHex)
  const digits = sizeOf(words.filter((word) => /^\d{2,}$/.test(word)))
  return (
    words.some((word) => isMixed(word) || isAlternating(word)) ||
    (sizeOf(hex) >= HEX && hex.some((word) => /[a-f]/i.test(word) || word.length >= HEX)) ||
    digits >= DECIMALS
  )
}

const sizeOf = (words: readonly string[]): number => words.reduce((sum, { length }) => sum + length, 0)

/** A piece of hex. Letters alone may be a name, unless there are very many. */
const isHex = (word: string): boolean =>
  /^(?:[0-9a-f]{2,}|[0-9A-F]{2,})$/.test(word) && (/\d/.test(word) || word.length >= HEX)

/** Base64: both cases and a digit, and little of it reads as words. */
const isMixed = (word: string): boolean =>
  word.length >= MIXED &&
  /\d/.test(word) &&
  /[a-z]/.test(word) &&
  /[A-Z]/.test(word) &&
  word.replaceAll(/[A-Z]?[a-z]{3,}/g, '').length >= MIXED / 2

/** Base32 and base36: letters and digits alternate. */
const isAlternating = (word: string): boolean =>
  word.length >= LETTERS_AND_DIGITS && [...word.matchAll(/[a-z](?=\d)|\d(?=[a-z])/gi)].length >= 3
