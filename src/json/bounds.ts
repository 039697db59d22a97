import { measureJson } from './measure.ts'

/** Bounds of JSON from outside. Within them a recursive walk is safe, and parsing takes less than a second. */

/**
 * Nesting depth of lists and objects in the arguments of a call. Providers refuse about 100 levels, and the request
 * adds some itself.
 */
export const MOST_DEPTH = 64
/** Nesting depth of an event or a line that holds such arguments. */
export const MOST_DEPTH_AROUND = 2 * MOST_DEPTH
export const MOST_VALUES = 250_000
/** Characters. */
export const MOST_LENGTH = 4_000_000

/** How JSON text exceeds the bounds. */
export type Excess = 'long' | 'deep' | 'wide'

/** Null if the text is within the bounds. Parses nothing. */
export function excessIn(text: string): Excess | null {
  // each level takes two characters, each value two
  if (text.length <= 2 * MOST_DEPTH) return null
  const { depth, values } = measureJson(text)
  if (depth > MOST_DEPTH) return 'deep'
  if (values > MOST_VALUES) return 'wide'
  return text.length > MOST_LENGTH ? 'long' : null
}

/** Whether a text nests more deeply than `most`. Short texts cost nothing. */
export const isDeeper = (text: string, most: number): boolean =>
  text.length > 2 * most && measureJson(text).depth > most

/**
 * Parses JSON text within the bounds. Throws a SyntaxError if it is not JSON, a RangeError if it exceeds the bounds.
 */
export function parseBounded(text: string): unknown {
  const excess = excessIn(text)
  if (excess !== null) throw new RangeError(`JSON that is too ${excess}`)
  return JSON.parse(text)
}
