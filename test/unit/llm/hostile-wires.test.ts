import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { gzipSync } from 'node:zlib'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { loadAdapter } from '../../../src/llm/adapters.ts'
import type { LlmPart } from '../../../src/llm/port.ts'
import type { ProviderKind } from '../../../src/settings/provider-kind.ts'
import { worked } from '../../support/own-time.ts'
import { runs } from '../../support/runs.ts'
import { type Asked, askBytes, sse } from './ask-bytes.ts'
import { collect, errorOf, requestOf } from './contract.ts'
import {
  anthropicRecorded,
  googleRecorded,
  interactionsRecorded,
  openaiRecorded,
  responsesRecorded,
} from './recorded.ts'

/** What no provider should send. Every answer still keeps the contract: see `collect`. */

const HOSTS: Record<string, string> = {
  anthropic: 'https://api.anthropic.com/v1',
  openai: 'https://api.openai.com/v1',
  google: 'https://generativelanguage.googleapis.com/v1beta',
  openrouter: 'https://openrouter.ai/api/v1',
  'openai-compatible': 'http://localhost:9000/v1',
}
const MODELS: Record<string, string> = { anthropic: 'claude-sonnet-4-5', openai: 'gpt-5.1', google: 'gemini-3-pro' }
const WIRES = [
  ['anthropic', anthropicRecorded.complete],
  ['openai', responsesRecorded.complete],
  ['google', googleRecorded.complete],
  ['openai-compatible', openaiRecorded.complete],
  ['openrouter', openaiRecorded.complete],
  ['interactions of google', interactionsRecorded.complete],
] as const
type Name = (typeof WIRES)[number][0]
const wireOf = (name: Name, bytes: string): Asked => {
  const kind = name === 'interactions of google' ? 'google' : name
  const advanced = { stored: kind !== name }
  return { kind, bytes, advanced, baseUrl: HOSTS[kind] ?? '', model: MODELS[kind] ?? 'x/y' }
}
const ask = async (kind: Name, bytes: string): Promise<LlmPart[]> =>
  (await askBytes({ ...wireOf(kind, bytes), contradicts: true })).parts
const eventsOf = (bytes: string): unknown[] =>
  bytes
    .split(/\r?\n/)
    .flatMap((line) => (line.startsWith('data:') && !line.includes('[DONE]') ? [JSON.parse(line.slice(5))] : []))

describe.each(WIRES)('%s', (kind, bytes) => {
  it.each(WIRES.filter(([, other]) => other !== bytes))(
    'answers with the wire of %s: a failure, no empty answer',
    async (_, other) => {
      expect(errorOf(await ask(kind, other))).toBeDefined()
    },
  )

  it('any field is of another kind, missing, or one of a thousand', async () => {
    const events = eventsOf(bytes)
    const odd = fc.constantFrom(null, 'x', '', 7, -1, 1e308, true, [], {}, [null], [{}], { type: 'x' }, undefined)
    await fc.assert(
      fc.asyncProperty(fc.array(fc.tuple(fc.nat(), fc.nat(), odd), { minLength: 1, maxLength: 3 }), async (changes) => {
        const changed = structuredClone(events)
        // one object in two places could hold itself, which no bytes can
        for (const [at, path, value] of changes) put(changed[at % changed.length], path, structuredClone(value))
        const parts = await ask(kind, sse(...(changed as object[]), ...(kind.startsWith('open') ? ['[DONE]'] : [])))
        const meant = parts.filter((part) => 'text' in part && typeof part.text !== 'string')
        expect(meant).toEqual([])
      }),
      { numRuns: runs(20, 60) },
    )
  })

  it('events come in another order, twice, or not at all', async () => {
    const events = eventsOf(bytes) as object[]
    await fc.assert(
      fc.asyncProperty(fc.array(fc.nat(events.length - 1), { maxLength: events.length * 2 }), async (order) => {
        await ask(kind, sse(...order.flatMap((at) => events[at] ?? []), ...(kind.startsWith('open') ? ['[DONE]'] : [])))
      }),
      { numRuns: runs(15, 50) },
    )
  })
})

it('a call that begins twice is one call, and it ends', async () => {
  const events = eventsOf(anthropicRecorded.complete) as { type: string; content_block?: { type: string } }[]
  const start = events.find(({ content_block }) => content_block?.type === 'tool_use')
  const of = (type: string) => events.findLast((event) => event.type === type)
  const stop = { ...start, type: 'content_block_stop', content_block: undefined }
  const sent = [start, start, stop, of('message_delta'), of('message_stop')]
  const parts = await ask('anthropic', sse(...(sent as object[])))
  expect(parts.map(({ type }) => type)).toEqual(expect.arrayContaining(['tool-call-start', 'tool-call-end', 'done']))
  expect(parts.filter(({ type }) => type === 'tool-call-start')).toHaveLength(1)
})

/** Puts a value somewhere into an event, wherever the number leads. */
function put(event: unknown, path: number, value: unknown): void {
  let [at, rest] = [event, path]
  while (typeof at === 'object' && at !== null) {
    const fields = at as Record<string, unknown>
    const names = Object.keys(fields)
    if (names.length === 0) return
    const name = names[rest % names.length] ?? ''
    rest = Math.floor(rest / names.length)
    const inner = fields[name]
    if (typeof inner === 'object' && inner !== null && rest % 3 !== 0) {
      at = inner
      continue
    }
    if (value === undefined) delete fields[name]
    else fields[name] = value
    return
  }
}

const MB = 1_048_576
/** `size` bytes in pieces as a network brings them. */
function streamOf(size: number, text = 'x'): Response {
  let left = size
  const piece = new TextEncoder().encode(text.repeat(65_536 / text.length))
  const body = new ReadableStream<Uint8Array<ArrayBuffer>>({
    pull: (controller) => {
      if (left <= 0) return controller.close()
      controller.enqueue(piece)
      left -= piece.length
    },
  })
  return new Response(body, { headers: { 'content-type': 'text/event-stream' } })
}
const askWith = async (kind: ProviderKind, fetch: typeof globalThis.fetch): Promise<LlmPart[]> => {
  const { create } = await loadAdapter(kind)
  return await collect(create({ baseUrl: HOSTS[kind] ?? '', fetch }), requestOf({ model: MODELS[kind] ?? 'x/y' }))
}

it('one line that never ends was searched again with every piece: at 50 MB the tab stood for a minute and a half', async () => {
  const timed = async (text: string): Promise<number> => {
    const from = worked()
    expect(errorOf(await askWith('openai-compatible', async () => streamOf(20 * MB, text))).kind).toBe('broken-stream')
    return worked() - from
  }
  const ended = await timed(`: ${'x'.repeat(4093)}\n`)
  expect(await timed('x')).toBeLessThan(10 * ended + 2000)
}, 60_000)

it.each([
  ['a line', 'x'],
  ['an event', `data: ${'x'.repeat(1017)}\n`],
])(
  '%s without end is given up before it fills the memory',
  async (_, text) => {
    let sent = 0
    const endless: typeof fetch = async () => {
      const piece = new TextEncoder().encode(text.repeat(MB / text.length))
      const body = new ReadableStream<Uint8Array<ArrayBuffer>>({
        pull: (controller) => {
          sent += piece.length
          controller.enqueue(piece)
        },
      })
      return new Response(body, { headers: { 'content-type': 'text/event-stream' } })
    }
    const error = errorOf(await askWith('anthropic', endless))
    expect(error).toMatchObject({ kind: 'broken-stream', retryable: false })
    expect(error.message).toContain('more than any answer')
    expect(sent).toBeLessThan(150 * MB)
  },
  60_000,
)

it('a call whose arguments never end is no call: the answer breaks off', async () => {
  const call = { type: 'tool_use', id: 'toolu_1', name: 'write_file', input: {} }
  const bytes = sse(
    { type: 'message_start', message: { id: 'm', model: 'c', usage: { input_tokens: 1, output_tokens: 1 } } },
    { type: 'content_block_start', index: 0, content_block: call },
    { type: 'content_block_delta', index: 0, delta: { type: 'input_json_delta', partial_json: '{"path":"a","con' } },
    { type: 'message_delta', delta: { stop_reason: 'tool_use', stop_sequence: null }, usage: { output_tokens: 5 } },
    { type: 'message_stop' },
  )
  const parts = await ask('anthropic', bytes)
  expect(errorOf(parts)).toMatchObject({ kind: 'broken-stream', retryable: true })
})

it('two calls with one id stay two calls', async () => {
  const call = (index: number, path: string) => [
    {
      type: 'content_block_start',
      index,
      content_block: { type: 'tool_use', id: 'toolu_1', name: 'read_file', input: {} },
    },
    { type: 'content_block_delta', index, delta: { type: 'input_json_delta', partial_json: `{"path":"${path}"}` } },
    { type: 'content_block_stop', index },
  ]
  const bytes = sse(
    { type: 'message_start', message: { id: 'm', model: 'c', usage: { input_tokens: 1, output_tokens: 1 } } },
    ...call(0, 'a'),
    ...call(1, 'b'),
    { type: 'message_delta', delta: { stop_reason: 'tool_use', stop_sequence: null }, usage: { output_tokens: 5 } },
    { type: 'message_stop' },
  )
  const ends = (await ask('anthropic', bytes)).flatMap((part) =>
    part.type === 'tool-call-end' ? [part.arguments] : [],
  )
  expect(ends).toEqual(['{"path":"a"}', '{"path":"b"}'])
})

it('a compressed answer that is cut off is a broken stream, and keeps what had come', async () => {
  const words = Array.from({ length: 4000 }, (_, at) => ({
    ...{ id: 'c', object: 'chat.completion.chunk', created: 1, model: 'm' },
    choices: [{ index: 0, delta: { content: `${at * 7919} ` }, finish_reason: null }],
  }))
  const zipped = gzipSync(sse(...words, '[DONE]'))
  const server = createServer((_, response) => {
    response.writeHead(200, { 'content-type': 'text/event-stream', 'content-encoding': 'gzip' })
    response.end(zipped.subarray(0, zipped.length - 2000))
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const { port } = server.address() as AddressInfo
  try {
    const { create } = await loadAdapter('openai-compatible')
    const parts = await collect(create({ baseUrl: `http://127.0.0.1:${port}/v1`, fetch }), requestOf())
    expect(errorOf(parts)).toMatchObject({ kind: 'broken-stream', retryable: true })
    expect(parts.some(({ type }) => type === 'text-delta')).toBe(true)
  } finally {
    server.close()
  }
})
