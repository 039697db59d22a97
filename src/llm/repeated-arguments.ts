import { isRecord } from './is-record.ts'

/**
 * Arguments of a call that came more than once. Some servers send all there is so far with each piece, others the whole
 * once more at the end. The pieces joined are no JSON then, and the last piece says all. null: they are something else.
 */
export function saidByLast(pieces: readonly string[]): string | null {
  const said = pieces.filter((piece) => piece.trim() !== '')
  const last = said.pop()
  if (last === undefined || said.length === 0 || !isObject(last)) return null
  const grows = said.every((piece) => last.startsWith(piece))
  return grows || said.join('') === last ? last : null
}

/** Whether a text is a JSON object. */
export function isObject(text: string): boolean {
  try {
    return isRecord(JSON.parse(text))
  } catch {
    return false
  }
}
