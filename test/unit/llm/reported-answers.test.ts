import { describe, expect, it } from 'vitest'
import type { LlmPart } from '../../../src/llm/port.ts'
import { type Asked, askBytes, sse } from './ask-bytes.ts'
import { last } from './contract.ts'

/** Streams of gateways and servers, rebuilt after public reports of 2026. */

const KINDS: Record<string, Pick<Asked, 'kind' | 'model'>> = {
  chat: { kind: 'openai-compatible', model: 'test-model' },
  responses: { kind: 'openai', model: 'gpt-5.2' },
  messages: { kind: 'anthropic', model: 'claude-sonnet-4-5' },
  gemini: { kind: 'google', model: 'gemini-3-pro' },
}
const ask = async (wire: keyof typeof KINDS, bytes: string, cut: number[] = []): Promise<LlmPart[]> =>
  (
    await askBytes(
      { ...(KINDS[wire] as (typeof KINDS)['chat']), baseUrl: 'https://gateway.example/v1', bytes, contradicts: true },
      {},
      cut,
    )
  ).parts

const textOf = (parts: LlmPart[]): string => parts.map((part) => (part.type === 'text-delta' ? part.text : '')).join('')
const thoughtOf = (parts: LlmPart[]): string =>
  parts.map((part) => (part.type === 'thinking-delta' ? part.text : '')).join('')
const callsOf = (parts: LlmPart[]): [string, unknown][] =>
  parts.flatMap((part) => (part.type === 'tool-call-end' ? [[part.name, JSON.parse(part.arguments)]] : []))
const chunk = (delta: object, finish: string | null = null, more: object = {}) => ({
  ...{ id: 'c', object: 'chat.completion.chunk', model: 'm' },
  choices: [{ index: 0, delta, finish_reason: finish }],
  ...more,
})
const call = (index: number | null, id: string | null, name: string | null, args: string | null) => ({
  tool_calls: [
    {
      ...(index !== null && { index }),
      ...(id !== null && { id }),
      type: 'function',
      function: { ...(name !== null && { name }), ...(args !== null && { arguments: args }) },
    },
  ],
})
const DONE = [chunk({}, 'tool_calls'), '[DONE]']

describe('chat completions', () => {
  it('a sign of life of OpenRouter that a gateway passed on as data ended the answer', async () => {
    const alive = 'data: : OPENROUTER PROCESSING\n\n'
    const bytes = `${alive}${alive}${sse(chunk({ content: 'Hello ' }))}${alive}${sse(chunk({ content: 'world' }), chunk({}, 'stop'), '[DONE]')}`
    const parts = await ask('chat', bytes)
    expect(textOf(parts)).toBe('Hello world')
    expect(last(parts)).toMatchObject({ type: 'done', stopReason: 'stop' })
  })

  it('a stream that begins with the mark of UTF-8 lost its first word, wherever it is cut', async () => {
    const bytes = `\uFEFF${sse(chunk({ content: 'Hello ' }), chunk({ content: 'world' }), chunk({}, 'stop'), '[DONE]')}`
    for (const cut of [[], [1], [2], [3], [1, 1, 1]]) expect(textOf(await ask('chat', bytes, cut))).toBe('Hello world')
  })

  const cities = ['Beijing', 'Shanghai', 'Guangzhou']
  const expected = cities.map((city) => ['read_file', { city }])
  it('parallel calls that all have the number 0 became one call of three', async () => {
    const calls = cities.map((city, n) => chunk(call(0, `call_${n}`, 'read_file', JSON.stringify({ city }))))
    expect(callsOf(await ask('chat', sse(...calls, ...DONE)))).toEqual(expected)
  })
  it('parallel calls with the number 0, in pieces, became one call of three', async () => {
    const calls = cities.flatMap((city, n) => [
      chunk(call(0, `call_${n}`, 'read_file', '{"city":')),
      chunk(call(0, null, null, `${JSON.stringify(city)}}`)),
    ])
    expect(callsOf(await ask('chat', sse(...calls, ...DONE)))).toEqual(expected)
  })
  it('parallel calls without a number, in chunks of their own, became one call', async () => {
    const calls = cities.map((city, n) => chunk(call(null, `call_${n}`, 'read_file', JSON.stringify({ city }))))
    expect(callsOf(await ask('chat', sse(...calls, ...DONE)))).toEqual(expected)
  })

  it('arguments that come as all there is so far, each time, were joined to no JSON', async () => {
    const whole = '{"path":"notes.md","content":"a b"}'
    const grown = [1, 8, 20, whole.length].map((end) => chunk(call(0, 'call_a', 'write_file', whole.slice(0, end))))
    expect(callsOf(await ask('chat', sse(...grown, ...DONE)))).toEqual([
      ['write_file', { path: 'notes.md', content: 'a b' }],
    ])
  })
  it('arguments that come whole a second time were joined to no JSON', async () => {
    const whole = '{"command":"ls /home"}'
    const chunks = [
      chunk(call(0, 'call_a', 'read_file', '')),
      chunk(call(0, null, null, whole)),
      chunk(call(0, null, null, whole)),
    ]
    expect(callsOf(await ask('chat', sse(...chunks, ...DONE)))).toEqual([['read_file', { command: 'ls /home' }]])
  })
  it('arguments whose pieces repeat each other stay as they are', async () => {
    const pieces = ['{"a":"', 'ab', 'ab', 'abab', '","b":{', '"c":{}', '}}']
    const chunks = [
      chunk(call(0, 'call_a', 'write_file', '')),
      ...pieces.map((piece) => chunk(call(0, null, null, piece))),
    ]
    expect(callsOf(await ask('chat', sse(...chunks, ...DONE)))).toEqual([
      ['write_file', { a: 'abababab', b: { c: {} } }],
    ])
  })

  it.each([
    ['empty', ''],
    ['null', null],
  ])('a name and an id that are %s in later pieces broke the call', async (_, none) => {
    const later = (args: string) =>
      chunk({ tool_calls: [{ index: 0, id: none, type: none, function: { name: none, arguments: args } }] })
    const bytes = sse(chunk(call(0, 'call_a', 'read_file', '{')), later('"path":'), later('"a"}'), ...DONE)
    expect(callsOf(await ask('chat', bytes))).toEqual([['read_file', { path: 'a' }]])
  })
  it('a name that comes after its id broke the call', async () => {
    const bytes = sse(
      chunk(call(0, 'call_a', '', '')),
      chunk(call(0, '', 'read_file', '')),
      chunk(call(0, '', '', '{"path":"a"}')),
      ...DONE,
    )
    expect(callsOf(await ask('chat', bytes))).toEqual([['read_file', { path: 'a' }]])
  })

  it.each<[string, object]>([
    ['only details', { prompt_tokens_details: { cached_tokens: 0 } }],
    ['null', { prompt_tokens: null, completion_tokens: null, total_tokens: null }],
    ['strings', { prompt_tokens: '12', completion_tokens: '3' }],
    ['only a sum', { total_tokens: 0, total_characters: 0 }],
  ])('counts of tokens that are %s, in the middle of a stream, ended the answer', async (_, usage) => {
    const bytes = sse(
      chunk({ content: 'Hello ' }, null, { usage }),
      chunk({ content: 'world' }, null, { usage }),
      chunk({}, 'stop'),
      { choices: [], usage: { prompt_tokens: 12, completion_tokens: 3, total_tokens: 15 } },
      '[DONE]',
    )
    const parts = await ask('chat', bytes)
    expect(textOf(parts)).toBe('Hello world')
    expect(last(parts)).toMatchObject({ type: 'done', usage: { input: 12, output: 3 } })
  })

  it('a call that is announced by a field of its own and empty pieces, and comes at the end, was not made', async () => {
    const waiting = Array.from({ length: 5 }, () => chunk({}, null, { tool_call_generating: true }))
    const bytes = sse(
      chunk({ role: 'assistant' }),
      ...waiting,
      chunk(call(0, 'call_a', 'read_file', '{"path":"a"}')),
      ...DONE,
    )
    expect(callsOf(await ask('chat', bytes))).toEqual([['read_file', { path: 'a' }]])
  })
})

describe('the Responses API', () => {
  const created = { type: 'response.created', response: { id: 'r', created_at: 1, model: 'm' } }
  const completed = (output: object[] = []) => ({
    type: 'response.completed',
    response: { id: 'r', status: 'completed', output, usage: { input_tokens: 4, output_tokens: 2 } },
  })

  it('events of one item that each have another id ended the answer', async () => {
    let n = 0
    const id = () => `blob-${++n}`
    const bytes = sse(
      created,
      { type: 'response.output_item.added', output_index: 0, item: { type: 'reasoning', id: id(), summary: [] } },
      { type: 'response.reasoning_summary_part.added', output_index: 0, item_id: id(), summary_index: 0 },
      {
        type: 'response.reasoning_summary_text.delta',
        output_index: 0,
        item_id: id(),
        summary_index: 0,
        delta: 'Hm, ',
      },
      { type: 'response.reasoning_summary_text.delta', output_index: 0, item_id: id(), summary_index: 0, delta: 'so.' },
      { type: 'response.output_item.done', output_index: 0, item: { type: 'reasoning', id: id(), summary: [] } },
      { type: 'response.output_item.added', output_index: 1, item: { type: 'message', id: id(), content: [] } },
      { type: 'response.output_text.delta', output_index: 1, content_index: 0, item_id: id(), delta: 'Hello ' },
      { type: 'response.output_text.delta', output_index: 1, content_index: 0, item_id: id(), delta: 'world' },
      { type: 'response.output_item.done', output_index: 1, item: { type: 'message', id: id(), content: [] } },
      completed(),
    )
    const parts = await ask('responses', bytes)
    expect([thoughtOf(parts), textOf(parts)]).toEqual(['Hm, so.', 'Hello world'])
    expect(last(parts)).toMatchObject({ type: 'done', usage: { input: 4, output: 2 } })
  })

  it.each([
    ['in pieces', true],
    ['in the item alone', false],
  ])('what an open model thinks, word for word, %s, was not shown', async (_, streamed) => {
    const item = { type: 'reasoning', id: 'rs', summary: [] }
    const content = [{ type: 'reasoning_text', text: 'Hm, so.' }]
    const delta = (text: string) => ({
      ...{ type: 'response.reasoning_text.delta', output_index: 0, content_index: 0 },
      ...{ item_id: 'rs', delta: text },
    })
    const bytes = sse(
      created,
      { type: 'response.output_item.added', output_index: 0, item },
      ...(streamed ? [delta('Hm, '), delta('so.')] : []),
      { type: 'response.output_item.done', output_index: 0, item: { ...item, content } },
      { type: 'response.output_item.added', output_index: 1, item: { type: 'message', id: 'msg', content: [] } },
      { type: 'response.output_text.delta', output_index: 1, content_index: 0, item_id: 'msg', delta: 'Yes.' },
      completed(),
    )
    const parts = await ask('responses', bytes)
    expect([thoughtOf(parts), textOf(parts)]).toEqual(['Hm, so.', 'Yes.'])
  })

  it('words of an item that nobody has announced ended the answer', async () => {
    const message = { type: 'message', id: 'msg', content: [{ type: 'output_text', text: 'Hello world' }] }
    const bytes = sse(
      { type: 'response.output_text.delta', item_id: 'msg', output_index: 0, content_index: 0, delta: 'Hello ' },
      { type: 'response.output_text.delta', item_id: 'msg', output_index: 0, content_index: 0, delta: 'world' },
      completed([message]),
      '[DONE]',
    )
    const parts = await ask('responses', bytes)
    expect(textOf(parts)).toBe('Hello world')
    expect(last(parts).type).toBe('done')
  })

  it('events without the numbers of items and parts ended the answer', async () => {
    const bytes = sse(
      created,
      { type: 'response.output_item.added', item: { type: 'reasoning', id: 'rs', summary: [] } },
      { type: 'response.reasoning_text.delta', item_id: 'rs', delta: 'Hm.' },
      { type: 'response.output_item.done', item: { type: 'reasoning', id: 'rs', summary: [] } },
      { type: 'response.output_item.added', item: { type: 'message', id: 'msg', content: [] } },
      { type: 'response.output_text.delta', item_id: 'msg', delta: 'Hello ' },
      { type: 'response.output_text.delta', item_id: 'msg', delta: 'world' },
      {
        type: 'response.output_item.done',
        item: { type: 'message', id: 'msg', content: [{ type: 'output_text', text: 'Hello world' }] },
      },
      {
        type: 'response.output_item.added',
        item: { type: 'function_call', id: 'fc', call_id: 'a', name: 'read_file' },
      },
      { type: 'response.function_call_arguments.delta', item_id: 'fc', delta: '{"path":"a"}' },
      {
        type: 'response.output_item.done',
        item: { type: 'function_call', id: 'fc', call_id: 'a', name: 'read_file', arguments: '{"path":"a"}' },
      },
      completed(),
    )
    const parts = await ask('responses', bytes)
    expect(textOf(parts)).toBe('Hello world')
    expect(thoughtOf(parts)).toBe('Hm.')
    expect(callsOf(parts)).toEqual([['read_file', { path: 'a' }]])
  })
})

describe('the Messages API', () => {
  const start = (usage: object) => ({
    type: 'message_start',
    message: { id: 'm', type: 'message', role: 'assistant', model: 'x', content: [], usage },
  })
  const words = (text: string) => ({ type: 'content_block_delta', index: 0, delta: { type: 'text_delta', text } })
  const open = { type: 'content_block_start', index: 0, content_block: { type: 'text', text: '' } }
  const end = (usage: object) => [
    { type: 'content_block_stop', index: 0 },
    { type: 'message_delta', delta: { stop_reason: 'end_turn' }, usage },
    { type: 'message_stop' },
  ]

  it('a message that begins again and again lost what had come', async () => {
    const usage = { input_tokens: 5, output_tokens: 1 }
    const again = Array.from({ length: 29 }, () => start(usage))
    const bytes = sse(...again, open, words('Hello '), start(usage), words('world'), ...end({ output_tokens: 7 }))
    const parts = await ask('messages', bytes)
    expect(textOf(parts)).toBe('Hello world')
    expect(last(parts)).toMatchObject({ type: 'done', usage: { input: 5, output: 7 } })
  })

  it('what was asked counted nothing when its tokens are said at the end alone', async () => {
    const bytes = sse(
      start({ input_tokens: 0, output_tokens: 0 }),
      open,
      words('OK'),
      ...end({ input_tokens: 14, output_tokens: 2, cache_read_input_tokens: 6 }),
    )
    expect(last(await ask('messages', bytes))).toMatchObject({
      type: 'done',
      usage: { input: 20, output: 2, cacheRead: 6 },
    })
  })
})

describe('Gemini', () => {
  const part = (parts: object[], finishReason?: string) => ({
    candidates: [{ content: { role: 'model', parts }, ...(finishReason !== undefined && { finishReason }) }],
    usageMetadata: { promptTokenCount: 5, candidatesTokenCount: 2, totalTokenCount: 7 },
  })

  it('a call that was written wrong, with a signature and nothing else, was taken for an answer without words', async () => {
    const bytes = sse(part([{ text: '', thoughtSignature: 'sig' }]), {
      ...part([], 'MALFORMED_FUNCTION_CALL'),
    })
    const parts = await ask('gemini', bytes)
    expect(last(parts)).toMatchObject({ type: 'error' })
  })

  it('a call whose arguments come in a later part, without its name, was made twice, once without a name', async () => {
    const bytes = sse(
      part([{ functionCall: { name: 'list_files', args: {} } }]),
      part([{ functionCall: { args: { path: '/some/path' } } }]),
      part([], 'STOP'),
    )
    expect(callsOf(await ask('gemini', bytes))).toEqual([['list_files', { path: '/some/path' }]])
  })
})
