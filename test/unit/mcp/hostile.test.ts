import { createServer, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import { connectMcp } from '../../../src/mcp/connect.ts'
import { MAX_SERVER_TOOLS } from '../../../src/mcp/tool-list.ts'
import { hurry } from '../../support/hurry.ts'
import { runs } from '../../support/runs.ts'

type Message = { id?: number; method: string; params: Record<string, unknown> }
type Reply = (message: Message, response: ServerResponse) => unknown

let unhurried = (): void => {}
beforeAll(() => {
  unhurried = hurry(10)
})
afterAll(() => unhurried())

const closing: (() => void)[] = []
afterEach(() => {
  for (const close of closing.splice(0)) close()
})
const never = new AbortController().signal

/** An MCP server that is well-behaved but for what `reply` does (undefined: the ordinary answer). */
async function connectTo(
  reply: Reply,
  onToolsChanged: () => void = () => {},
  listen: (response: ServerResponse) => void = (response) => response.writeHead(405).end(),
) {
  const server = createServer(async (request, response) => {
    if (request.method === 'GET') return listen(response)
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
/** With a time limit that none of these tests is about. */
const options = (more = {}) => ({ signal: never, timeLimit: 120_000, ...more })

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
    expect(tools.length).toBe(MAX_SERVER_TOOLS)
    expect(note).toBe(`Only the first ${MAX_SERVER_TOOLS} of its more than 500 tools are offered.`)
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
    expect(note).toContain('4 have a missing, overlong or duplicate name')
  })
  it('that never answers a call: the time limit ends it', async () => {
    const connection = await connectTo(({ method }) => (method === 'tools/call' ? HANG : undefined))
    await expect(connection.callTool('x', {}, options({ timeLimit: 300 }))).rejects.toThrow(/did not answer in time/)
  })
  it('that answers with tens of MB: all of it arrives; with more than 64 MB: an error', {
    timeout: 60_000,
  }, async () => {
    const size = runs(20, 50) * 1_000_000
    const piece = Buffer.alloc(1_000_000, 'x')
    let isTooLarge = false
    const connection = await connectTo(({ method }, response) => {
      if (method !== 'tools/call') return undefined
      if (!isTooLarge) return { content: [{ type: 'text', text: 'x'.repeat(size) }] }
      response.writeHead(200, { 'content-type': 'application/json' })
      for (let n = 0; n < 70; n++) response.write(piece)
      response.end()
      return undefined
    })
    const { content } = await connection.callTool('x', {}, options())
    expect(content[0]?.type === 'text' && content[0].text.length).toBe(size)
    isTooLarge = true
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
      await expect(connection.callTool('x', {}, options())).rejects.toThrow(/more than a million values|was cut off/)
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
  it('that floods a call with thousands of progress notifications: all are taken, and the call ends', async () => {
    const total = runs(5000, 20_000)
    const connection = await connectTo((message, response) => {
      if (message.method !== 'tools/call') return undefined
      const progressToken = (message.params['_meta'] as { progressToken: unknown }).progressToken
      response.writeHead(200, { 'content-type': 'text/event-stream' })
      const send = (data: object): boolean => response.write(`data: ${JSON.stringify({ jsonrpc: '2.0', ...data })}\n\n`)
      for (let progress = 1; progress <= total; progress++)
        send({ method: 'notifications/progress', params: { progressToken, progress, total } })
      send({ id: message.id, result: { content: [{ type: 'text', text: 'done' }] } })
      response.end()
      return undefined
    })
    let heard = 0
    const { content } = await connection.callTool('x', {}, options({ onProgress: () => heard++ }))
    expect(content).toEqual([{ type: 'text', text: 'done' }])
    expect(heard).toBeGreaterThan(100)
  })
  it('that answers with 5,000 images: the first are kept, the rest is counted in words and never decoded', async () => {
    const image = { type: 'image', data: btoa('x'.repeat(3000)), mimeType: 'image/png' }
    const connection = await connectTo(({ method }) =>
      method === 'tools/call'
        ? { content: [...Array.from({ length: 5000 }, () => image), { type: 'text', text: 'the end' }] }
        : undefined,
    )
    const { content } = await connection.callTool('x', {}, options())
    expect(content.filter(({ type }) => type === 'image')).toHaveLength(16)
    expect(content.slice(16)).toEqual([
      { type: 'text', text: 'the end' },
      { type: 'text', text: '[4984 of 5000 images and files were left out.]' },
    ])
  })
  it('that answers with 50,000 texts: all of them are there, in few pieces', async () => {
    const texts = Array.from({ length: 50_000 }, (_, n) => ({ type: 'text', text: `t${n}` }))
    const connection = await connectTo(({ method }) => (method === 'tools/call' ? { content: texts } : undefined))
    const { content } = await connection.callTool('x', {}, options())
    expect(content.length).toBeLessThanOrEqual(101)
    const whole = content.map((block) => (block.type === 'text' ? block.text : '')).join('\n')
    expect(whole).toBe(texts.map(({ text }) => text).join('\n'))
  })
  it('that floods a call with events without end: an error, not hours of parsing', { timeout: 60_000 }, async () => {
    const event = ': still at it\n\n'.repeat(5000)
    const connection = await connectTo((message, response) => {
      if (message.method !== 'tools/call') return undefined
      response.writeHead(200, { 'content-type': 'text/event-stream' })
      const more = (): void => {
        while (!response.destroyed && response.write(event));
      }
      response.on('drain', more)
      more()
      return undefined
    })
    await expect(connection.callTool('x', {}, options())).rejects.toThrow(/more than 100000 events|was cut off/)
  })
})

describe('a server that tells by itself', () => {
  const changed = 'data: {"jsonrpc":"2.0","method":"notifications/tools/list_changed"}\n\n'
  const stream = (write: (response: ServerResponse) => void) => (response: ServerResponse) => {
    response.writeHead(200, { 'content-type': 'text/event-stream' })
    write(response)
  }
  const pause = (ms: number): Promise<void> => new Promise((resolve) => setTimeout(resolve, ms))

  it('as fast as it can, for ever: what is read of it in a second is bounded, and calls go on', async () => {
    let heard = 0
    const batch = changed.repeat(500)
    const flood = stream((response) => {
      const more = (): void => {
        while (!response.destroyed && response.write(batch));
      }
      response.on('drain', more)
      more()
    })
    const connection = await connectTo(
      () => undefined,
      () => heard++,
      flood,
    )
    await expect.poll(() => heard).toBeGreaterThan(0)
    await connection.callTool('x', {}, options())
    // a chunk or two come at once; then nothing until they are paid for
    const before = heard
    const began = performance.now()
    await pause(1500)
    expect(heard - before).toBeLessThan((2000 * (performance.now() - began)) / 1500)
    await connection.close()
  })
  it('with one event that never ends: it is not kept in memory, and the stream is asked for again', async () => {
    let streams = 0
    let ended = 0
    const endless = stream((response) => {
      if (++streams > 1) return void response.write(changed)
      response.on('close', () => ended++)
      const more = (): void => {
        while (!response.destroyed && response.write('x'.repeat(64 * 1024)));
      }
      response.write('data: ')
      response.on('drain', more)
      more()
    })
    let heard = 0
    const connection = await connectTo(
      () => undefined,
      () => heard++,
      endless,
    )
    await expect.poll(() => heard).toBe(1)
    await expect.poll(() => [streams, ended]).toEqual([2, 1])
    await connection.close()
  })
  it('that ends its stream at once and wants it asked for again in no time, or in a year: once a second', async () => {
    const times: number[] = []
    const hasty = stream((response) => {
      times.push(performance.now())
      response.end(`id: ${times.length}\nretry: ${times.length === 1 ? 0 : 2_147_483_648}\n\n`)
    })
    const connection = await connectTo(
      () => undefined,
      () => {},
      hasty,
    )
    await expect.poll(() => times.length).toBeGreaterThan(1)
    await pause(1500)
    await connection.close()
    for (const [n, time] of times.slice(1).entries()) expect(time - (times[n] ?? 0)).toBeGreaterThan(900)
  })
})
