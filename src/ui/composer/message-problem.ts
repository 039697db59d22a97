import { KEY_WARNING, looksLikeKey } from '../kit/looks-like-key.ts'

/** Bytes; what the worker takes in one message. */
const LIMIT = 1_000_000

/**
 * Why this text cannot be sent, as a sentence for the person; null when it can. `told`: what the person was told of it last; a key in it
 * holds it up once. Without `told` keys are not looked for. `attached`: something else is sent with it.
 */
export function messageProblem(text: string, told?: string, attached = false): string | null {
  if (text.trim() === '') return attached ? null : 'Write a message first.'
  // no need to encode what cannot fit
  const bytes = text.length > LIMIT ? text.length : new TextEncoder().encode(text).byteLength
  if (bytes <= LIMIT) return told !== undefined && told !== KEY_WARNING && looksLikeKey(text) ? KEY_WARNING : null
  return `This message is too long (${(bytes / 1_000_000).toFixed(1)} MB). The limit is 1 MB. Shorten it, or put the text into a file.`
}
