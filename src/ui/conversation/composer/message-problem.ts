import { KEY_WARNING, looksLikeKey } from '../../base/kit/looks-like-key.ts'
import { t } from '../../base/words/t.ts'

/** A token is about four characters, and the answer needs space too. */
const WINDOW_WARNING =
  'This message alone fills the model’s context window. Attach the text as a file, or press Send again to send it anyway.'
/** In bytes; the most that the worker accepts in one message. */
const LIMIT = 1_000_000

/**
 * Why this text cannot be sent, as a sentence for the person; null if it can. `told`: the warning shown last; an API
 * key in the text stops it once, as does a text larger than `window`, the model's context window (tokens). Without
 * `told` keys are not looked for. `attached`: something else is sent with it.
 */
export function messageProblem(text: string, told?: string, attached = false, window?: number): string | null {
  if (text.trim() === '') return attached ? null : 'Write a message first.'
  // no need to encode text that cannot fit
  const bytes = text.length > LIMIT ? text.length : new TextEncoder().encode(text).byteLength
  if (bytes <= LIMIT) {
    const isNews = told !== undefined && told !== KEY_WARNING && told !== WINDOW_WARNING
    if (isNews && looksLikeKey(text)) return KEY_WARNING
    return window !== undefined && text.length > window * 3 && told !== WINDOW_WARNING ? WINDOW_WARNING : null
  }
  return t('This message is too long ({n} MB, limit 1 MB). Shorten it or attach the text as a file.', {
    n: (bytes / 1_000_000).toFixed(1),
  })
}
