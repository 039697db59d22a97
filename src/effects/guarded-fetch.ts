import { LlmFailure } from '../llm/failure.ts'
import { isPlainInNetwork } from '../settings/base-url.ts'
import { isLoopback } from '../settings/loopback.ts'

/** The only way out to the network. */
export type GuardedFetchOptions = {
  /** The secret bound to an origin, as the header that carries it; null if there is none. */
  secretFor: (origin: string) => { header: string; value: string } | null
  /**
   * Signs a request for an allowed origin if a single header is not enough: returns the headers as they leave. Nothing
   * changes them afterwards.
   */
  sign?: (request: { method: string; url: URL; headers: Headers }) => Promise<Headers>
  /** Whether the person allowed requests to this origin. */
  allowed: (origin: string) => boolean
  /** Whether plain http may also go to the person's own network, not only to this computer. */
  plainInNetwork?: boolean
  /** The platform's fetch, bound to its global. */
  fetch: typeof globalThis.fetch
}

/** Headers that carry credentials. They never leave with a caller's value: secrets come only from `secretFor`. */
const CREDENTIALS = ['authorization', 'proxy-authorization', 'x-api-key', 'api-key', 'x-goog-api-key', 'cookie']

/**
 * Contract: goes only to allowed origins (https, or http on this computer and, if allowed, in the person's network),
 * follows no redirect, sends no cookie and no referrer, and adds a secret only for the exact origin that it is bound
 * to. A refusal rejects with an LlmFailure whose message names only the origin.
 */
export function createGuardedFetch({
  plainInNetwork = false,
  ...options
}: GuardedFetchOptions): typeof globalThis.fetch {
  const { secretFor, sign, allowed, fetch } = options
  return async (input, init) => {
    const request = input instanceof Request ? input : null
    const url = new URL(request?.url ?? String(input))
    const loopback = isLoopback(url.hostname)
    const inNetwork = plainInNetwork && isPlainInNetwork(url.href)
    if (url.protocol !== 'https:' && !(url.protocol === 'http:' && (loopback || inNetwork)))
      throw refusal(`Only https:// is allowed, and http:// for this computer; not ${url.protocol}//.`)
    if (url.username !== '' || url.password !== '')
      throw refusal('An address must not contain a user name or password.')
    if (!allowed(url.origin)) throw refusal(`Requests to ${url.origin} are not allowed.`)
    const headers = new Headers(init?.headers ?? request?.headers)
    for (const name of CREDENTIALS) headers.delete(name)
    const secret = secretFor(url.origin)
    if (secret !== null) headers.set(secret.header, secret.value)
    const signed = await sign?.({ method: init?.method ?? request?.method ?? 'GET', url, headers })
    return fetch(input, {
      ...init,
      ...(loopback ? spaceHint(url, 'loopback') : inNetwork ? spaceHint(url, 'local') : {}),
      headers: signed ?? headers,
      redirect: 'error',
      credentials: 'omit',
      referrerPolicy: 'no-referrer',
      cache: 'no-store',
    })
  }
}

/**
 * Tells Chromium in advance that this request goes to the same computer or network. It then asks the person, and lets
 * an https page use plain http there. Browsers that do not know the member ignore it; browsers that know it with other
 * values throw, so it is tried on a request that is never sent.
 */
function spaceHint(url: URL, targetAddressSpace: 'loopback' | 'local'): RequestInit {
  const hint = { targetAddressSpace } as RequestInit
  try {
    new Request(url, hint)
    return hint
  } catch {
    return {}
  }
}

function refusal(message: string): LlmFailure {
  return new LlmFailure({ kind: 'bad-request', message, retryable: false })
}
