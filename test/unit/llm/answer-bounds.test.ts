import { describe, expect, it } from 'vitest'
import { loadAdapter } from '../../../src/llm/adapters.ts'
import { tidyEvents } from '../../../src/llm/events.ts'
import { listModels } from '../../../src/llm/list-models.ts'
import type { LlmPart } from '../../../src/llm/port.ts'
import { worked } from '../../support/own-time.ts'
import { collect, errorOf, requestOf } from './contract.ts'

/** A provider that sends without end: the answer is bounded, and Stop is heard while it is read. */

type Sent = { bytes: number; cancelled: boolean }

/** The same piece again and again, each there before it is asked for, `most` bytes at the most. */
function endless(piece: string, sent: Sent, most = 600_000_000, before = ''): ReadableStream<Uint8Array<ArrayBuffer>> {
  const bytes = new TextEncoder().encode(piece)
  let begun = false
  return new ReadableStream({
    pull: (controller) => {
      const next = begun ? bytes : new TextEncoder().encode(before + piece)
      begun = true
      sent.bytes += next.length
      controller.enqueue(next)
      if (sent.bytes > most) controller.close()
    },
    cancel: () => {
      sent.cancelled = true
    },
  })
}

const event = (delta: object): string =>
  `data: ${JSON.stringify({ id: 'x', object: 'chat.completion.chunk', created: 1, model: 'm', choices: [{ index: 0, delta, finish_reason: null }] })}\n\n`

async function ask(
  piece: string,
  { signal = new AbortController().signal, before = '', type = 'text/event-stream' } = {},
): Promise<{ parts: LlmPart[]; sent: Sent }> {
  const sent: Sent = { bytes: 0, cancelled: false }
  const fetch: typeof globalThis.fetch = async () =>
    new Response(endless(piece, sent, undefined, before), { headers: { 'content-type': type } })
  const { create } = await loadAdapter('openai-compatible')
  const llm = create({ baseUrl: 'http://localhost:9000/v1', fetch })
  const parts = await collect(llm, requestOf({ signal }), true)
  return { parts, sent }
}

const TOO_LARGE = {
  kind: 'broken-stream',
  message: 'The provider sent more than any answer could need.',
  retryable: false,
}

describe('an answer without end', () => {
  it.each([
    ['text', event({ content: 'word '.repeat(2000) })],
    ['thoughts', event({ reasoning_content: 'hm '.repeat(3000) })],
    [
      'arguments',
      event({ tool_calls: [{ index: 0, id: 'c', function: { name: 'f', arguments: 'x'.repeat(100_000) } }] }),
    ],
  ])(
    'of %s is ended, and what came is kept',
    async (_, piece) => {
      const { parts, sent } = await ask(piece)
      expect(errorOf(parts)).toMatchObject(TOO_LARGE)
      expect(sent.bytes).toBeLessThan(20_000_000)
      expect(parts.length).toBeGreaterThan(10)
    },
    60_000,
  )

  it('of calls is ended after 2,000 of them', async () => {
    let n = 0
    const calls = Array.from({ length: 3000 }, () =>
      event({ tool_calls: [{ index: n, id: `c${n++}`, function: { name: 'f', arguments: '{}' } }] }),
    ).join('')
    const { parts } = await ask(calls)
    expect(errorOf(parts)).toMatchObject(TOO_LARGE)
    expect(parts.filter(({ type }) => type === 'tool-call-start').length).toBeLessThanOrEqual(2000)
  })

  it.each([
    ['comments', `: ${'ping '.repeat(20_000)}\n\n`],
    ['one line', 'x'.repeat(1_000_000)],
    ['one event of many lines', `data: ${'x'.repeat(100_000)}\n`],
    ['a JSON document', `"${'x'.repeat(100_000)}",`],
  ])(
    'of %s is ended',
    async (what, piece) => {
      const isDocument = what === 'a JSON document'
      const { parts, sent } = await ask(piece, {
        before: isDocument ? '[' : what === 'comments' ? '' : 'data: ',
        type: isDocument ? 'application/json' : 'text/event-stream',
      })
      expect(errorOf(parts)).toMatchObject(TOO_LARGE)
      expect(sent.bytes).toBeLessThan(210_000_000)
    },
    60_000,
  )

  it('of events that say nothing is ended', async () => {
    const sent: Sent = { bytes: 0, cancelled: false }
    const reader = tidyEvents(endless('data: {}\n\n'.repeat(6000), sent), { read: () => 'skip' }).getReader()
    await expect(
      (async () => {
        for (;;) if ((await reader.read()).done) return
      })(),
    ).rejects.toMatchObject({ cause: TOO_LARGE })
    expect(sent.bytes).toBeLessThan(12_000_000)
  }, 60_000)

  it('did not hear Stop before its end: no task of the thread got its turn', async () => {
    const controller = new AbortController()
    const before = worked()
    setTimeout(() => controller.abort(), 20)
    const { parts, sent } = await ask(event({ content: 'a ' }).repeat(300), { signal: controller.signal })
    expect(errorOf(parts).kind).toBe('aborted')
    expect(worked() - before).toBeLessThan(1500)
    expect(sent.bytes).toBeLessThan(100_000_000)
  }, 60_000)

  it('of models in a list is ended', async () => {
    const sent: Sent = { bytes: 0, cancelled: false }
    const fetch: typeof globalThis.fetch = async () =>
      new Response(endless('[1],'.repeat(10_000), sent, undefined, '['))
    const signal = new AbortController().signal
    await expect(listModels({ baseUrl: 'https://api.example', fetch }, signal)).rejects.toThrow('no list of models')
    expect(sent.bytes).toBeLessThan(70_000_000)
  }, 60_000)
})

it('an event of a million values, or of lists in lists, holds up nothing', async () => {
  const many = await ask(`data: [${'0,'.repeat(1_000_000)}0]\n\n`)
  expect(errorOf(many.parts)).toMatchObject(TOO_LARGE)
  const deep = `{"choices":[{"index":0,"delta":{"content":"a"},"x":${'['.repeat(50_000)}${']'.repeat(50_000)}}]}`
  const parts = (await ask(`data: ${deep}\n\n${'data: [DONE]\n\n'}`)).parts
  expect(parts.some((part) => part.type === 'text-delta')).toBe(true)
})
