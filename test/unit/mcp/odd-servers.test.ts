import { createServer, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterEach, describe, expect, it } from 'vitest'
import { connectMcp, type McpConnection } from '../../../src/mcp/connect.ts'

/**
 * Servers that are usable and say or leave out what the protocol does not expect: kinds of public reports (see README
 * of `src/mcp`).
 */

type Message = { id?: number; method: string }
type Odd = {
  /** Answers a notification. */
  notice?: (response: ServerResponse) => void
  /** The result of `initialize`. */
  handshake?: object
  /** The result of `tools/list`, and of `tools/call`. */
  tools?: object
  call?: object
  /** In the message around each result. */
  around?: object
  asEvents?: boolean
  /** How it answers whoever goes on in the session `old`. */
  forgets?: { status: number; words: string }
  sessionId?: string
  onToolsChanged?: () => void
}

const closing: (() => unknown)[] = []
afterEach(async () => {
  for (const close of closing.splice(0).reverse()) await close()
})
const never = new AbortController().signal
const HANDSHAKE = {
  protocolVersion: '2025-06-18',
  capabilities: { tools: {} },
  serverInfo: { name: 'odd', version: '1' },
}
const NEWS = 'data: {"jsonrpc":"2.0","method":"notifications/tools/list_changed"}\n\n'

/** As Chromium shows a response without a body: with an empty stream. */
const fetchOfChromium: typeof fetch = async (input, init) => {
  const response = await fetch(input, init)
  if (response.body === null) Object.defineProperty(response, 'body', { value: new Response('').body })
  return response
}

async function connectTo(odd: Odd): Promise<McpConnection> {
  const { notice = (response: ServerResponse) => void response.writeHead(202).end(), onToolsChanged = () => {} } = odd
  const server = createServer(async (request, response) => {
    if (request.method === 'GET')
      return void response.writeHead(200, { 'content-type': 'text/event-stream' }).write(NEWS)
    if (request.method === 'DELETE') return void response.writeHead(204).end()
    let body = ''
    for await (const chunk of request) body += chunk
    const message = JSON.parse(body) as Message
    if (odd.forgets && request.headers['mcp-session-id'] === 'old')
      return void response.writeHead(odd.forgets.status, { 'content-type': 'application/json' }).end(odd.forgets.words)
    if (message.id === undefined) return notice(response)
    const results: Record<string, object> = {
      initialize: odd.handshake ?? HANDSHAKE,
      'tools/list': odd.tools ?? { tools: [{ name: 'add', inputSchema: { type: 'object' } }] },
      'tools/call': odd.call ?? { content: [{ type: 'text', text: 'done' }] },
    }
    const said = JSON.stringify({
      jsonrpc: '2.0',
      id: message.id,
      result: results[message.method] ?? {},
      ...odd.around,
    })
    response
      .writeHead(200, {
        ...{ 'content-type': odd.asEvents ? 'text/event-stream' : 'application/json', 'mcp-session-id': 'one' },
      })
      .end(odd.asEvents ? `data: ${said}\n\n` : said)
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  closing.push(() => {
    server.closeAllConnections()
    server.close()
  })
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/mcp`
  const connection = await connectMcp(
    {
      url,
      fetch: fetchOfChromium,
      sessionId: odd.sessionId ?? null,
      protocolVersion: odd.sessionId ? '2025-06-18' : null,
      onToolsChanged,
    },
    never,
  )
  closing.push(() => connection.close())
  return connection
}

async function callsItsTool(connection: McpConnection): Promise<void> {
  expect((await connection.list(never)).tools).toMatchObject([{ name: 'add' }])
  const { content } = await connection.callTool('add', {}, { signal: never, timeLimit: 10_000 })
  expect(content).toEqual([{ type: 'text', text: 'done' }])
}

describe('a server that answers a notification in a way of its own could not be connected, or its news was never heard', () => {
  it.each<[string, (response: ServerResponse) => void]>([
    ['204', (response) => void response.writeHead(204).end()],
    ['205', (response) => void response.writeHead(205).end()],
    ['200 and nothing', (response) => void response.writeHead(200).end()],
    [
      '200 and an empty object',
      (response) => void response.writeHead(200, { 'content-type': 'application/json' }).end('{}'),
    ],
    ['200 and words', (response) => void response.writeHead(200, { 'content-type': 'text/plain' }).end('Accepted')],
    [
      '202 and an event stream',
      (response) => void response.writeHead(202, { 'content-type': 'text/event-stream' }).end(),
    ],
  ])('%s', async (_, notice) => {
    let heard = 0
    const connection = await connectTo({ notice, onToolsChanged: () => heard++ })
    await callsItsTool(connection)
    await expect.poll(() => heard).toBeGreaterThan(0)
    await connection.end()
  })
})

describe('a server whose answer to initialize lacks what nobody reads was refused', () => {
  const { serverInfo: _, ...nameless } = HANDSHAKE
  const { capabilities: __, ...incapable } = HANDSHAKE
  it.each<[string, object]>([
    ['no version', { ...HANDSHAKE, serverInfo: { name: 'odd' } }],
    ['a number as version', { ...HANDSHAKE, serverInfo: { name: 'odd', version: 2 } }],
    ['null as version and title', { ...HANDSHAKE, serverInfo: { name: 'odd', version: null, title: null } }],
    ['no name', { ...HANDSHAKE, serverInfo: { version: '1' } }],
    ['no serverInfo', nameless],
    ['null as serverInfo', { ...HANDSHAKE, serverInfo: null }],
    ['null for what it cannot do', { ...HANDSHAKE, capabilities: { tools: {}, prompts: null, logging: null } }],
    ['true for what it can do', { ...HANDSHAKE, capabilities: { tools: true, resources: false } }],
    ['null as listChanged', { ...HANDSHAKE, capabilities: { tools: { listChanged: null } } }],
    ['a list for tools', { ...HANDSHAKE, capabilities: { tools: [] } }],
    ['no capabilities', incapable],
    ['null as instructions', { ...HANDSHAKE, instructions: null }],
  ])('%s', async (_, handshake) => {
    const connection = await connectTo({ handshake })
    await callsItsTool(connection)
    expect((await connection.list(never)).hasResources).toBe(false)
  })

  it('one that speaks no version of ours is refused in words', async () => {
    await expect(connectTo({ handshake: { ...HANDSHAKE, protocolVersion: '1999-01-01' } })).rejects.toThrow(
      /protocol version is not supported: 1999-01-01/,
    )
  })
})

describe('a server that writes null for what is absent was not understood, and its calls waited in vain', () => {
  const block = { type: 'text', text: 'done', annotations: null, _meta: null }
  it.each<[string, Odd]>([
    ['beside a result', { around: { error: null } }],
    [
      'in what is said about a result',
      { call: { content: [block], _meta: null, structuredContent: null, isError: null } },
    ],
    ['in the handshake', { handshake: { ...HANDSHAKE, _meta: null } }],
    [
      'in a tool',
      {
        tools: {
          _meta: null,
          nextCursor: null,
          tools: [{ name: 'add', title: null, annotations: null, inputSchema: { type: 'object' } }],
        },
      },
    ],
  ])('%s', async (_, odd) => {
    await callsItsTool(await connectTo(odd))
    await callsItsTool(await connectTo({ ...odd, asEvents: true }))
  })
})

it.each<[number, string]>([
  [404, 'Not Found'],
  [400, '{"error":{"message":"Bad Request: No valid session ID provided"}}'],
  [410, '{"error":{"message":"Session terminated"}}'],
  [500, '{"error":{"message":"Bad Request: No valid session ID provided"}}'],
  [503, '{"error":{"message":"Unknown or expired mcp-session-id"}}'],
  [503, '{"error":{"message":"Session abc not found"}}'],
])(
  'a server that was started again, and says so with %i, had to be connected by hand: its session is renewed',
  async (status, words) => {
    const connection = await connectTo({ forgets: { status, words }, sessionId: 'old' })
    expect([connection.resumed, connection.sessionId]).toEqual([false, 'one'])
    await callsItsTool(connection)
  },
)

it('a server that is away for another reason is not asked for a new session', async () => {
  await expect(
    connectTo({ forgets: { status: 503, words: 'Overloaded. Your session is safe.' }, sessionId: 'old' }),
  ).rejects.toThrow(/503/)
})
