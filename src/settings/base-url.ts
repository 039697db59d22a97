import { isLoopback } from './loopback.ts'

/**
 * Normalises what a person typed as base URL. Returns the URL without trailing slash, or `{ problem }`, a sentence for them.
 */
export function parseBaseUrl(text: string): string | { problem: string } {
  const trimmed = text.trim()
  if (trimmed === '')
    return {
      problem: 'Enter the base URL, for example http://localhost:11434/v1.',
    }
  if (!URL.canParse(trimmed))
    return {
      problem: 'This is not a URL. It must start with http:// or https://.',
    }
  const url = new URL(trimmed)
  if (url.protocol !== 'https:' && url.protocol !== 'http:')
    return { problem: 'The URL must start with http:// or https://.' }
  if (url.username !== '' || url.password !== '')
    return { problem: 'The URL must not contain a user name or password.' }
  if (url.search !== '' || url.hash !== '') return { problem: 'The URL must not contain ? or #.' }
  if (url.protocol === 'http:' && !isLoopback(url.hostname))
    return {
      problem: 'Plain http:// is allowed for this computer only (localhost). Use https://.',
    }
  return url.href.replace(/\/+$/, '')
}
