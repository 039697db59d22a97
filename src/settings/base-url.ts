import type { UrlProblem } from './address-problem.ts'
import { isLoopback } from './loopback.ts'
import { placeOfHost } from './place-of-host.ts'

/**
 * Normalises a typed base URL. Returns the URL without a trailing slash, or `{ problem }`. `plainAt`: how far away a
 * server on plain http may be.
 */
export function parseBaseUrl(
  text: string,
  plainAt: 'this computer' | 'your network' = 'this computer',
): string | { problem: UrlProblem } {
  const trimmed = text.trim()
  if (trimmed === '') return { problem: 'url-missing' }
  if (!URL.canParse(trimmed)) return { problem: 'url-unreadable' }
  const url = new URL(trimmed)
  if (url.protocol !== 'https:' && url.protocol !== 'http:') return { problem: 'url-scheme' }
  if (url.username !== '' || url.password !== '') return { problem: 'url-login' }
  if (url.search !== '' || url.hash !== '') return { problem: 'url-query' }
  if (isPlainInNetwork(url.href) && plainAt === 'your network') return trimmedOf(url)
  if (url.protocol === 'http:' && !isLoopback(url.hostname))
    return { problem: plainAt === 'your network' ? 'url-plain-outside' : 'url-plain' }
  return trimmedOf(url)
}

const trimmedOf = (url: URL): string => url.href.replace(/\/+$/, '')

/** Whether anybody in the person's network can read what is sent to this address. */
export function isPlainInNetwork(address: string): boolean {
  if (!URL.canParse(address)) return false
  const { protocol, hostname } = new URL(address)
  return protocol === 'http:' && !isLoopback(hostname) && placeOfHost(hostname) !== null
}
