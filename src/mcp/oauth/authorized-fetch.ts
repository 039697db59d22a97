import { SignInEnded } from './problem.ts'
import type { SignInPort } from './record.ts'
import { endSignIn, renewTokens } from './renew.ts'

/** A token that expires within so many ms is renewed before it is used. */
const EARLY = 10_000
/** Most characters of all requested scopes together; they become part of an address. */
const LONGEST_SCOPE = 4000

/**
 * Adds the token to requests to the server, renews it when it has expired or was refused, and throws SignInEnded when
 * the person is needed. A server that refused a request with 401 has done nothing, so the request is sent once more.
 * Without a sign-in it changes nothing. `fetch` must reach only the server's origin.
 */
export function authorizedFetch(fetch: typeof globalThis.fetch, host: string, port: SignInPort): typeof fetch {
  return async (input, init) => {
    const { tokens, ended } = await port.read()
    if (tokens === null) {
      const response = await fetch(input, init)
      if (response.status !== 401 || !ended) return response
      await response.body?.cancel()
      throw new SignInEnded(`The sign-in at ${host} has ended. Sign in again in Settings > MCP.`)
    }
    const over = tokens.expiresAt !== null && tokens.refresh !== null && tokens.expiresAt - EARLY < Date.now()
    let token = over ? await renewTokens(host, tokens.access, port) : tokens.access
    let response = await fetch(input, withToken(init, token))
    if (response.status === 401) {
      await response.body?.cancel()
      token = await renewTokens(host, token, port)
      response = await fetch(input, withToken(init, token))
      if (response.status === 401) {
        await response.body?.cancel()
        return await port.alone(async () => {
          const record = await port.read()
          // Another tab may have signed in meanwhile.
          if (record.tokens?.access === token) return await endSignIn(host, record, port)
          throw new SignInEnded(`${host} did not accept the sign-in. Try again.`)
        })
      }
    }
    if (response.status === 403) await askForMore(response, host, port)
    return response
  }
}

function withToken(init: RequestInit | undefined, token: string): RequestInit {
  const headers = new Headers(init?.headers)
  headers.set('authorization', `Bearer ${token}`)
  return { ...init, headers }
}

/** The token is valid, but not for this request: the next sign-in asks for the scopes that the server wants. */
async function askForMore(response: Response, host: string, port: SignInPort): Promise<void> {
  const { extractWWWAuthenticateParams, computeScopeUnion } = await import('@modelcontextprotocol/client')
  const { error, scope } = extractWWWAuthenticateParams(response)
  if (error !== 'insufficient_scope') return
  await response.body?.cancel()
  await port.alone(async () => {
    const record = await port.read()
    const wanted = computeScopeUnion(record.tokens?.scope ?? undefined, record.wanted ?? undefined, scope) ?? null
    // A server that asks for ever more scopes gets no room for them.
    if ((wanted?.length ?? 0) <= LONGEST_SCOPE) await port.write({ ...record, wanted })
  })
  const rights = scope === undefined ? '' : ` (${scope.slice(0, 100)})`
  throw new SignInEnded(`${host} needs more rights for this${rights}. Sign in again in Settings > MCP to grant them.`)
}
