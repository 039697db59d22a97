import { clip } from '../tools/text-bytes.ts'

/** Most characters of an error message that anybody is shown. */
const MAX_WORDS = 4000

/** A message for anything that can be thrown: never empty, at most 4,000 characters. Never throws. */
export function describeError(thrown: unknown): string {
  const words = wordsOf(thrown).trim()
  return words === '' ? 'an error without words' : clip(words, MAX_WORDS)
}

function wordsOf(thrown: unknown): string {
  try {
    if (typeof thrown === 'string') return thrown
    if (thrown instanceof Error) return String(thrown.message) || String(thrown.name)
    if (typeof thrown !== 'object' || thrown === null) return String(thrown)
    if ('message' in thrown && typeof thrown.message === 'string') return thrown.message
    return JSON.stringify(thrown) ?? ''
  } catch {
    // A getter, `toString` or `toJSON` of the thrown value threw: nothing more can be learned.
    return 'an error that cannot be described'
  }
}
