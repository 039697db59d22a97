import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'

/**
 * An MCP server (2025-06-18) without sessions that has this many tools, `topic_0` to `topic_N`, each with its own words.
 * `calls`: names of tools that were called.
 */
export async function startManyTools(
  count: number,
): Promise<{ url: string; calls: string[]; close: () => Promise<void> }> {
  const calls: string[] = []
  const tools = Array.from({ length: count }, (_, n) => ({
    name: `topic_${n}`,
    description: n === 231 ? 'Orders umbrellas for rainy harbours.' : `Counts the widgets of shelf ${n}.`,
    inputSchema: { type: 'object', properties: { amount: { type: 'integer' } } },
  }))
  const server = createServer(async (request, response) => {
    let body = ''
    for await (const chunk of request) body += chunk
    const headers = {
      'content-type': 'application/json',
      'access-control-allow-origin': '*',
      'access-control-allow-methods': 'GET, POST, DELETE',
      'access-control-allow-headers': 'content-type, accept, mcp-session-id, mcp-protocol-version, last-event-id',
      'access-control-expose-headers': 'mcp-session-id',
    }
    if (request.method !== 'POST')
      return void response.writeHead(request.method === 'OPTIONS' ? 204 : 405, headers).end()
    const { id, method, params } = JSON.parse(body)
    if (id === undefined) return void response.writeHead(202, headers).end()
    if (method === 'tools/call') calls.push(params.name)
    const results: Record<string, object> = {
      initialize: {
        protocolVersion: '2025-06-18',
        capabilities: { tools: {} },
        serverInfo: { name: 'many', version: '1' },
      },
      'tools/list': { tools },
      'tools/call': { content: [{ type: 'text', text: `${params?.name} was called.` }] },
    }
    response.writeHead(200, headers)
    response.end(JSON.stringify({ jsonrpc: '2.0', id, result: results[method] ?? {} }))
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/mcp`,
    calls,
    close: () =>
      new Promise((resolve) => {
        server.closeAllConnections()
        server.close(() => resolve())
      }),
  }
}
