import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterEach, describe, expect, it } from 'vitest'
import { connectMcp, type McpTarget } from '../../../src/mcp/connect.ts'

type Message = { id?: number; method: string; params?: { protocolVersion?: string } }

const closing: (() => void)[] = []
afterEach(() => {
  for (const close of closing.splice(0)) close()
})
const never = new AbortController().signal

/** A server that speaks one version; `answer` may refuse the handshake instead. */
async function speaking(version: string, answer?: (asked: string) => object | number | undefined) {
  const heard: { method: string; asked: string | undefined; header: string | undefined }[] = []
  const server = createServer(async (request, response) => {
    if (request.method !== 'POST') return void response.writeHead(405).end()
    let body = ''
    for await (const chunk of request) body += chunk
    const message = JSON.parse(body) as Message
    const asked = message.params?.protocolVersion
    heard.push({ method: message.method, asked, header: request.headers['mcp-protocol-version'] as string | undefined })
    if (message.id === undefined) return void response.writeHead(202).end()
    const refused = message.method === 'initialize' ? answer?.(asked ?? '') : undefined
    if (typeof refused === 'number') return void response.writeHead(refused).end('Unsupported protocol version')
    const result =
      message.method === 'initialize'
        ? { protocolVersion: version, capabilities: { tools: {} }, serverInfo: { name: 'old', version: '1' } }
        : message.method === 'tools/list'
          ? { tools: [{ name: 'echo', inputSchema: { type: 'object' } }] }
          : {}
    response
      .writeHead(200, { 'content-type': 'application/json' })
      .end(JSON.stringify({ jsonrpc: '2.0', id: message.id, ...(refused ?? { result }) }))
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  closing.push(() => {
    server.closeAllConnections()
    server.close()
  })
  const target: McpTarget = {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/mcp`,
    fetch,
    sessionId: null,
    protocolVersion: null,
    onToolsChanged: () => {},
  }
  return { heard, connect: () => connectMcp(target, never) }
}

describe('the version of the protocol', () => {
  it.each(['2025-11-25', '2025-06-18', '2025-03-26', '2024-11-05'])(
    'a server that speaks %s: the newest is offered, and its own is spoken from then on',
    async (version) => {
      const { heard, connect } = await speaking(version)
      const connection = await connect()
      expect(connection.protocolVersion).toBe(version)
      expect((await connection.list(never)).tools.map(({ name }) => name)).toEqual(['echo'])
      expect(heard[0]).toMatchObject({ method: 'initialize', asked: '2025-11-25' })
      expect(heard.slice(1).every(({ header }) => header === version)).toBe(true)
      await connection.close()
    },
  )
  it('a server that answers with a version that nobody knows is told apart', async () => {
    const { connect } = await speaking('1999-01-01')
    await expect(connect()).rejects.toThrow(/protocol version is not supported: 1999-01-01/)
  })
  it('a server that refuses the newest version, and says which it speaks, is asked in that one', async () => {
    const error = { code: -32602, message: 'Unsupported protocol version', data: { supported: ['2025-03-26'] } }
    const { heard, connect } = await speaking('2025-03-26', (asked) => (asked === '2025-03-26' ? undefined : { error }))
    const connection = await connect()
    expect(connection.protocolVersion).toBe('2025-03-26')
    expect(heard.filter(({ method }) => method === 'initialize').map(({ asked }) => asked)).toEqual([
      '2025-11-25',
      '2025-03-26',
    ])
    await connection.close()
  })
  it('a server that refuses it without a word about others is told in words', async () => {
    const { connect } = await speaking('x', () => ({
      error: { code: -32602, message: 'Unsupported protocol version' },
    }))
    await expect(connect()).rejects.toThrow(/^127\.0\.0\.1:\d+: .*Unsupported protocol version/)
    const { connect: rude } = await speaking('x', () => 400)
    await expect(rude()).rejects.toThrow(/answered 400/)
  })
})
