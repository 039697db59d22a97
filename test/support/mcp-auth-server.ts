import { createHash, randomUUID } from 'node:crypto'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'

/**
 * A small authorization server: metadata, registration, a consent page, tokens with PKCE, single-use refresh tokens,
 * revocation.
 */
export type AuthServer = {
  origin: string
  /** Whether an access token is valid now. */
  accepts: (token: string) => boolean
  /** Expires access tokens; refresh tokens still work. */
  expireTokens: () => void
  /** Revokes all tokens. */
  revokeAll: () => void
  /** Requests to each endpoint, oldest first: form, JSON, or query. */
  asked: { path: string; fields: Record<string, string> }[]
  clients: Map<string, string[]>
  revoked: string[]
  close: () => Promise<void>
}

export type AuthOptions = {
  /** False: it registers nobody; `clients` has its known clients. */
  registers?: boolean
  /** Lifetime of an access token in seconds; absent: it does not say. */
  lasts?: number
  /** Replaces its metadata. */
  metadata?: (own: Record<string, unknown>) => unknown
  /** Paths answered without CORS. */
  hidden?: string[]
  /** Returns true if it has answered the request itself. */
  answer?: (path: string, response: ServerResponse) => boolean
}

type Grant = { clientId: string; redirect: string; challenge: string; resource: string; scope: string }

export async function startAuthServer(options: AuthOptions = {}): Promise<AuthServer> {
  const codes = new Map<string, Grant>()
  const access = new Set<string>()
  const refresh = new Map<string, Grant>()
  const self: AuthServer = {
    origin: '',
    accepts: (token) => access.has(token),
    expireTokens: () => access.clear(),
    revokeAll: () => {
      access.clear()
      refresh.clear()
    },
    asked: [],
    clients: new Map(),
    revoked: [],
    close: () =>
      new Promise((resolve) => {
        server.closeAllConnections()
        server.close(() => resolve())
      }),
  }
  const server = createServer((request, response) => void answer(request, response))
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  self.origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  return self

  async function answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const url = new URL(request.url ?? '/', self.origin)
    let body = ''
    for await (const chunk of request) body += chunk
    if (options.answer?.(url.pathname, response)) return
    const cors: Record<string, string> = options.hidden?.includes(url.pathname)
      ? {}
      : // many allow no MCP header: their metadata can be read all the same
        { 'access-control-allow-origin': '*', 'access-control-allow-headers': 'content-type' }
    const send = (status: number, value?: unknown): void => {
      response.writeHead(status, { 'content-type': 'application/json', 'cache-control': 'no-store', ...cors })
      response.end(value === undefined ? undefined : JSON.stringify(value))
    }
    if (request.method === 'OPTIONS') return send(options.hidden?.includes(url.pathname) ? 405 : 204)
    const refuse = (error: string): void => send(400, { error, error_description: `No: ${error}.` })
    const isJson = request.headers['content-type'] === 'application/json'
    const form = new URLSearchParams(body === '' || isJson ? url.search : body)
    const fields = isJson ? (JSON.parse(body) as Record<string, string>) : Object.fromEntries(form)
    self.asked.push({ path: url.pathname, fields })
    switch (url.pathname) {
      case '/.well-known/oauth-authorization-server':
        return send(200, metadata())
      case '/register': {
        const clientId = `client-${self.clients.size + 1}`
        self.clients.set(clientId, (fields as unknown as { redirect_uris: string[] }).redirect_uris)
        return send(201, { ...fields, client_id: clientId })
      }
      case '/authorize':
        return ask(form, response)
      case '/allow':
        return allow(form, response)
      case '/token':
        return token(form, send, refuse)
      case '/revoke':
        self.revoked.push(form.get('token') ?? '')
        refresh.delete(form.get('token') ?? '')
        return send(200)
      default:
        return send(404)
    }
  }

  function metadata(): unknown {
    const own = {
      issuer: self.origin,
      authorization_endpoint: `${self.origin}/authorize`,
      token_endpoint: `${self.origin}/token`,
      revocation_endpoint: `${self.origin}/revoke`,
      ...(options.registers === false ? {} : { registration_endpoint: `${self.origin}/register` }),
      response_types_supported: ['code'],
      code_challenge_methods_supported: ['S256'],
      token_endpoint_auth_methods_supported: ['none'],
      authorization_response_iss_parameter_supported: true,
    }
    return options.metadata?.(own) ?? own
  }

  /** The page where the person approves or denies. */
  function ask(form: URLSearchParams, response: ServerResponse): void {
    const known = self.clients.get(form.get('client_id') ?? '')?.includes(form.get('redirect_uri') ?? '')
    const sound = known && form.get('code_challenge_method') === 'S256' && form.get('response_type') === 'code'
    const link = (word: string): string => `/allow?${new URLSearchParams([...form, ['word', word]])}`
    response.writeHead(sound ? 200 : 400, { 'content-type': 'text/html' })
    const choice = `<a href="${link('yes')}">Allow</a> <a href="${link('no')}">Deny</a>`.replaceAll('&', '&amp;')
    response.end(`<!doctype html><title>Consent</title><h1>Consent</h1>${sound ? choice : 'Unknown client'}`)
  }

  function allow(form: URLSearchParams, response: ServerResponse): void {
    const given = (name: string): string => form.get(name) ?? ''
    const back = new URL(given('redirect_uri'))
    back.searchParams.set('state', given('state'))
    back.searchParams.set('iss', self.origin)
    if (given('word') === 'yes') {
      const code = randomUUID()
      const [clientId, redirect, challenge] = [given('client_id'), given('redirect_uri'), given('code_challenge')]
      codes.set(code, { clientId, redirect, challenge, resource: given('resource'), scope: given('scope') })
      back.searchParams.set('code', code)
    } else back.searchParams.set('error', 'access_denied')
    response.writeHead(302, { location: back.href }).end()
  }

  function token(
    form: URLSearchParams,
    send: (status: number, value: unknown) => void,
    refuse: (error: string) => void,
  ): void {
    const given = (name: string): string => form.get(name) ?? ''
    const isRefresh = given('grant_type') === 'refresh_token'
    const held = isRefresh ? refresh : codes
    const key = given(isRefresh ? 'refresh_token' : 'code')
    const grant = held.get(key)
    held.delete(key)
    if (grant === undefined || grant.clientId !== given('client_id')) return refuse('invalid_grant')
    if (grant.resource === '' || grant.resource !== given('resource')) return refuse('invalid_target')
    const proof = createHash('sha256').update(given('code_verifier')).digest('base64url')
    if (!isRefresh && (proof !== grant.challenge || grant.redirect !== given('redirect_uri')))
      return refuse('invalid_grant')
    const made = { access: `access-${randomUUID()}`, refresh: `refresh-${randomUUID()}` }
    access.add(made.access)
    refresh.set(made.refresh, grant)
    send(200, {
      access_token: made.access,
      token_type: 'Bearer',
      refresh_token: made.refresh,
      ...(options.lasts !== undefined && { expires_in: options.lasts }),
      ...(grant.scope !== '' && { scope: grant.scope }),
    })
  }
}
