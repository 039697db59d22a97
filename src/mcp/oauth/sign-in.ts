import { makeAsker } from './asker.ts'
import { type Challenge, discover } from './discover.ts'
import { quoted, SignInProblem } from './problem.ts'
import type { SignInPort, SignInRecord, Tokens } from './record.ts'
import { type Begin, clientAt } from './register.ts'

/**
 * Sign-in with the authorization code flow and PKCE: begun here, allowed by the person on a page of the authority,
 * finished here.
 */

/** `address`: the page where the person allows it; `at`: its origin. */
export type Begun =
  | { type: 'go'; address: string; at: string }
  /** The authority registers no clients: the person has to register this app there and type its id. */
  | { type: 'client-id-wanted'; at: string; why: string }

/** The reply in the address of our own page. */
export type Reply = {
  state: string
  code?: string | undefined
  iss?: string | undefined
  error?: string | undefined
  error_description?: string | undefined
}

/**
 * Begins. `challenge`: the server's words in its refusal. An earlier sign-in that was begun is forgotten; its tokens
 * stay until this one is finished. `state` is kept and comes back. Throws a SignInProblem.
 */
export async function beginSignIn(
  server: string,
  challenge: Challenge,
  begin: Begin,
  state: string,
  port: SignInPort,
): Promise<Begun> {
  const { startAuthorization, computeScopeUnion } = await import('@modelcontextprotocol/client')
  const asker = makeAsker(port)
  const { authority, scope: found } = await discover(new URL(server), challenge, asker)
  const at = new URL(authority.metadata.authorization_endpoint).origin
  const record = await port.read()
  const scope = computeScopeUnion(found, record.wanted ?? undefined)
  const client = await clientAt(authority, record, { ...begin, scope }, asker)
  if ('why' in client) return { type: 'client-id-wanted', at, why: client.why }
  const { redirectUrl } = begin
  const { authorizationUrl, codeVerifier } = await startAuthorization(authority.server, {
    metadata: authority.metadata,
    clientInformation: client.info,
    redirectUrl,
    state,
    resource: authority.resource,
    ...(scope === undefined ? {} : { scope }),
  })
  const pending = { state, verifier: codeVerifier, redirectUrl, scope: scope ?? null, authority, client }
  await port.alone(async () => port.write({ ...(await port.read()), pending }))
  return { type: 'go', address: authorizationUrl.href, at }
}

/**
 * Finishes the sign-in with this `state`, and returns the authority's origin. The same reply again (a reload) changes
 * nothing. Throws a SignInProblem; after one that may pass, such as a missing network, the same reply can be tried
 * again.
 */
export function finishSignIn(reply: Reply, port: SignInPort): Promise<string> {
  return port.alone(async () => {
    const record = await port.read()
    if (record.finished === reply.state && record.authority !== null) return originOf(record.authority.server)
    const { pending } = record
    if (pending === null || pending.state !== reply.state)
      throw new SignInProblem('This sign-in wasn’t started here, or was started again since. Sign in again.')
    const { authority } = pending
    const giveUp = async (words: string, client = record.client): Promise<never> => {
      await port.write({ ...record, client, pending: null })
      throw new SignInProblem(words)
    }
    const { validateAuthorizationResponseIssuer } = await import('@modelcontextprotocol/client')
    try {
      validateAuthorizationResponseIssuer({
        iss: reply.iss,
        expectedIssuer: authority.metadata.issuer,
        issParameterSupported: authority.metadata.authorization_response_iss_parameter_supported === true,
      })
    } catch {
      // It throws for this one reason; then the reply comes from somebody else.
      return await giveUp('The response to this sign-in comes from a different server: rejected.')
    }
    const { host, origin } = new URL(authority.server)
    if (reply.error === 'access_denied') return await giveUp(`${host} was not allowed to sign you in.`)
    if (reply.error !== undefined)
      return await giveUp(`${host} did not sign you in: ${quoted(reply.error_description ?? reply.error)}`)
    if (reply.code === undefined) return await giveUp(`${host} sent neither a code nor a reason.`)
    const outcome = await exchange(pending, reply, port)
    if ('refused' in outcome) {
      const lost = outcome.unknown && record.client?.info.client_id === pending.client.info.client_id
      return await giveUp(`${host} does not take the code: ${outcome.refused}`, lost ? null : record.client)
    }
    await port.write({
      authority,
      client: pending.client,
      tokens: outcome,
      pending: null,
      finished: reply.state,
      wanted: null,
      ended: false,
    })
    return origin
  })
}

const originOf = (url: string): string => new URL(url).origin

async function exchange(
  { authority, client, verifier, redirectUrl, scope }: NonNullable<SignInRecord['pending']>,
  { code = '', iss }: Reply,
  port: SignInPort,
): Promise<Tokens | { refused: string; unknown: boolean }> {
  const { exchangeAuthorization } = await import('@modelcontextprotocol/client')
  const { metadata, resource, server } = authority
  const endpoint = new URL(metadata.token_endpoint)
  const asker = makeAsker(port)
  try {
    const given = await exchangeAuthorization(server, {
      metadata,
      clientInformation: client.info,
      authorizationCode: code,
      codeVerifier: verifier,
      redirectUri: redirectUrl,
      resource,
      fetchFn: asker.at(endpoint.origin),
      ...(iss !== undefined && { iss }),
    })
    return tokensOf(given, Date.now(), { refresh: null, scope })
  } catch (error) {
    const words = tokenTrouble(error, endpoint, asker.outcomes.get(endpoint.href))
    if (words !== null) throw new SignInProblem(words, { cause: error })
    return { refused: quoted(error instanceof Error ? error.message : String(error)), unknown: knowsNoClient(error) }
  }
}

/** The authority no longer knows this app: it must be registered, or its id typed, again. */
export const knowsNoClient = (error: unknown): boolean => /client/.test(codeOf(error))

/**
 * The authority's name for its refusal; '': not an error of OAuth. An answer that is not in OAuth's form has
 * `server_error`.
 */
const codeOf = (error: unknown): string =>
  error instanceof Error && 'code' in error && typeof error.code === 'string' ? error.code : ''

const LATER = ['', 'server_error', 'temporarily_unavailable']

/** Sent with 400 or 401 (RFC 6749, 5.2). Auth0 sends 403, which proxies and checks for robots answer, too. */
const isRefusal = (answer: number, code: string): boolean =>
  answer === 403
    ? /^(invalid_(grant|client)|unauthorized_client)$/.test(code)
    : (answer === 400 || answer === 401) && !LATER.includes(code)

/** A token endpoint's answer, checked. Throws a SignInProblem for a token that we cannot use. */
export function tokensOf(
  given: {
    access_token: string
    token_type: string
    expires_in?: number | undefined
    refresh_token?: string | undefined
    scope?: string | undefined
  },
  now: number,
  before: { refresh: string | null; scope: string | null },
): Tokens {
  if (given.token_type.toLowerCase() !== 'bearer')
    throw new SignInProblem(`The token is of a kind that cannot be used here: ${quoted(given.token_type)}.`)
  if (!/^[\x21-\x7e]{1,16384}$/.test(given.access_token))
    throw new SignInProblem('The token holds characters that no token may hold.')
  return {
    access: given.access_token,
    refresh: given.refresh_token ?? before.refresh,
    expiresAt: given.expires_in === undefined ? null : now + given.expires_in * 1000,
    scope: given.scope ?? before.scope,
  }
}

/** Why a token endpoint gave no valid answer, in words; null: it did, and refused. */
export function tokenTrouble(error: unknown, endpoint: URL, answer: number | 'unreadable' | undefined): string | null {
  if (error instanceof Error && (error.name === 'SignInProblem' || error.name === 'LlmFailure')) return error.message
  if (answer === 'unreadable' || error instanceof TypeError)
    return `${endpoint.host} cannot be reached, or does not let web pages read its answers (${endpoint.pathname}): it must send "Access-Control-Allow-Origin" with them, errors included.`
  if (answer === undefined || isRefusal(answer, codeOf(error))) return null
  return `${endpoint.host} answered ${answer} when asked for a token${answer < 400 ? ', with something else' : ''}. Try again later.`
}
