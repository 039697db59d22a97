import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { setTimeout as later } from 'node:timers'
import { afterAll, afterEach, beforeAll, describe, expect, it, vi } from 'vitest'
import { connectMcp, type McpConnection } from '../../../src/mcp/connect.ts'
import { hurry } from '../../support/hurry.ts'
import { countTime } from '../../support/own-time.ts'
import { runs } from '../../support/runs.ts'

/** Streams and ids of a server that keeps a session, which outlives connections. */

type Message = { id?: number; method: string; params?: Record<string, unknown> }

let unhurried = (): void => {}
beforeAll(() => {
  unhurried = hurry(20)
})
afterAll(() => unhurried())

const closing: (() => unknown)[] = []
afterEach(async () => {
  for (const close of closing.splice(0).reverse()) await close()
})
const never = new AbortController().signal
const options = (more = {}) => ({ signal: never, timeLimit: 120_000, ...more })
const EVENTS = { 'content-type': 'text/event-stream' }
const event = (value: object, id?: string): string =>
  `${id === undefined ? '' : `id: ${id}\n`}data: ${JSON.stringify({ jsonrpc: '2.0', ...value })}\n\n`

type Server = {
  url: string
  messages: Message[]
  connect: (more?: { sessionId: string; onToolsChanged?: () => void }) => Promise<McpConnection>
}

/**
 * `call` answers calls, `listen` what is asked for with GET, and `leave` a DELETE. `hasTools`: it knows what tools are.
 */
async function sessionServer(
  call: (response: ServerResponse, message: Message) => void,
  listen: (response: ServerResponse, request: IncomingMessage) => void = (response) => response.writeHead(405).end(),
  leave: (response: ServerResponse) => void = (response) => response.writeHead(405).end(),
  hasTools = true,
): Promise<Server> {
  const messages: Message[] = []
  const server = createServer(async (request, response) => {
    if (request.method === 'GET') return listen(response, request)
    if (request.method === 'DELETE') return leave(response)
    if (request.method !== 'POST') return void response.writeHead(405).end()
    let body = ''
    for await (const chunk of request) body += chunk
    const message = JSON.parse(body) as Message
    messages.push(message)
    if (message.id === undefined || message.method === undefined) return void response.writeHead(202).end()
    if (message.method === 'tools/call') return call(response, message)
    const initialized = {
      protocolVersion: '2025-06-18',
      capabilities: hasTools ? { tools: { listChanged: true } } : { prompts: {} },
      serverInfo: { name: 'streams', version: '1' },
    }
    const isUnknown = !hasTools && message.method === 'tools/list'
    const said = isUnknown
      ? { error: { code: -32601, message: 'Method not found' } }
      : { result: message.method === 'initialize' ? initialized : {} }
    response
      .writeHead(200, { 'content-type': 'application/json', 'mcp-session-id': 'one' })
      .end(JSON.stringify({ jsonrpc: '2.0', id: message.id, ...said }))
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  closing.push(() => {
    server.closeAllConnections()
    server.close()
  })
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/mcp`
  return {
    url,
    messages,
    connect: async ({ sessionId, onToolsChanged = () => {} } = { sessionId: '' }) => {
      const known = sessionId !== ''
      const connection = await connectMcp(
        {
          url,
          fetch,
          sessionId: known ? sessionId : null,
          protocolVersion: known ? '2025-06-18' : null,
          onToolsChanged,
        },
        never,
      )
      closing.push(() => connection.close())
      return connection
    },
  }
}
const text = (words: string): object => ({ content: [{ type: 'text', text: words }] })
const answer = (response: ServerResponse, { id }: Message): void =>
  void response.writeHead(200, EVENTS).end(event({ id, result: text('done') }))

describe('connections in one session', () => {
  it('counted their requests from 0 each, so that after a reload one call got the answer of another', async () => {
    const { connect, messages } = await sessionServer(answer)
    const before = await connect()
    await before.callTool('a', {}, options())
    const after = await connect({ sessionId: 'one' })
    expect(after.resumed).toBe(true)
    await after.callTool('a', {}, options())
    const ids = messages.flatMap(({ id }) => (id === undefined ? [] : [id]))
    expect(ids.length).toBeGreaterThan(4)
    expect(new Set(ids).size).toBe(ids.length)
    // some servers read ids as 32-bit integers
    for (const id of ids) expect(Number.isInteger(id) && id >= 0 && id < 2 ** 31).toBe(true)
  })
})

it('a server without tools was told of as broken after a reload: "Method not found"', async () => {
  const { connect, messages } = await sessionServer(answer, undefined, undefined, false)
  const before = await connect()
  expect((await before.list(never)).tools).toEqual([])
  const after = await connect({ sessionId: 'one' })
  expect(after.resumed).toBe(true)
  expect((await after.list(never)).tools).toEqual([])
  expect(messages.filter(({ method }) => method === 'tools/list')).toHaveLength(1)
})

describe('the stream of an answer', () => {
  it('of a call that was stopped stayed open: after six, a browser had no connection left for that server', async () => {
    let closed = 0
    const { connect, messages } = await sessionServer((response) => {
      response.on('close', () => closed++)
      response.writeHead(200, EVENTS).write(': working\n\n')
    })
    const connection = await connect()
    const stop = new AbortController()
    const call = connection.callTool('a', {}, options({ signal: stop.signal }))
    call.catch(() => {})
    await expect.poll(() => messages.some(({ method }) => method === 'tools/call')).toBe(true)
    stop.abort(new Error('Stopped'))
    await expect(call).rejects.toThrow('Stopped')
    await expect.poll(() => closed).toBe(1)
    const id = messages.find(({ method }) => method === 'tools/call')?.id
    await expect
      .poll(() => messages.find(({ method }) => method === 'notifications/cancelled')?.params?.['requestId'])
      .toBe(id)
  })
  it('that has come and is left open by the server is let go a little later', async () => {
    let closed = 0
    const { connect } = await sessionServer((response, { id }) => {
      response.on('close', () => closed++)
      response.writeHead(200, EVENTS).write(event({ id, result: text('done') }))
    })
    const connection = await connect()
    expect(await connection.callTool('a', {}, options())).toMatchObject(text('done'))
    await expect.poll(() => closed).toBe(1)
  })
})

describe('an answer whose stream is cut and can be gone on with', () => {
  const cut = (response: ServerResponse): void => {
    response.writeHead(200, EVENTS).write('id: 7\nretry: 10\ndata:\n\n')
    later(() => response.destroy(), 20)
  }
  it('was lost when the network was away for more than two seconds', async () => {
    let away = 3
    let asked: Message | undefined
    const { connect } = await sessionServer(
      (response, message) => {
        asked = message
        cut(response)
      },
      (response, request) => {
        if (request.headers['last-event-id'] !== '7') response.writeHead(405).end()
        else if (away-- > 0) response.destroy()
        else answer(response, asked as Message)
      },
    )
    const connection = await connect()
    expect(await connection.callTool('a', {}, options())).toMatchObject(text('done'))
  })
  it.each([
    ['by the network', (response: ServerResponse) => response.destroy()],
    ['by a server that holds no stream for long', (response: ServerResponse) => response.end()],
  ])('was lost when what went on was cut again %s before it brought anything', async (_, end) => {
    let cuts = 2
    let asked: Message | undefined
    const { connect } = await sessionServer(
      (response, message) => {
        asked = message
        cut(response)
      },
      (response, request) => {
        if (request.headers['last-event-id'] !== '7') response.writeHead(405).end()
        else if (cuts-- > 0) {
          response.writeHead(200, EVENTS).write(': working\n\n')
          later(end, 20, response)
        } else answer(response, asked as Message)
      },
    )
    const connection = await connect()
    expect(await connection.callTool('a', {}, options())).toMatchObject(text('done'))
  })
  it('was lost when its server still counted the stream that was cut as open (409)', async () => {
    let stillOpen = 2
    let asked: Message | undefined
    const { connect } = await sessionServer(
      (response, message) => {
        asked = message
        cut(response)
      },
      (response, request) => {
        if (request.headers['last-event-id'] !== '7') response.writeHead(405).end()
        else if (stillOpen-- > 0) response.writeHead(409).end('Conflict: Stream already has an active connection')
        else answer(response, asked as Message)
      },
    )
    const connection = await connect()
    expect(await connection.callTool('a', {}, options())).toMatchObject(text('done'))
  })
  it.each([400, 404])('and whose server refuses that (%i) is known to be lost at once', async (status) => {
    let tries = 0
    const { connect } = await sessionServer(cut, (response, request) => {
      if (request.headers['last-event-id'] === '7') tries++
      response.writeHead(status).end()
    })
    const connection = await connect()
    const passed = countTime()
    await expect(connection.callTool('a', {}, options())).rejects.toThrow(/was cut off/)
    expect(tries).toBe(1)
    expect(passed()).toBeLessThan(5000)
  })
})

describe('a server that speaks by itself', () => {
  it('was not heard any more after a reload: its tools had changed, and the word on them still held', async () => {
    const { connect } = await sessionServer(answer, (response) => {
      response.writeHead(200, EVENTS).write(event({ method: 'notifications/tools/list_changed' }))
    })
    let heard = 0
    await connect({ sessionId: 'one', onToolsChanged: () => heard++ })
    await expect.poll(() => heard).toBe(1)
  })
  it('asks thousands of things in one answer: it is answered in a few requests, so that other requests get through', async () => {
    const count = runs(1000, 5000)
    const { connect, messages } = await sessionServer((response, message) => {
      response.writeHead(200, EVENTS)
      for (let n = 0; n < count; n++)
        response.write(event({ id: `q${n}`, method: n % 2 === 0 ? 'ping' : 'roots/list', params: {} }))
      later(() => response.end(event({ id: message.id, result: text('done') })), 200)
    })
    const connection = await connect()
    expect(await connection.callTool('a', {}, options())).toMatchObject(text('done'))
    const answers = () => messages.filter(({ method }) => method === undefined)
    // they are under way when the answer of the call is there
    await expect.poll(answers).toContainEqual({ jsonrpc: '2.0', id: 'q0', result: {} })
    const refused = { jsonrpc: '2.0', id: 'q1', error: expect.objectContaining({ code: -32601 }) }
    await expect.poll(answers).toContainEqual(refused)
    expect(answers().length).toBeLessThan(count / 5)
  })
})

describe('a session', () => {
  it.each([
    ['says nothing', () => {}],
    ['says half of an answer', (response: ServerResponse) => response.writeHead(200).write('{')],
  ])('is left after a while, though its server %s when it is to end', async (_what, leave) => {
    let asked = (): void => {}
    const isAsked = new Promise<void>((resolve) => {
      asked = resolve
    })
    const server = await sessionServer(answer, undefined, (response) => {
      leave(response)
      asked()
    })
    const connection = await server.connect()
    vi.useFakeTimers({ toFake: ['setTimeout'] })
    closing.push(() => vi.useRealTimers())
    const ended = connection.end().then(() => 'ended')
    await isAsked
    await vi.advanceTimersByTimeAsync(5000)
    vi.useRealTimers()
    expect(await Promise.race([ended, new Promise((resolve) => later(resolve, 1000, 'hangs'))])).toBe('ended')
  })
})
