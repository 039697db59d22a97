import { makeAsker } from './asker.ts'
import { SignInEnded, SignInProblem } from './problem.ts'
import type { SignInPort, SignInRecord, Tokens } from './record.ts'
import { knowsNoClient, tokensOf, tokenTrouble } from './sign-in.ts'

/**
 * A token in place of `stale`, which has expired or was refused: the token that another tab got meanwhile, or a new
 * one. Throws SignInEnded if the person has to sign in again, and remembers that; a SignInProblem if the authority
 * cannot be reached now.
 */
export function renewTokens(host: string, stale: string, port: SignInPort): Promise<string> {
  return port.alone(async () => {
    const record = await port.read()
    const { tokens, authority, client } = record
    if (tokens === null || authority === null || client === null) throw ended(host)
    if (tokens.access !== stale) return tokens.access
    if (tokens.refresh === null) return await endSignIn(host, record, port)
    const { refreshAuthorization } = await import('@modelcontextprotocol/client')
    const endpoint = new URL(authority.metadata.token_endpoint)
    const asker = makeAsker(port)
    let next: Tokens
    try {
      const given = await refreshAuthorization(authority.server, {
        metadata: authority.metadata,
        clientInformation: client.info,
        refreshToken: tokens.refresh,
        resource: authority.resource,
        fetchFn: asker.at(endpoint.origin),
      })
      next = tokensOf(given, Date.now(), tokens)
    } catch (error) {
      const words = tokenTrouble(error, endpoint, asker.outcomes.get(endpoint.href))
      if (words !== null) throw new SignInProblem(words, { cause: error })
      return await endSignIn(host, knowsNoClient(error) ? { ...record, client: null } : record, port)
    }
    // Outside: words of the vault are not the authority's.
    await port.write({ ...record, tokens: next })
    return next.access
  })
}

/** The tokens are no longer valid: forgets them; the person has to sign in again. */
export async function endSignIn(host: string, record: SignInRecord, port: SignInPort): Promise<never> {
  await port.write({ ...record, tokens: null, finished: null, ended: true })
  throw ended(host)
}

const ended = (host: string): SignInEnded =>
  new SignInEnded(`The sign-in at ${host} has ended. Sign in again in Settings > MCP.`)

/**
 * Forgets the tokens, then tells the authority if it accepts that. The registration stays. Rejects only if the vault
 * fails.
 */
export async function signOut(port: SignInPort): Promise<void> {
  const { tokens, authority, client } = await port.alone(async () => {
    const record = await port.read()
    await port.write({ ...record, tokens: null, pending: null, finished: null, wanted: null, ended: false })
    return record
  })
  const endpoint = authority?.metadata.revocation_endpoint
  const token = tokens?.refresh ?? tokens?.access
  if (endpoint === undefined || token === undefined || client === null) return
  const { client_id, client_secret } = client.info
  const body = new URLSearchParams({ token, client_id, ...(client_secret !== undefined && { client_secret }) })
  // They are gone here, whatever the authority answers.
  await makeAsker(port)
    .at(new URL(endpoint).origin)(endpoint, { method: 'POST', body })
    .catch(() => {})
}
