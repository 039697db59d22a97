import { describe, expect, it } from 'vitest'
import type { LlmError, LlmPart } from '../../../src/llm/port.ts'
import { type Asked, askBytes, sse } from './ask-bytes.ts'
import { errorOf, last } from './contract.ts'

/** More streams of gateways and servers, rebuilt after public reports of 2026. The table is in src/llm/README.md. */

const KINDS = {
  chat: { kind: 'openai-compatible', model: 'test-model' },
  responses: { kind: 'openai', model: 'gpt-5.2' },
  messages: { kind: 'anthropic', model: 'claude-sonnet-4-5' },
  gemini: { kind: 'google', model: 'gemini-3-pro' },
} satisfies Record<string, Pick<Asked, 'kind' | 'model'>>
const ask = async (wire: keyof typeof KINDS, bytes: string): Promise<LlmPart[]> =>
  (await askBytes({ ...KINDS[wire], baseUrl: 'https://gateway.example/v1', bytes, contradicts: true })).parts

const textOf = (parts: LlmPart[]): string => parts.map((part) => (part.type === 'text-delta' ? part.text : '')).join('')
const thoughtOf = (parts: LlmPart[]): string =>
  parts.map((part) => (part.type === 'thinking-delta' ? part.text : '')).join('')
const callsOf = (parts: LlmPart[]): [string, unknown][] =>
  parts.flatMap((part) => (part.type === 'tool-call-end' ? [[part.name, JSON.parse(part.arguments)]] : []))
const chunk = (delta: object, finish: string | null = null, more: object = {}) => ({
  ...{ id: 'c', object: 'chat.completion.chunk', model: 'm' },
  choices: [{ index: 0, delta, finish_reason: finish, ...more }],
})

describe('an answer of chat completions that did not end by itself', () => {
  const endedBy = async (reason: string): Promise<LlmPart[]> =>
    ask('chat', sse(chunk({ content: 'As far as ' }), chunk({ content: 'here' }), chunk({}, reason), '[DONE]'))
  it.each<[string, LlmError['kind'], boolean]>([
    ['network_error', 'broken-stream', true],
    ['insufficient_system_resource', 'overloaded', true],
    ['abort', 'broken-stream', true],
    ['cancelled', 'broken-stream', true],
    ['timeout', 'broken-stream', true],
    ['repetition', 'broken-stream', true],
    ['repetition_truncation', 'broken-stream', true],
    ['error', 'broken-stream', true],
    ['model_context_window_exceeded', 'context-too-long', false],
  ])('%s was taken for its end', async (reason, kind, retryable) => {
    const parts = await endedBy(reason)
    expect(textOf(parts)).toBe('As far as here')
    expect(errorOf(parts)).toMatchObject({ kind, retryable })
  })
  it.each([
    ['sensitive', 'refusal'],
    ['content_filter', 'refusal'],
    ['max_tokens', 'length'],
    ['STOP', 'stop'],
    ['eos', 'stop'],
  ])('%s is %s', async (reason, stopReason) => {
    expect(last(await endedBy(reason))).toMatchObject({ type: 'done', stopReason })
  })
})

describe('chat completions', () => {
  it('notes of a content filter, without a delta and behind the end, ended the answer', async () => {
    const notes = {
      index: 0,
      finish_reason: null,
      content_filter_results: {},
      content_filter_offsets: { end_offset: 9 },
    }
    const note = { id: '', object: '', created: 0, model: '', choices: [notes], usage: null }
    const first = { id: '', object: '', created: 0, model: '', choices: [], prompt_filter_results: [{}] }
    const bytes = sse(
      first,
      chunk({ role: 'assistant', content: '' }),
      note,
      chunk({ content: 'Hi' }),
      note,
      chunk({}, 'stop'),
      note,
      '[DONE]',
    )
    const parts = await ask('chat', bytes)
    expect(textOf(parts)).toBe('Hi')
    expect(last(parts)).toMatchObject({ type: 'done', stopReason: 'stop' })
  })
  it('an error in the words of LM Studio, and one of vLLM behind a guard, ended the answer without their words', async () => {
    const said = { error: { message: 'Compute error.' }, message: 'Compute error.' }
    expect(errorOf(await ask('chat', sse(chunk({ content: 'So' }), said))).message).toContain('Compute error.')
    const guard = 'event: error\ndata: {"code":400,"details":"Requested sample logprobs of 21"}\n\n'
    const error = errorOf(await ask('chat', `${guard}${sse('[DONE]')}`))
    expect(error).toMatchObject({ kind: 'bad-request', message: expect.stringContaining('sample logprobs of 21') })
  })
  it('a call that Groq could not read ended the run: what the model wrote is told, and it is asked once more', async () => {
    const error = {
      ...{ message: 'Failed to call a function. See failed_generation.', type: 'invalid_request_error' },
      ...{
        code: 'tool_use_failed',
        failed_generation: '<function=read_file{"path": "a"}</function>',
        status_code: 400,
      },
    }
    expect(errorOf(await ask('chat', sse(chunk({}), { error })))).toMatchObject({
      ...{ retryable: true, retries: 1 },
      message: expect.stringContaining('<function=read_file'),
    })
  })
  it('a later piece of a call whose name is the word null broke the call', async () => {
    const piece = (id: string, name: string, args: string) =>
      chunk({ tool_calls: [{ index: 0, id, type: 'FUNCTION', function: { name, arguments: args } }] })
    const bytes = sse(
      piece('a', 'read_file', '{"path": "."'),
      piece('', 'null', '}'),
      chunk({}, 'tool_calls'),
      '[DONE]',
    )
    expect(callsOf(await ask('chat', bytes))).toEqual([['read_file', { path: '.' }]])
  })
  it('chunks of nothing but null while it thinks, and the end beside the last piece of a call', async () => {
    const empty = { role: null, content: null, reasoning_content: null, tool_calls: null }
    const call = { index: 0, id: 'a', type: 'function', function: { name: 'read_file', arguments: '{"path":"a"}' } }
    const parts = await ask(
      'chat',
      sse(chunk(empty), chunk(empty), chunk({ ...empty, tool_calls: [call] }, 'stop'), '[DONE]'),
    )
    expect(callsOf(parts)).toEqual([['read_file', { path: 'a' }]])
    expect(last(parts)).toMatchObject({ type: 'done', stopReason: 'tool-use' })
  })
})

it.each([
  'Context size has been exceeded.',
  'input length and `max_tokens` exceed context limit: 188240 + 21333 > 200000, decrease input length or `max_tokens` and try again',
  'The decoder prompt (length 5000) is longer than the maximum model length of 4096. Make sure that `max_model_len` is no smaller than the number of text tokens.',
  "This model's maximum context length is 262144 tokens. However, you requested 0 output tokens and your prompt contains at least 262145 input tokens, for a total of at least 262145 tokens.",
  'total message size 10176584 exceeds limit 2097152',
  'request (124071 tokens) exceeds the available context size (123904 tokens), try increasing it',
  'Input length (5000 tokens) exceeds the maximum allowed length (4096 tokens). Use a shorter input or enable --allow-auto-truncate.',
  'The input (5000 tokens) is longer than the model’s context length (4096 tokens).',
  'Prompt 超长',
  'Your input exceeds the context window of this model. Please adjust your input and try again.',
  'Trying to keep the first 5000 tokens when context the overflows. However, the model is loaded with context length of only 4096 tokens',
])('a conversation that is too long was another failure: %s', async (message) => {
  expect(errorOf(await ask('chat', sse({ error: { message, code: 400 } }))).kind).toBe('context-too-long')
})

describe('the Responses API', () => {
  const item = (type: string, more: object) => ({
    type: 'response.output_item.added',
    output_index: 0,
    item: { type, id: 'i', ...more },
  })
  it('an end without a list of what was said, and thoughts whose closing events are empty, ended the answer', async () => {
    const reasoning = { type: 'response.reasoning_summary_text', output_index: 0, item_id: 'i', summary_index: 0 }
    const bytes = sse(
      { type: 'response.created', response: { id: 'r', created_at: 1, model: 'm', output: null } },
      item('reasoning', { summary: [] }),
      { ...reasoning, type: 'response.reasoning_summary_part.added' },
      { ...reasoning, type: 'response.reasoning_summary_text.delta', delta: 'Hm.' },
      { ...reasoning, type: 'response.reasoning_summary_text.done' },
      { ...reasoning, type: 'response.reasoning_summary_part.done' },
      { ...item('message', { id: 'm', content: [] }), output_index: 1 },
      { type: 'response.output_text.delta', output_index: 1, content_index: 0, item_id: 'm', delta: 'Yes.' },
      { type: 'response.completed', response: { id: 'r', output: null, usage: null } },
    )
    const parts = await ask('responses', bytes)
    expect([thoughtOf(parts), textOf(parts)]).toEqual(['Hm.', 'Yes.'])
    expect(last(parts).type).toBe('done')
  })
  it('an answer whose limit its thoughts have used up is cut off, not empty', async () => {
    const response = { id: 'r', status: 'incomplete', incomplete_details: { reason: 'max_output_tokens' }, output: [] }
    const parts = await ask('responses', sse({ type: 'response.incomplete', response }))
    expect(last(parts)).toMatchObject({ type: 'done', stopReason: 'length' })
  })
})

describe('Gemini', () => {
  const of = (parts: object[] | undefined, finishReason?: string) => ({
    candidates: [
      { ...(parts && { content: { role: 'model', parts } }), ...(finishReason !== undefined && { finishReason }) },
    ],
  })
  it('empty pieces that each say STOP, before the words and behind them, lost the words', async () => {
    const words = [of([{ text: 'Hello ' }]), of([{ text: 'world' }])]
    const parts = await ask('gemini', sse(of([], 'STOP'), of([], 'STOP'), ...words, of([], 'STOP'), of([], 'STOP')))
    expect(textOf(parts)).toBe('Hello world')
    expect(last(parts)).toMatchObject({ type: 'done', stopReason: 'stop' })
  })
  it('such a stream that is cut before its end was taken for whole', async () => {
    const parts = await ask('gemini', sse(of([], 'STOP'), of([{ text: 'Hello ' }])))
    expect(textOf(parts)).toBe('Hello ')
    expect(errorOf(parts).kind).toBe('broken-stream')
  })
  it('nothing but such pieces is an empty answer', async () => {
    const parts = await ask('gemini', sse(of([], 'STOP'), { usageMetadata: { promptTokenCount: 2 } }))
    expect(errorOf(parts)).toMatchObject({ kind: 'empty', retryable: true })
  })
  it('an end without any content is an end', async () => {
    const parts = await ask(
      'gemini',
      sse(of([{ text: 'Hi' }]), { ...of(undefined, 'STOP'), usageMetadata: { promptTokenCount: 2 } }),
    )
    expect(last(parts)).toMatchObject({ type: 'done', stopReason: 'stop' })
  })
  it.each(['UNEXPECTED_TOOL_CALL', 'MALFORMED_RESPONSE', 'TOO_MANY_TOOL_CALLS'])('%s is a failure', async (reason) => {
    expect(errorOf(await ask('gemini', sse(of([], reason)))).retryable).toBe(true)
  })
})
