import { randomUUID } from 'node:crypto'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import type { AuthServer } from './mcp-auth-server.ts'

/**
 * An MCP server with one tool, `note`, that needs a sign-in; each session belongs to the token family that it began
 * with.
 */
export type NotesServer = {
  url: string
  origin: string
  /** The notes that the tool received, in order. */
  notes: string[]
  close: () => Promise<void>
}

export type NotesOptions = {
  /** Replaces its description of the sign-in; null: it has none. */
  resource?: (own: Record<string, unknown>) => unknown
  /** The whole WWW-Authenticate header; null: none. */
  challenge?: string | null
  /** A browser may not read that header. */
  hidesChallenge?: boolean
  /** Paths answered without CORS. */
  hidden?: string[]
  /** The scope that the tool needs; without it, it answers 403. */
  wants?: { scope: string; granted: () => string }
  answer?: (path: string, response: ServerResponse) => boolean
}

const TOOL = {
  name: 'note',
  description: 'Writes a note.',
  inputSchema: { type: 'object', properties: { text: { type: 'string' } } },
}

export async function startNotesServer(auth: AuthServer, options: NotesOptions = {}): Promise<NotesServer> {
  const sessions = new Set<string>()
  const server = createServer((request, response) => void answer(request, response))
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  const self: NotesServer = {
    url: `${origin}/mcp`,
    origin,
    notes: [],
    close: () =>
      new Promise((resolve) => {
        server.closeAllConnections()
        server.close(() => resolve())
      }),
  }
  return self

  async function answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
    let body = ''
    for await (const chunk of request) body += chunk
    const path = new URL(request.url ?? '/', origin).pathname
    if (options.answer?.(path, response)) return
    const exposed = `mcp-session-id${options.hidesChallenge ? '' : ', www-authenticate'}`
    const cors: Record<string, string> = options.hidden?.includes(path)
      ? {}
      : {
          'access-control-allow-origin': '*',
          'access-control-allow-methods': 'GET, POST, DELETE',
          'access-control-allow-headers': 'content-type, authorization, mcp-session-id, mcp-protocol-version',
          'access-control-expose-headers': exposed,
        }
    const send = (status: number, value?: unknown, more: Record<string, string> = {}): void => {
      response.writeHead(status, { 'content-type': 'application/json', ...cors, ...more })
      response.end(value === undefined ? undefined : JSON.stringify(value))
    }
    if (request.method === 'OPTIONS') return send(204)
    if (path === '/.well-known/oauth-protected-resource/mcp') {
      const own = { resource: self.url, authorization_servers: [auth.origin] }
      const given = options.resource === undefined ? own : options.resource(own)
      return given === null ? send(404) : send(200, given)
    }
    if (path !== '/mcp') return send(404)
    const token = /^Bearer (\S+)$/.exec(request.headers.authorization ?? '')?.[1] ?? ''
    if (!auth.accepts(token)) {
      const own = `Bearer resource_metadata="${origin}/.well-known/oauth-protected-resource/mcp"`
      const challenge = options.challenge === undefined ? own : options.challenge
      return send(401, { error: 'unauthorized' }, challenge === null ? {} : { 'www-authenticate': challenge })
    }
    if (request.method === 'DELETE') return send(200)
    if (request.method !== 'POST') return send(405)
    const message = JSON.parse(body) as { id?: number; method: string; params?: { arguments?: { text?: string } } }
    if (message.id === undefined) return send(202)
    const reply = (result: unknown, more: Record<string, string> = {}): void =>
      send(200, { jsonrpc: '2.0', id: message.id, result }, more)
    if (message.method === 'initialize') {
      const session = randomUUID()
      sessions.add(session)
      const serverInfo = { name: 'notes', version: '1' }
      return reply(
        { protocolVersion: '2025-11-25', capabilities: { tools: {} }, serverInfo },
        { 'mcp-session-id': session },
      )
    }
    if (!sessions.has(String(request.headers['mcp-session-id']))) return send(404, { error: 'no such session' })
    if (message.method === 'tools/list') return reply({ tools: [TOOL] })
    if (message.method !== 'tools/call') return reply({})
    const { wants } = options
    if (wants !== undefined && !wants.granted().split(' ').includes(wants.scope))
      return send(403, { error: 'forbidden' }, { 'www-authenticate': insufficient(wants.scope) })
    const text = message.params?.arguments?.text ?? ''
    self.notes.push(text)
    return reply({ content: [{ type: 'text', text: `Noted: ${text}` }] })
  }
}

const insufficient = (scope: string): string => `Bearer error="insufficient_scope", scope="${scope}"`
