import { describe, expect, it } from 'vitest'
import { loadAdapter } from '../../../src/llm/adapters.ts'
import { tidyEvents } from '../../../src/llm/events.ts'
import { chatEvents } from '../../../src/llm/events-chat.ts'
import type { LlmPart } from '../../../src/llm/port.ts'
import type { ProviderKind } from '../../../src/settings/provider-kind.ts'
import { countTime } from '../../support/own-time.ts'
import { collect, errorOf, last, requestOf } from './contract.ts'
import { anthropicRecorded, openaiRecorded, responsesRecorded } from './recorded.ts'

/** Streams that do not keep to the letter of their format, as real servers send them. */

const encoder = new TextEncoder()
type After = 'end' | 'break' | 'hang'

function serverOf(chunks: string[], after: After): typeof fetch {
  return async () => {
    const rest = [...chunks]
    const body = new ReadableStream<Uint8Array>({
      pull: async (controller) => {
        const next = rest.shift()
        if (next !== undefined) return controller.enqueue(encoder.encode(next))
        if (after === 'end') controller.close()
        else if (after === 'break') controller.error(new TypeError('network error'))
        else await new Promise(() => {})
      },
    })
    return new Response(body, { headers: { 'content-type': 'text/event-stream' } })
  }
}
async function answer(
  kind: ProviderKind,
  text: string,
  after: After = 'end',
  note?: (what: string) => void,
): Promise<LlmPart[]> {
  const { create } = await loadAdapter(kind)
  const options = { baseUrl: 'https://models.example/v1', fetch: serverOf([text], after), silenceLimit: 3000, note }
  return collect(create(options), requestOf())
}
const textOf = (parts: LlmPart[]): string => parts.map((part) => (part.type === 'text-delta' ? part.text : '')).join('')
const events = (...list: (object | string)[]): string =>
  list.map((event) => `data: ${typeof event === 'string' ? event : JSON.stringify(event)}\n\n`).join('')
const chunk = (delta: object, finish: string | null = null, more: object = {}) => ({
  id: 'c',
  choices: [{ index: 0, delta, finish_reason: finish }],
  ...more,
})

describe.each([openaiRecorded, anthropicRecorded, responsesRecorded])(
  'an answer of $kind ends with its last word',
  (recorded) => {
    it.each(['break', 'hang'] as const)('although the connection does %s afterwards', async (after) => {
      const passed = countTime()
      expect(await answer(recorded.kind, recorded.complete, after)).toEqual(recorded.parts)
      expect(passed()).toBeLessThan(2500)
    })
    it('what comes behind it is not read', async () => {
      expect(await answer(recorded.kind, `${recorded.complete}data: {"broken\n\n`)).toEqual(recorded.parts)
    })
    it('before that a break is a break', async () => {
      expect(errorOf(await answer(recorded.kind, recorded.unfinished, 'break')).kind).toBe('broken-stream')
    })
  },
)

describe('chat completions', () => {
  const said = chunk({ content: 'Hi' })
  it('complete but for the token counts, a connection that breaks or lingers costs nothing but them', async () => {
    const text = events(said, chunk({}, 'stop'))
    expect(last(await answer('openai-compatible', text, 'break'))).toMatchObject({ type: 'done', stopReason: 'stop' })
    const lingering = tidyEvents(
      (await serverOf([text], 'hang')('')).body as never,
      chatEvents({ countsThinkingApart: false }),
      undefined,
      50,
    )
    expect(await new Response(lingering).text()).toBe(text)
  })
  it('[DONE] without a finish_reason is an end, with calls and without', async () => {
    expect(last(await answer('openai-compatible', events(said, '[DONE]')))).toMatchObject({
      type: 'done',
      stopReason: 'stop',
    })
    const call = chunk({ tool_calls: [{ index: 0, id: 'a', function: { name: 'list_files', arguments: '{}' } }] })
    expect(last(await answer('openai-compatible', events(call, '[DONE]')))).toMatchObject({ stopReason: 'tool-use' })
    expect(errorOf(await answer('openai-compatible', events('[DONE]'))).kind).toBe('broken-stream')
  })
  it('an event of another kind, an odd role and calls of the provider’s own tools are passed over, and noted', async () => {
    const noted: string[] = []
    const text = events(
      { type: 'ping' },
      { object: 'chat.routing', route: 'b' },
      chunk({ role: 'model', content: 'Hi' }),
      chunk({ tool_calls: [{ index: 0, id: 'x', type: 'web_search', web_search: {} }] }),
      chunk({}, 'stop', { usage: 'none' }),
      '[DONE]',
    )
    const parts = await answer('openai-compatible', text, 'end', (what) => noted.push(what))
    expect(textOf(parts)).toBe('Hi')
    expect(last(parts)).toMatchObject({ type: 'done', stopReason: 'stop' })
    expect(noted).toEqual(['ping', 'an event without a type'])
  })
  it('think, call, text keep their order', async () => {
    const call = { tool_calls: [{ index: 0, id: 'a', function: { name: 'list_files', arguments: '{}' } }] }
    const text = events(
      chunk({ reasoning_content: 'Hm.' }),
      chunk({ content: 'First.' }),
      chunk(call),
      chunk({ content: 'Then.' }),
      chunk({ reasoning_content: 'And so.' }),
      chunk({}, 'tool_calls'),
      '[DONE]',
    )
    const parts = await answer('openai-compatible', text)
    expect(parts.flatMap((part) => (part.type.endsWith('-start') ? [part.type] : []))).toEqual([
      'thinking-start',
      'text-start',
      'tool-call-start',
      'text-start',
      'thinking-start',
    ])
  })
  it('a conversation that is too long may be said by the reason of the end', async () => {
    const text = events(chunk({}, 'model_context_window_exceeded'))
    expect(errorOf(await answer('openai-compatible', text)).kind).toBe('context-too-long')
  })
  it('an answer that ended in an error does not stand as finished', async () => {
    const usage = { prompt_tokens: 70, completion_tokens: 2 }
    const why = { native_finish_reason: 'MALFORMED_FUNCTION_CALL' }
    // as OpenRouter says it of Gemini, whose calls are broken now and then
    const malformed = {
      id: 'c',
      choices: [{ index: 0, delta: { content: '' }, finish_reason: 'error', ...why }],
      usage,
    }
    expect(last(await answer('openai-compatible', events(said, malformed, '[DONE]')))).toMatchObject({
      error: { kind: 'broken-stream', retryable: true, message: expect.stringContaining('MALFORMED_FUNCTION_CALL') },
      usage: { input: 70, output: 2 },
    })
    const unsaid = errorOf(await answer('openai-compatible', events(said, chunk({}, 'error')), 'hang'))
    expect(unsaid).toEqual({ kind: 'broken-stream', message: 'The answer was cut off.', retryable: true })
    const named = { error: { code: 429, message: 'Slow down' } }
    const inChoice = { id: 'c', choices: [{ index: 0, delta: {}, finish_reason: 'error', ...named }] }
    for (const text of [events(said, inChoice), events(said, chunk({}, 'error', named))])
      expect(errorOf(await answer('openai-compatible', text)).kind).toBe('rate-limit')
  })
  it('every chunk says that there is no error, and the answer fails', async () => {
    const none = { error: null }
    const text = events(chunk({ content: 'Hi' }, null, none), chunk({}, 'stop', none), '[DONE]')
    const parts = await answer('openai-compatible', text)
    expect([textOf(parts), last(parts)]).toMatchObject(['Hi', { type: 'done', stopReason: 'stop' }])
  })
  it('a broken answer says what had been counted', async () => {
    const text = events(said, chunk({ content: '!' }, null, { usage: { prompt_tokens: 70, completion_tokens: 2 } }))
    expect(last(await answer('openai-compatible', text, 'break'))).toMatchObject({ usage: { input: 70, output: 2 } })
  })
  it('a broken answer was counted as if nothing of its question had come from the cache, and nothing of it were thinking', async () => {
    const [prompt_tokens_details, completion_tokens_details] = [{ cached_tokens: 50 }, { reasoning_tokens: 1 }]
    const usage = { prompt_tokens: 70, completion_tokens: 2, prompt_tokens_details, completion_tokens_details }
    const text = events(said, chunk({ content: '!' }, null, { usage }))
    expect(last(await answer('openai-compatible', text, 'break'))).toMatchObject({
      usage: { input: 70, output: 2, cacheRead: 50, reasoning: 1 },
    })
  })
  it.each([
    ['Kimi, as documented', { cached_tokens: 50 }],
    ['DeepSeek', { prompt_cache_hit_tokens: 50, prompt_cache_miss_tokens: 20 }],
    ['what the format names goes first', { cached_tokens: 1, prompt_tokens_details: { cached_tokens: 50 } }],
    ['where that is null', { cached_tokens: 50, prompt_tokens_details: { cached_tokens: null } }],
  ])('what was read from the cache cost its full price: %s', async (_, cached) => {
    const usage = { prompt_tokens: 70, completion_tokens: 2, total_tokens: 72, ...cached }
    const text = events(said, chunk({}, 'stop', { usage }), '[DONE]')
    expect(last(await answer('openai-compatible', text))).toMatchObject({
      usage: { input: 70, output: 2, cacheRead: 50 },
    })
  })
  it('an answer of Kimi’s, which counts within its choice, was free', async () => {
    const usage = { prompt_tokens: 70, completion_tokens: 2, total_tokens: 72, cached_tokens: 50 }
    const end = { id: 'c', choices: [{ index: 0, delta: {}, finish_reason: 'stop', usage }] }
    const counted = { input: 70, output: 2, cacheRead: 50 }
    expect(last(await answer('openai-compatible', events(said, end, '[DONE]')))).toMatchObject({ usage: counted })
    // what is said of the whole answer counts, before it or after
    const whole = { ...end, usage: { ...usage, completion_tokens: 3 } }
    for (const list of [
      [said, whole],
      [said, end, { id: 'c', choices: [], usage: whole.usage }],
    ])
      expect(last(await answer('openai-compatible', events(...list, '[DONE]')))).toMatchObject({ usage: { output: 3 } })
  })
})

describe('the Messages API', () => {
  const named = (...list: { type: string; [field: string]: unknown }[]): string =>
    list.map((event) => `event: ${event.type}\ndata: ${JSON.stringify(event)}\n\n`).join('')
  const start = {
    type: 'message_start',
    message: {
      id: 'm',
      model: 'claude',
      role: 'assistant',
      type: 'message',
      content: [],
      mood: { new: true },
      usage: { input_tokens: 7, output_tokens: 1, cache_read_input_tokens: 3, iterations: [{ type: 'novel' }] },
    },
  }
  const end = [
    {
      type: 'message_delta',
      delta: { stop_reason: 'end_turn', mood: 'x' },
      usage: { output_tokens: 4 },
      context: [{ type: 'odd' }],
    },
    { type: 'message_stop' },
  ]
  const block = (index: number, content_block: object, ...deltas: object[]) => [
    { type: 'content_block_start', index, content_block },
    ...deltas.map((delta) => ({ type: 'content_block_delta', index, delta })),
    { type: 'content_block_stop', index },
  ]
  it('unknown events, blocks, deltas and citations, and calls that Anthropic carries out itself, are passed over', async () => {
    const noted: string[] = []
    const text = named(
      start,
      { type: 'weather', sky: 'blue' },
      ...block(0, { type: 'hologram', shape: 'cube' }, { type: 'hologram_delta', turn: 1 }),
      ...block(
        1,
        { type: 'server_tool_use', id: 's', name: 'web_search', input: {} },
        { type: 'input_json_delta', partial_json: '{}' },
      ),
      ...block(2, { type: 'web_search_tool_result', tool_use_id: 's', content: [{ type: 'novelty' }] }),
      ...block(
        3,
        { type: 'text', text: '', citations: [{ type: 'moon_location' }] },
        { type: 'text_delta', text: 'Hi' },
        { type: 'citations_delta', citation: { type: 'moon_location' } },
        { type: 'colour_delta', colour: 'red' },
      ),
      ...block(4, { type: 'tool_use', id: 't', name: 'list_files', input: {}, caller: { type: 'moon' } }),
      ...end,
    )
    const parts = await answer('anthropic', text, 'end', (what) => noted.push(what))
    expect(textOf(parts)).toBe('Hi')
    expect(parts.filter(({ type }) => type === 'tool-call-end')).toMatchObject([
      { name: 'list_files', arguments: '{}' },
    ])
    expect(last(parts)).toMatchObject({ type: 'done', usage: { input: 10, output: 4 } })
    expect(noted).toContain('weather')
  })
  it('a broken answer says what had been counted', async () => {
    const text = named(start, ...block(0, { type: 'text', text: '' }, { type: 'text_delta', text: 'Hi' }))
    expect(last(await answer('anthropic', text, 'break'))).toMatchObject({
      error: { kind: 'broken-stream' },
      usage: { input: 10, output: 1, cacheRead: 3 },
    })
  })
})

it('the Responses API: calls that OpenAI carries out itself are not ours, unknown items and annotations are passed over', async () => {
  const list = [
    { type: 'response.created', response: { id: 'r', created_at: 1, model: 'm' } },
    { type: 'response.in_progress', response: { id: 'r', created_at: 1, model: 'm' } },
    { type: 'response.moonrise', height: 3 },
    {
      type: 'response.output_item.added',
      output_index: 0,
      item: { type: 'web_search_call', id: 'ws', status: 'in_progress' },
    },
    {
      type: 'response.output_item.done',
      output_index: 0,
      item: { type: 'web_search_call', id: 'ws', status: 'completed', action: { type: 'search', query: 'q' } },
    },
    { type: 'response.output_item.added', output_index: 1, item: { type: 'moon', id: 'mo' } },
    { type: 'response.output_item.done', output_index: 1, item: { type: 'moon', id: 'mo' } },
    { type: 'response.output_item.added', output_index: 2, item: { type: 'message', id: 'msg' } },
    { type: 'response.output_text.delta', item_id: 'msg', output_index: 2, delta: 'Hi' },
    { type: 'response.output_text.annotation.added', item_id: 'msg', annotation: { type: 'moon_citation' } },
    { type: 'response.output_item.done', output_index: 2, item: { type: 'message', id: 'msg' } },
    { type: 'response.completed', response: { usage: { input_tokens: 1, output_tokens: 2 } } },
  ].map((event, sequence_number) => ({ ...event, sequence_number }))
  const parts = await answer('openai', events(...list))
  expect(textOf(parts)).toBe('Hi')
  expect(parts.some(({ type }) => type.startsWith('tool-call'))).toBe(false)
  expect(last(parts)).toMatchObject({ type: 'done', stopReason: 'stop' })
})

it('the Responses API: a break says how far the run had come, although its last events were signs of life alone', async () => {
  const alive = events({ type: 'keepalive', sequence_number: 40 }, { type: 'keepalive', sequence_number: 41 })
  const parts = await answer('openai', responsesRecorded.unfinished + alive)
  expect(last(parts)).toMatchObject({ type: 'error', error: { kind: 'broken-stream' }, cursor: 41 })
  expect(parts.findLast(({ type }) => type === 'text-delta')).toMatchObject({ cursor: 11 })
})
