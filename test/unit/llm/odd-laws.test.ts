import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import type { LlmPart } from '../../../src/llm/port.ts'
import { runs } from '../../support/runs.ts'
import { type Asked, askBytes, sse } from './ask-bytes.ts'
import { errorOf, last } from './contract.ts'

/**
 * Odd answers, cut at every byte, doubled, in another order and of hostile lengths. Every answer keeps the contract
 * (see `collect`): one end, last; blocks in order; nothing after it.
 */

const chat = { kind: 'openai-compatible', model: 'm' } as const
const messages = { kind: 'anthropic', model: 'claude-sonnet-4-5' } as const
const responses = { kind: 'openai', model: 'gpt-5.2' } as const
const gemini = { kind: 'google', model: 'gemini-3-pro' } as const

const chunk = (delta: object, finish: string | null = null) => ({
  choices: [{ index: 0, delta, finish_reason: finish }],
})
const call = (args: unknown, more: object = {}) => ({
  tool_calls: [{ index: 0, id: 'a', function: { name: 'read_file', arguments: args }, ...more }],
})
const END = [chunk({}, 'stop'), '[DONE]']
const PNG = 'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg=='
const block = (index: number, type: string, ...deltas: object[]) => [
  { type: 'content_block_start', index, content_block: { type, [type]: '' } },
  ...deltas.map((delta) => ({ type: 'content_block_delta', index, delta })),
  { type: 'content_block_stop', index },
]

/** `words`: what a person reads of it. `whole`: it is one document, and nothing of it counts before its end. */
type Kind = { name: string; at: Pick<Asked, 'kind' | 'model'>; bytes: string; words: string; whole?: true }
const KINDS: Kind[] = [
  {
    ...{ name: 'thinking written into the text', at: chat, words: 'Yes. Größe 😀' },
    bytes: sse(
      chunk({ content: '<thi' }),
      chunk({ content: 'nk>Hm.</think>' }),
      chunk({ content: 'Yes. Größe 😀' }),
      ...END,
    ),
  },
  {
    ...{ name: 'signs of life, arguments as an object, no counts', at: chat, words: 'So.' },
    bytes: `\uFEFF: alive\n\ndata: : alive\n\n${sse(chunk({ content: 'So.' }), chunk(call('{}')), chunk(call({ path: 'ä' })), ...END)}`,
  },
  {
    ...{ name: 'a picture between words', at: chat, words: 'Here: Nice.' },
    bytes: sse(
      chunk({ content: 'Here: ' }),
      chunk({ images: [{ type: 'image_url', image_url: { url: `data:image/png;base64,${PNG}` } }] }),
      chunk({ content: 'Nice.' }),
      ...END,
    ),
  },
  {
    ...{ name: 'a whole answer in one document', at: chat, words: 'All of it.', whole: true },
    bytes: JSON.stringify({
      choices: [{ message: { role: 'assistant', content: 'All of it.' }, finish_reason: 'stop' }],
    }),
  },
  {
    ...{ name: 'no counts and no message_stop', at: messages, words: 'It is 42.' },
    bytes: sse(
      { type: 'message_start', message: { id: 'm', model: 'x', content: [] } },
      ...block(0, 'thinking', { type: 'thinking_delta', thinking: 'Hm.' }),
      ...block(1, 'text', { type: 'text_delta', text: 'It is ' }, { type: 'text_delta', text: '42.' }),
      { type: 'message_delta', delta: { stop_reason: 'end_turn' } },
    ),
  },
  {
    ...{ name: 'events without numbers, words in the closing event', at: responses, words: 'Hello world' },
    bytes: sse(
      { type: 'response.output_item.added', item: { type: 'message', id: 'm', content: [] } },
      { type: 'response.output_text.delta', item_id: 'm', delta: 'Hello ' },
      { type: 'response.output_text.delta', item_id: 'm', delta: 'world' },
      { type: 'response.completed', response: { id: 'r', output: null } },
    ),
  },
  {
    ...{ name: 'empty pieces that say STOP', at: gemini, words: 'Hello world' },
    bytes: sse(
      { candidates: [{ content: { parts: [] }, finishReason: 'STOP' }] },
      { candidates: [{ content: { parts: [{ text: 'Hello ' }] } }] },
      { candidates: [{ content: { parts: [{ text: 'world' }] } }] },
      { candidates: [{ content: { parts: [] }, finishReason: 'STOP' }] },
    ),
  },
]

const ask = async ({ at }: Pick<Kind, 'at'>, bytes: string, cut: number[] = []): Promise<LlmPart[]> =>
  (await askBytes({ ...at, baseUrl: 'https://gateway.example/v1', bytes, contradicts: true }, {}, cut)).parts
const textOf = (parts: LlmPart[]): string => parts.map((part) => (part.type === 'text-delta' ? part.text : '')).join('')
const sizeOf = (bytes: string): number => new TextEncoder().encode(bytes).length
/** The first bytes of a text; what is left of a sign that is cut is broken, as on a wire. */
const headOf = (bytes: string, size: number): string =>
  new TextDecoder('utf-8', { ignoreBOM: true }).decode(new TextEncoder().encode(bytes).slice(0, size))
const eventsOf = (bytes: string): string[] => bytes.split(/(?<=\n\n)/)

describe.each(KINDS)('$name', (kind) => {
  const { bytes, words } = kind
  const step = runs(17, 1)
  // another place each day
  const first = (new Date().getUTCDate() % step) + 1

  it('comes whole, and is whole', async () => {
    const parts = await ask(kind, bytes)
    expect(textOf(parts)).toBe(words)
    expect(last(parts).type).toBe('done')
  })
  it('broken off at any byte, it keeps what came, and is whole or a broken stream', async () => {
    for (let size = first; size < sizeOf(bytes); size += step) {
      const parts = await ask(kind, headOf(bytes, size))
      const end = last(parts)
      const so = `after ${size} bytes`
      // the half of a tag is text: nobody knows what it would have been
      const text = textOf(parts).replace(/^<\w*$/, '')
      expect(words.startsWith(text), so).toBe(true)
      if (end.type === 'done') expect(textOf(parts), so).toBe(words)
      else expect(errorOf(parts).kind, so).toMatch(/^(broken-stream|empty)$/)
    }
  })
  it('in two pieces, parted at any byte, it is the same', async () => {
    const whole = await ask(kind, bytes)
    for (let size = first; size < sizeOf(bytes); size += step)
      expect(textOf(await ask(kind, bytes, [size])), `at ${size}`).toBe(textOf(whole))
  })
  it('sent twice, one behind the other, it is read once', async () => {
    const parts = await ask(kind, bytes + (kind.whole ? '\n' : '') + bytes)
    expect(textOf(parts).startsWith(words)).toBe(true)
    expect(parts.filter(({ type }) => type === 'done' || type === 'error')).toHaveLength(1)
  })
  it('each event twice, it has one end', async () => {
    const parts = await ask(
      kind,
      eventsOf(bytes)
        .flatMap((event) => [event, event])
        .join(''),
    )
    expect(parts.filter(({ type }) => type === 'done' || type === 'error')).toHaveLength(1)
  })
  it('in another order, and with events missing, it has one end', async () => {
    const events = eventsOf(bytes)
    const order = fc.array(fc.nat(events.length - 1), { maxLength: events.length * 2 })
    await fc.assert(
      fc.asyncProperty(order, async (places) => {
        const parts = await ask(kind, places.map((at) => events[at] ?? '').join(''))
        expect(parts.filter(({ type }) => type === 'done' || type === 'error')).toHaveLength(1)
      }),
      { numRuns: runs(10, 60) },
    )
  })
  it('with a million signs in place of its words, it is read in time', async () => {
    const long = 'Ab<think>|"\\'.repeat(80_000)
    const parts = await ask(
      kind,
      bytes.replace(/(Hello |Yes\.|So\.|Here: |It is |All of it\.)/, () => JSON.stringify(long).slice(1, -1)),
    )
    expect(textOf(parts).length).toBeGreaterThan(long.length / 2)
    expect(last(parts).type).toBe('done')
  })
})
