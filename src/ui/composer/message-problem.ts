/** Bytes; what the worker takes in one message. */
const LIMIT = 1_000_000

/** Why this text cannot be sent, as a sentence for the person; null when it can. */
export function messageProblem(text: string): string | null {
  if (text.trim() === '') return 'Write a message first.'
  // no need to encode what cannot fit
  const bytes = text.length > LIMIT ? text.length : new TextEncoder().encode(text).byteLength
  if (bytes <= LIMIT) return null
  return `This message is too long (${(bytes / 1_000_000).toFixed(1)} MB). The limit is 1 MB. Shorten it, or put the text into a file.`
}
