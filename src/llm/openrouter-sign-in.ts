import { boundedAnswer } from './bounded-answer.ts'

/**
 * OpenRouter gives an app its own key if a person allows it there, with PKCE and without a client id: they are sent to
 * a page of OpenRouter and come back with a code, which the holder of the verifier exchanges for the key.
 */

/**
 * `address`: the page where the person allows it. `state` comes back with the code; `verifier` must be kept secret
 * until then.
 */
export type SignIn = { address: string; state: string; verifier: string }

/** Prefix of a `state` of this sign-in: other sign-ins return to the same page. */
const STATE_PREFIX = 'openrouter~'

/** Begins a sign-in. `baseUrl`: the provider's; `returnTo`: a page of this app, without a query. */
export async function beginSignIn(baseUrl: string, returnTo: string): Promise<SignIn> {
  const state = STATE_PREFIX + randomText()
  const verifier = randomText()
  const digest = await crypto.subtle.digest('SHA-256', new TextEncoder().encode(verifier))
  const callback = new URL(returnTo)
  callback.searchParams.set('state', state)
  const address = new URL('/auth', baseUrl)
  address.searchParams.set('callback_url', callback.href)
  address.searchParams.set('code_challenge', asText(new Uint8Array(digest)))
  address.searchParams.set('code_challenge_method', 'S256')
  return { address: address.href, state, verifier }
}

/**
 * Exchanges a code for the key. `fetch` goes only to the provider's origin. Rejects with an Error whose message is a
 * sentence for the person and never has the code or the verifier. `used`: whether the code is spent.
 */
export async function exchangeCode(
  baseUrl: string,
  { code, verifier }: { code: string; verifier: string },
  fetch: typeof globalThis.fetch,
): Promise<{ key: string } | { problem: string; used: boolean }> {
  const { host } = new URL(baseUrl)
  let response: Response
  let said: unknown
  try {
    response = await fetch(`${baseUrl}/auth/keys`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ code, code_verifier: verifier, code_challenge_method: 'S256' }),
      signal: AbortSignal.timeout(20_000),
    })
    said = parsed(await boundedAnswer(response).text())
  } catch (error) {
    const own = error instanceof Error && error.name === 'LlmFailure'
    return { problem: own ? error.message : `${host} cannot be reached. Try again.`, used: false }
  }
  const key = (said as { key?: unknown } | null)?.key
  if (response.ok && typeof key === 'string' && /^[\x21-\x7e]{8,4096}$/.test(key)) return { key }
  if (response.ok) return { problem: `${host} answered with something else than a key.`, used: true }
  if (response.status >= 500 || response.status === 429)
    return { problem: `${host} answered ${response.status}. Try again later.`, used: false }
  return { problem: `${host} does not take the code (${response.status}). Sign in once more.`, used: true }
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return null
  }
}

const randomText = (): string => asText(crypto.getRandomValues(new Uint8Array(32)))
const asText = (bytes: Uint8Array): string =>
  btoa(String.fromCharCode(...bytes))
    .replaceAll('+', '-')
    .replaceAll('/', '_')
    .replaceAll('=', '')
