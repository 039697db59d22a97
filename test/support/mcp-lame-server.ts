import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'

/**
 * What a server lacks for use from a web page, or how it misbehaves. `no-content` is usable: it answers notifications
 * with 204, writes null for absent values, names no version of itself, and has one tool, `add`.
 */
export type Lameness = 'no-cors' | 'no-preflight' | 'hidden-session' | 'wants-login' | 'silent' | 'html' | 'no-content'

/**
 * A small MCP server (2025-06-18) that keeps a session and has this one flaw. `calls` counts the calls of its only
 * tool.
 */
export async function startLameServer(lameness: Lameness): Promise<{ url: string; close: () => Promise<void> }> {
  const server = createServer((request, response) => void answer(lameness, request, response))
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/mcp`,
    close: () =>
      new Promise((resolve) => {
        server.closeAllConnections()
        server.close(() => resolve())
      }),
  }
}

async function answer(lameness: Lameness, request: IncomingMessage, response: ServerResponse): Promise<void> {
  let body = ''
  for await (const chunk of request) body += chunk
  const cors: Record<string, string> =
    lameness === 'no-cors'
      ? {}
      : {
          'access-control-allow-origin': '*',
          'access-control-allow-methods': 'GET, POST, DELETE',
          'access-control-allow-headers': lameness === 'no-preflight' ? 'accept' : '*, authorization',
          ...(lameness === 'hidden-session' ? {} : { 'access-control-expose-headers': 'mcp-session-id' }),
        }
  const send = (status: number, value?: unknown, more: Record<string, string> = {}): void => {
    response.writeHead(status, { 'content-type': 'application/json', ...cors, ...more })
    response.end(value === undefined ? undefined : JSON.stringify(value))
  }
  if (request.method === 'OPTIONS') return send(lameness === 'no-preflight' ? 405 : 204)
  if (lameness === 'wants-login') return send(401, { error: 'unauthorized' }, { 'www-authenticate': 'Bearer' })
  if (lameness === 'silent') return
  if (lameness === 'html') {
    response.writeHead(200, { 'content-type': 'text/html', ...cors }).end('<html>Hello</html>')
    return
  }
  if (request.method !== 'POST') return send(405)
  const message = JSON.parse(body) as { id?: number; method: string }
  if (lameness === 'no-content') return answerWithout(message, send)
  if (message.method === 'initialize') {
    const result = {
      protocolVersion: '2025-06-18',
      capabilities: { tools: {} },
      serverInfo: { name: 'lame', version: '1' },
    }
    return send(200, { jsonrpc: '2.0', id: message.id, result }, { 'mcp-session-id': 'session-1' })
  }
  if (request.headers['mcp-session-id'] !== 'session-1') return send(400, { error: 'no session' })
  if (message.id === undefined) return send(202)
  send(200, { jsonrpc: '2.0', id: message.id, result: message.method === 'tools/list' ? { tools: [] } : {} })
}

type Send = (status: number, value?: unknown, more?: Record<string, string>) => void

function answerWithout({ id, method }: { id?: number; method: string }, send: Send): void {
  if (id === undefined) return send(204)
  const results: Record<string, object> = {
    initialize: {
      protocolVersion: '2025-06-18',
      capabilities: { tools: {}, prompts: null },
      serverInfo: { name: 'add' },
    },
    'tools/list': { tools: [{ name: 'add', annotations: null, inputSchema: { type: 'object' } }] },
    'tools/call': { content: [{ type: 'text', text: 'The sum is 4.', _meta: null }], _meta: null },
  }
  const more = method === 'initialize' ? { 'mcp-session-id': 'session-1' } : {}
  send(200, { jsonrpc: '2.0', id, result: results[method] ?? {}, error: null }, more)
}
