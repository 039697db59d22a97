import { isLoopback } from './loopback.ts'
import { placeOfHost } from './place-of-host.ts'

/**
 * Normalises a typed base URL. Returns the URL without a trailing slash, or `{ problem }`, a sentence for the person.
 * `plainAt`: how far away a server on plain http may be.
 */
export function parseBaseUrl(
  text: string,
  plainAt: 'this computer' | 'your network' = 'this computer',
): string | { problem: string } {
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
  if (isPlainInNetwork(url.href) && plainAt === 'your network') return trimmedOf(url)
  if (url.protocol === 'http:' && !isLoopback(url.hostname))
    return {
      problem:
        plainAt === 'your network'
          ? 'Plain http:// is allowed for this computer and your own network only. Use https://.'
          : 'Plain http:// is allowed for this computer only (localhost). Use https://.',
    }
  return trimmedOf(url)
}

const trimmedOf = (url: URL): string => url.href.replace(/\/+$/, '')

/** Whether anybody in the person's network can read what is sent to this address. */
export function isPlainInNetwork(address: string): boolean {
  if (!URL.canParse(address)) return false
  const { protocol, hostname } = new URL(address)
  return protocol === 'http:' && !isLoopback(hostname) && placeOfHost(hostname) !== null
}
