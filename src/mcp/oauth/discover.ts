import type { OAuthProtectedResourceMetadata } from '@modelcontextprotocol/client'
import type { Asker } from './asker.ts'
import { checkedUrl } from './checked-url.ts'
import { quoted, SignInProblem } from './problem.ts'
import { type Authority, Metadata } from './record.ts'

/** A server's words in its refusal of a request. */
export type Challenge = { resourceMetadataUrl?: URL | undefined; scope?: string | undefined }
type Discovered = { authority: Authority; scope: string | undefined }

const ENDPOINTS = ['authorization_endpoint', 'token_endpoint', 'registration_endpoint', 'revocation_endpoint'] as const
const CORS = '"Access-Control-Allow-Origin"'

/**
 * Finds the sign-in of a server (RFC 9728, then RFC 8414 or OpenID Connect; also servers of 2025-03-26, which are their
 * own authority) and checks every address before it is used. Throws a SignInProblem that says what the server lacks.
 */
export async function discover(server: URL, challenge: Challenge, asker: Asker): Promise<Discovered> {
  const resource = await askResource(server, challenge, asker)
  const named = resource?.authorization_servers?.[0] ?? new URL('/', server).href
  const address = checkedUrl(named, 'its sign-in', server)
  const metadata = await askAuthority(server, named, address, asker, resource !== null)
  for (const name of ENDPOINTS) {
    const endpoint = metadata[name]
    if (endpoint === undefined) continue
    const { origin } = checkedUrl(endpoint, `the ${name.replace('_', ' ')} of its sign-in`, server)
    // An authority that sends people to another authority, and gets the codes itself, could use them there.
    if (origin !== address.origin && origin !== server.origin)
      throw new SignInProblem(
        `The sign-in at ${address.origin} names ${quoted(endpoint)} as its ${name.replace('_', ' ')}, which is refused: it is neither there nor at ${server.origin}.`,
      )
  }
  const scope = challenge.scope ?? (resource?.scopes_supported?.join(' ') || undefined)
  return {
    authority: { server: named, metadata, resource: resource?.resource ?? withoutHash(server) },
    scope: withOfflineAccess(scope, metadata),
  }
}

/** Null: the server has no such description, like servers of 2025-03-26. */
async function askResource(
  server: URL,
  { resourceMetadataUrl }: Challenge,
  asker: Asker,
): Promise<OAuthProtectedResourceMetadata | null> {
  if (resourceMetadataUrl !== undefined && resourceMetadataUrl.origin !== server.origin)
    throw new SignInProblem(
      `${server.host} names ${quoted(resourceMetadataUrl.href)} as the description of its sign-in, which is refused: it is not at ${server.origin}.`,
    )
  const { checkResourceAllowed, discoverOAuthProtectedResourceMetadata } = await import('@modelcontextprotocol/client')
  let found: OAuthProtectedResourceMetadata
  try {
    const where = resourceMetadataUrl === undefined ? {} : { resourceMetadataUrl }
    found = await discoverOAuthProtectedResourceMetadata(server, where, asker.at(server.origin))
  } catch (error) {
    rethrowWords(error)
    const answers = [...asker.outcomes.values()]
    if (answers.every((answer) => answer === 'unreadable' || (answer >= 400 && answer < 500))) return null
    throw unusable(server, 'the description of its sign-in', answers.at(-1), error)
  }
  const allowed =
    URL.canParse(found.resource) &&
    checkResourceAllowed({ requestedResource: server, configuredResource: found.resource })
  if (allowed) return found
  throw new SignInProblem(
    `${server.host} says that its sign-in is for ${quoted(found.resource)}, which is another address: refused.`,
  )
}

async function askAuthority(
  server: URL,
  named: string,
  address: URL,
  asker: Asker,
  described: boolean,
): Promise<Metadata> {
  const { discoverAuthorizationServerMetadata } = await import('@modelcontextprotocol/client')
  const before = new Set(asker.outcomes.keys())
  let found: Awaited<ReturnType<typeof discoverAuthorizationServerMetadata>>
  try {
    // A server that is its own authority may name itself by a path; the origin is checked below.
    const options = { fetchFn: asker.at(address.origin), skipIssuerValidation: !described }
    found = await discoverAuthorizationServerMetadata(named, options)
  } catch (error) {
    rethrowWords(error)
    if (error instanceof Error && error.name === 'IssuerMismatchError') throw anotherName(named)
    // Without CORS in between (Node), a failed connection throws.
    if (!(error instanceof TypeError))
      throw unusable(address, 'its sign-in metadata', [...asker.outcomes.values()].at(-1), error)
  }
  if (found === undefined) {
    const asked = [...asker.outcomes].filter(([url]) => !before.has(url))
    const hidden = [...asker.outcomes].find(([, outcome]) => outcome === 'unreadable')
    if (hidden !== undefined) throw new SignInProblem(withheld(server, hidden[0]))
    if (described || asked.some(([, outcome]) => outcome !== 404)) throw new SignInProblem(missing(server, address))
    return oldDefaults(server)
  }
  const { success, data } = Metadata.safeParse(found)
  if (!success) throw unusable(address, 'its sign-in metadata', 200, null)
  if (!URL.canParse(data.issuer) || new URL(data.issuer).origin !== address.origin) throw anotherName(named)
  if (!data.response_types_supported.includes('code'))
    throw new SignInProblem(`The sign-in at ${address.host} gives no codes ("response_types_supported": "code").`)
  if (data.code_challenge_methods_supported?.includes('S256') !== true)
    throw new SignInProblem(
      `The sign-in at ${address.host} does not say that it supports PKCE ("code_challenge_methods_supported": "S256"): without it, a code could be stolen on its way.`,
    )
  return data
}

/** Fixed addresses of endpoints of servers of 2025-03-26 without metadata. */
const oldDefaults = (server: URL): Metadata => ({
  issuer: server.origin,
  authorization_endpoint: new URL('/authorize', server).href,
  token_endpoint: new URL('/token', server).href,
  registration_endpoint: new URL('/register', server).href,
  response_types_supported: ['code'],
})

const anotherName = (named: string): SignInProblem =>
  new SignInProblem(`The sign-in at ${named} gives another name for itself in its metadata: refused.`)
const withheld = (server: URL, url: string): string =>
  `${server.host} wants a sign-in, and ${url} does not answer, or cannot be read by a web page. What the server must send: ${CORS} with its metadata (at /.well-known/…, of the server and of its sign-in), and with its 401 the header WWW-Authenticate, named in "Access-Control-Expose-Headers".`
const missing = (server: URL, address: URL): string =>
  `${server.host} wants a sign-in, and ${address.origin} has no metadata for it (/.well-known/oauth-authorization-server or /.well-known/openid-configuration). If the server names the place in its 401, that must be readable: "Access-Control-Expose-Headers: WWW-Authenticate".`

function unusable(host: URL, what: string, answer: number | 'unreadable' | undefined, cause: unknown): SignInProblem {
  const large = cause instanceof Error && /larger than/.test(cause.message) ? ` ${cause.message}` : ''
  const how =
    typeof answer === 'number' && answer >= 400 ? `it answered ${answer}.` : `it cannot be understood.${large}`
  return new SignInProblem(`${host.host} was asked for ${what}; ${how}`, { cause })
}

/** Words of ours or of the guard stay as they are. */
function rethrowWords(error: unknown): void {
  if (error instanceof Error && (error.name === 'SignInProblem' || error.name === 'LlmFailure')) throw error
}

/** Some authorities give refresh tokens only on request. */
function withOfflineAccess(scope: string | undefined, { scopes_supported }: Metadata): string | undefined {
  if (scope === undefined || !scopes_supported?.includes('offline_access')) return scope
  return scope.split(' ').includes('offline_access') ? scope : `${scope} offline_access`
}

function withoutHash(server: URL): string {
  const url = new URL(server)
  url.hash = ''
  return url.href
}
