import { createServer, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterEach, describe, expect, it } from 'vitest'
import { connectMcp } from '../../../src/mcp/connect.ts'
import { MAX_TOOLS } from '../../../src/mcp/tool-list.ts'

type Message = { id?: number; method: string; params: Record<string, unknown> }
type Reply = (message: Message, response: ServerResponse) => unknown

const closing: (() => void)[] = []
afterEach(() => {
  for (const close of closing.splice(0)) close()
})
const never = new AbortController().signal

/** An MCP server that is well-behaved but for what `reply` does (undefined: the ordinary answer). */
async function connectTo(reply: Reply, onToolsChanged: () => void = () => {}) {
  const server = createServer(async (request, response) => {
    if (request.method !== 'POST') return void response.writeHead(405).end()
    let body = ''
    for await (const chunk of request) body += chunk
    const message = JSON.parse(body) as Message
    if (message.id === undefined) return void response.writeHead(202).end()
    const initialized = {
      protocolVersion: '2025-06-18',
      capabilities: { tools: {} },
      serverInfo: { name: 'bad', version: '1' },
    }
    const result = message.method === 'initialize' ? initialized : (reply(message, response) ?? {})
    if (response.headersSent || result === HANG) return
    response
      .writeHead(200, { 'content-type': 'application/json' })
      .end(JSON.stringify({ jsonrpc: '2.0', id: message.id, result }))
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  closing.push(() => {
    server.closeAllConnections()
    server.close()
  })
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/mcp`
  return connectMcp({ url, fetch, sessionId: null, protocolVersion: null, onToolsChanged }, never)
}
const HANG = Symbol('never answers')
const options = (more = {}) => ({ signal: never, timeLimit: 20_000, ...more })

describe('a server that misbehaves', () => {
  it('with 10,000 tools: the first are offered, and a note says so', async () => {
    const page = (from: number) =>
      Array.from({ length: 500 }, (_, n) => ({ name: `t${from + n}`, inputSchema: { type: 'object' } }))
    let pages = 0
    const connection = await connectTo(({ params }) => {
      pages++
      const from = Number(params?.['cursor'] ?? 0)
      return { tools: page(from), ...(from < 9500 && { nextCursor: String(from + 500) }) }
    })
    pages = 0
    const { tools, note } = await connection.list(never)
    expect(tools.length).toBe(MAX_TOOLS)
    expect(note).toBe(`Only the first ${MAX_TOOLS} of its more than 500 tools are offered.`)
    expect(pages).toBe(1)
  })
  it('with pages that never end: it is asked for a bounded number of them', async () => {
    let n = 0
    const connection = await connectTo(({ method }) =>
      method === 'tools/list' ? { tools: [], nextCursor: String(n++) } : undefined,
    )
    await connection.list(never)
    expect(n).toBeLessThanOrEqual(50)
  })
  it('that lies about its tools: names that are missing, double or endless are left out, hints that contradict each other do not count', async () => {
    const connection = await connectTo(() => ({
      tools: [
        { name: 'good', inputSchema: 'nonsense', annotations: { readOnlyHint: true, destructiveHint: true } },
        { name: 'good', inputSchema: {} },
        null,
        { inputSchema: {} },
        { name: 'x'.repeat(1000), inputSchema: {} },
      ],
    }))
    const { tools, note } = await connection.list(never)
    expect(tools).toMatchObject([{ name: 'good', readOnly: false, inputSchema: { type: 'object' } }])
    expect(note).toContain('4 have a name that is missing, too long or taken')
  })
  it('that never answers a call: the time limit ends it', async () => {
    const connection = await connectTo(({ method }) => (method === 'tools/call' ? HANG : undefined))
    await expect(connection.callTool('x', {}, options({ timeLimit: 300 }))).rejects.toThrow(/did not answer in time/)
  })
  it('that answers with 50 MB: all of it arrives; with more than 64 MB: an error', { timeout: 60_000 }, async () => {
    let size = 50_000_000
    const connection = await connectTo(({ method }) =>
      method === 'tools/call' ? { content: [{ type: 'text', text: 'x'.repeat(size) }] } : undefined,
    )
    const { content } = await connection.callTool('x', {}, options())
    expect(content[0]?.type === 'text' && content[0].text.length).toBe(size)
    size = 70_000_000
    await expect(connection.callTool('x', {}, options())).rejects.toThrow(/larger than 64 MB/)
  })
  it.each(['application/json', 'text/event-stream'])(
    'that answers with millions of values in few bytes (%s): an error before they are parsed; commas in a text are no values',
    async (type) => {
      let text = '"x,[{"'.repeat(2_000_000)
      let extra = ''
      const connection = await connectTo(({ method, id }, response) => {
        if (method !== 'tools/call') return undefined
        const json = `{"jsonrpc":"2.0","id":${id},"result":{"content":[{"type":"text","text":${JSON.stringify(text)}}]${extra}}}`
        response.writeHead(200, { 'content-type': type })
        response.end(type === 'application/json' ? json : `: "\n\ndata: ${json}\n\n`)
        return undefined
      })
      const { content } = await connection.callTool('x', {}, options())
      expect(content[0]?.type === 'text' && content[0].text.length).toBe(text.length)
      text = 'x'
      extra = `,"more":[${'[],'.repeat(2_000_000)}1]`
      await expect(connection.callTool('x', {}, options())).rejects.toThrow(/more than a million values|broke off/)
    },
  )
  it('that answers with nonsense: it is named, nothing throws', async () => {
    const connection = await connectTo(({ method }) =>
      method === 'tools/call'
        ? {
            content: [
              null,
              7,
              { type: 'image', data: '§', mimeType: 'image/png' },
              { type: 'video' },
              { type: 'text' },
            ],
          }
        : undefined,
    )
    const answer = await connection.callTool('x', {}, options()).catch((error: Error) => error.message)
    expect(typeof answer === 'string' ? answer : JSON.stringify(answer)).toMatch(/unreadable|decoded|invalid/i)
  })
  it('that floods a call with 20,000 progress notifications: all are taken, and the call ends', async () => {
    const connection = await connectTo((message, response) => {
      if (message.method !== 'tools/call') return undefined
      const progressToken = (message.params['_meta'] as { progressToken: unknown }).progressToken
      response.writeHead(200, { 'content-type': 'text/event-stream' })
      const send = (data: object): boolean => response.write(`data: ${JSON.stringify({ jsonrpc: '2.0', ...data })}\n\n`)
      for (let progress = 1; progress <= 20_000; progress++)
        send({ method: 'notifications/progress', params: { progressToken, progress, total: 20_000 } })
      send({ id: message.id, result: { content: [{ type: 'text', text: 'done' }] } })
      response.end()
      return undefined
    })
    let heard = 0
    const { content } = await connection.callTool('x', {}, options({ onProgress: () => heard++ }))
    expect(content).toEqual([{ type: 'text', text: 'done' }])
    expect(heard).toBeGreaterThan(100)
  })
})
