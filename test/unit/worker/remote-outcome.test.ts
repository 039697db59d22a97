import { createServer, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterEach, describe, expect, it } from 'vitest'
import type { Unstamped } from '../../../src/agent/input.ts'
import type { ToolkitPorts } from '../../../src/effects/toolkit-ports.ts'
import { connectMcp } from '../../../src/mcp/connect.ts'
import { type McpServer, type McpTool, NO_MEMORY } from '../../../src/settings/mcp-server.ts'
import { toolsOf } from '../../../src/worker/mcp/server-tools.ts'
import { countTime } from '../../support/own-time.ts'
import { endingOf } from '../effects/toolkit-harness.ts'
import { memoryFiles } from '../tools/memory-files.ts'

const PAY: McpTool = {
  name: 'pay',
  title: 'Pay',
  description: 'Pays.',
  inputSchema: { type: 'object' },
  readOnly: false,
  idempotent: true,
  hash: 'h1',
}
const work = { toolCallId: '5.0.0', attempt: 0 }
const unknown = { type: 'toolkit-interrupt', ...work }
const error = (text: RegExp): unknown => ({
  type: 'toolkit-error',
  ...work,
  error: expect.stringMatching(text),
  retryAt: null,
})

const closing: (() => void)[] = []
afterEach(() => {
  for (const close of closing.splice(0)) close()
})

const EVENTS = { 'content-type': 'text/event-stream' }
type Answer = (response: ServerResponse, id: number) => void
const ending = (status: number, body: unknown, type = 'application/json'): Answer => {
  return (response) => response.writeHead(status, { 'content-type': type }).end(JSON.stringify(body))
}
const result = (content: unknown[]): Answer => {
  return (response, id) => ending(200, { jsonrpc: '2.0', id, result: { content } })(response, id)
}

/** A server with one tool that acts, and then answers as told; and a way to have it called as the worker does. */
async function payments(answer: Answer, trusted = false) {
  const seen: string[] = []
  const http = createServer(async (request, response) => {
    if (request.method !== 'POST') return void response.writeHead(405).end()
    let body = ''
    for await (const chunk of request) body += chunk
    const { id, method } = JSON.parse(body) as { id?: number; method: string }
    if (id === undefined) return void response.writeHead(202).end()
    seen.push(method)
    if (method === 'tools/call') return answer(response, id)
    const serverInfo = { name: 'payments', version: '1' }
    const initialized = { protocolVersion: '2025-06-18', capabilities: { tools: {} }, serverInfo }
    const value = method === 'initialize' ? initialized : {}
    ending(200, { jsonrpc: '2.0', id, result: value })(response, id)
  })
  await new Promise<void>((resolve) => http.listen(0, '127.0.0.1', resolve))
  const stop = (): void => {
    http.closeAllConnections()
    http.close()
  }
  closing.push(stop)
  const url = `http://127.0.0.1:${(http.address() as AddressInfo).port}/mcp`
  const server: McpServer = { id: 's', name: 'shop', url, enabled: true, trusted, createdAt: 1 }
  const target = { url, fetch, sessionId: null, protocolVersion: null, onToolsChanged: () => {} }
  const connection = await connectMcp(target, AbortSignal.timeout(5000))
  const memory = { ...NO_MEMORY, tools: [PAY], trustedHashes: trusted ? { pay: 'h1' } : {} }
  const tool = toolsOf({ server, memory }, (_, ask) => ask(connection))[0]?.tool
  if (tool === undefined) throw new Error('no tool')
  return {
    acts: () => seen.filter((method) => method === 'tools/call').length,
    stop,
    close: () => connection.close(),
    call: (ports: Partial<ToolkitPorts> = {}, timeLimit = 20_000): Promise<Unstamped> =>
      endingOf({ ...tool, timeLimit }, { call: { name: tool.name, repeat: tool.repeat }, ports }),
  }
}

describe('a tool of a server that is not trusted has acted, and its answer does not arrive: the outcome is unknown', () => {
  it.each<[string, Answer]>([
    ['the connection drops before the answer', (response) => response.destroy()],
    [
      'the connection drops within the answer',
      (response) => {
        response.writeHead(200, { 'content-type': 'application/json', 'content-length': '1000' }).write('{"jsonrpc"')
        setTimeout(() => response.destroy(), 50)
      },
    ],
    ['a gateway gives up on the server (504)', ending(504, 'Gateway Timeout')],
    ['a gateway has lost the server (502)', ending(502, 'Bad Gateway')],
    ['the server breaks down (500)', ending(500, 'Internal Server Error')],
    ['what comes is a web page', ending(200, '<html>', 'text/html')],
    ['what comes is no message', ending(200, { hello: 'world' })],
  ])('%s', async (_, answer) => {
    const { acts, call } = await payments(answer)
    expect(await call()).toEqual(unknown)
    expect(acts()).toBe(1)
  })
  it('the connection is closed meanwhile, because another call has lost it', async () => {
    const { acts, call, close } = await payments(() => void close())
    expect(await call()).toEqual(unknown)
    expect(acts()).toBe(1)
  })
  it.each<[string, Answer]>([
    ['ends without it', (response) => response.writeHead(200, EVENTS).end(': nothing\n\n')],
    ['ends within it', (response) => response.writeHead(200, EVENTS).end('data: {"jsonrpc":"2.0"')],
    [
      'is cut after news of its progress',
      (response) => {
        response
          .writeHead(200, EVENTS)
          .write('data: {"jsonrpc":"2.0","method":"notifications/message","params":{}}\n\n')
        setTimeout(() => response.destroy(), 50)
      },
    ],
    [
      'is cut, could be gone on with, and the server has nothing to go on with',
      (response) => void response.writeHead(200, EVENTS).end('id: 1\nretry: 20\ndata:\n\n'),
    ],
  ])('the stream of the answer %s: known at once, and not at the time limit', async (_, answer) => {
    const { acts, call } = await payments(answer)
    const passed = countTime()
    expect(await call()).toEqual(unknown)
    expect(passed()).toBeLessThan(5000)
    expect(acts()).toBe(1)
  })
})

describe('a tool whose second run does no harm', () => {
  it('says in words that the connection dropped: the model tries again', async () => {
    const { call } = await payments((response) => response.destroy(), true)
    expect(await call()).toEqual(error(/127\.0\.0\.1/))
  })
})

describe('a call that proves not to have been carried out is an error that the model reads', () => {
  it.each<[number, RegExp]>([
    [400, /answered 400/],
    [401, /sign-in \(401\)/],
    [403, /refuses \(403\)/],
    [404, /answered 404/],
    [413, /answered 413/],
    [429, /answered 429/],
  ])('refused with %i', async (status, words) => {
    expect(await (await payments(ending(status, { error: 'no' }))).call()).toEqual(error(words))
  })
  it('answered with an error of the protocol', async () => {
    const refusing: Answer = (response, id) =>
      ending(200, { jsonrpc: '2.0', id, error: { code: -32602, message: 'There is no such tool' } })(response, id)
    expect(await (await payments(refusing)).call()).toEqual(error(/There is no such tool/))
  })
  it('answered with a result that is an error', async () => {
    const failing: Answer = (response, id) => {
      const value = { content: [{ type: 'text', text: 'Not enough money' }], isError: true }
      ending(200, { jsonrpc: '2.0', id, result: value })(response, id)
    }
    expect(await (await payments(failing)).call()).toEqual(error(/^Not enough money$/))
  })
  it('the server went away since the last call: it is asked whether it is there before the call is sent', async () => {
    const { acts, call, stop } = await payments(result([{ type: 'text', text: 'Paid' }]))
    expect(await call()).toMatchObject({ type: 'toolkit-respond' })
    stop()
    expect(await call()).toEqual(error(/^No response from 127\.0\.0\.1/))
    expect(acts()).toBe(1)
  })
  it('the connection had been closed', async () => {
    const { acts, call, close } = await payments(result([]))
    await close()
    expect(await call()).toMatchObject({ type: 'toolkit-error' })
    expect(acts()).toBe(0)
  })
})

describe('a tool that has acted and shows an image that cannot be stored', () => {
  it('has answered: the model reads the rest, and why the image is missing', async () => {
    const image = { type: 'image', mimeType: 'image/png', data: btoa('x'.repeat(3000)) }
    const { call } = await payments(result([{ type: 'text', text: 'Paid, receipt 7' }, image]))
    const filesFor = () => ({ ...memoryFiles(), put: () => Promise.reject(new Error('The storage is full.')) })
    expect(await call({ filesFor })).toMatchObject({
      type: 'toolkit-respond',
      content: [
        { type: 'text', text: 'Paid, receipt 7' },
        { type: 'text', text: '[An image (image/png, 2.9 kB) that could not be stored: The storage is full.]' },
      ],
    })
  })
})

it('a file in an answer was named and lost: it is a file of the workspace, and so is a picture', async () => {
  const blob = (uri: string, mimeType: string, text: string) => ({
    type: 'resource',
    resource: { uri, mimeType, blob: btoa(text) },
  })
  const { call } = await payments(
    result([
      blob('shop://out/report.tar.gz', 'application/gzip', 'packed'),
      blob('shop://other/report.tar.gz', 'application/gzip', 'other'),
      { type: 'image', mimeType: 'image/png', data: btoa('png') },
      { type: 'text', text: 'done' },
    ]),
    true,
  )
  const { files, content } = (await call()) as Extract<Unstamped, { type: 'toolkit-respond' }>
  const paths = files?.map(({ path, from, size, mediaType }) => [
    path.replace(/^from-tools\/[^/]+/, ''),
    from,
    size,
    mediaType,
  ])
  expect(paths).toEqual([
    ['/report.tar.gz', null, 6, 'application/gzip'],
    ['/report-2.tar.gz', null, 5, 'application/gzip'],
    ['/image.png', null, 3, 'image/png'],
  ])
  expect(content.map((block) => (block.type === 'text' ? block.text : block.name))).toEqual([
    `[Saved as ${files?.[0]?.path} (application/gzip, 6 bytes)]`,
    `[Saved as ${files?.[1]?.path} (application/gzip, 5 bytes)]`,
    'done',
    files?.[2]?.path,
  ])
})
