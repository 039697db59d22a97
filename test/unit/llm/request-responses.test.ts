import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { loadAdapter } from '../../../src/llm/adapters.ts'
import { adapter } from '../../../src/llm/openai.ts'
import type { LlmMessage, LlmPart, LlmRequest } from '../../../src/llm/port.ts'
import { keyHeader } from '../../../src/settings/provider-kinds.ts'
import { type MockBody, type MockProvider, startMockProvider } from '../../support/mock-provider.ts'
import type { MockReply } from '../../support/mock-replies.ts'
import { collect, errorOf, last, requestOf } from './contract.ts'
import { responsesRecorded } from './recorded.ts'

/** What leaves the house for OpenAI's Responses API, and what becomes of runs in the background. */

let mock: MockProvider
beforeAll(async () => {
  mock = await startMockProvider()
})
afterAll(() => mock.close())

async function sent(changes: Partial<LlmRequest>): Promise<MockBody & { input?: unknown[] }> {
  mock.setScript([{ text: 'ok' }])
  const before = mock.journal().length
  await collect(adapter.create({ baseUrl: mock.baseUrl, fetch }), requestOf(changes))
  return (mock.journal()[before]?.body ?? {}) as MockBody & { input?: unknown[] }
}
const user = (text: string): LlmMessage => ({ role: 'user', content: [{ type: 'text', text }] })

describe('a request to the Responses API', () => {
  it('asks for a run that is stored and goes on in the background', async () => {
    expect(await sent({ thinking: 'off', maxOutputTokens: 500, tools: requestOf().tools.slice(0, 1) })).toEqual({
      model: 'test-model',
      input: [
        { role: 'system', content: 'You are a test.' },
        { role: 'user', content: [{ type: 'input_text', text: 'Hello' }] },
      ],
      max_output_tokens: 500,
      tools: [
        {
          type: 'function',
          name: 'list_files',
          description: 'Does list_files',
          parameters: { type: 'object', properties: {} },
          strict: false,
        },
      ],
      tool_choice: 'auto',
      store: true,
      background: true,
      stream: true,
    })
  })
  it('another host is not made to store an answer', async () => {
    mock.setScript([{ text: 'ok' }])
    const before = mock.journal().length
    const there: typeof fetch = (input, init) =>
      fetch(String(input).replace('https://models.example/v1', mock.baseUrl), init)
    await collect(adapter.create({ baseUrl: 'https://models.example/v1', fetch: there }), requestOf())
    const body = mock.journal()[before]?.body
    expect(body).toMatchObject({ store: false, stream: true })
    expect(body).not.toHaveProperty('background')
  })
  it.each([
    ['https://api.openai.com/v1', 'session-1'],
    // which may refuse what it does not know
    ['https://models.example/v1', undefined],
  ])('%s is told what finds the cache of a conversation: %s', async (baseUrl, key) => {
    mock.setScript([{ text: 'ok' }])
    const there: typeof fetch = (input, init) => fetch(String(input).replace(baseUrl, mock.baseUrl), init)
    for (const model of ['gpt-5', 'gpt-4o']) {
      await collect(adapter.create({ baseUrl, fetch: there }), requestOf({ model, cacheKey: 'session-1' }))
      expect(mock.journal().at(-1)?.body['prompt_cache_key']).toBe(key)
    }
  })
  it('a model that thinks is asked for its effort, a summary, and its reasoning in a form that can be sent back', async () => {
    expect(await sent({ model: 'gpt-5', thinking: 'high' })).toMatchObject({
      reasoning: { effort: 'high', summary: 'auto' },
      include: ['reasoning.encrypted_content'],
    })
    for (const [model, thinking, effort] of [
      ['gpt-5', 'off', 'minimal'],
      ['gpt-5.2', 'off', 'none'],
      ['gpt-5', 'max', 'high'],
      ['gpt-5.2', 'minimal', 'low'],
      ['o3', 'off', 'low'],
      ['o3', 'max', 'high'],
    ] as const)
      expect((await sent({ model, thinking }))['reasoning'], `${model} ${thinking}`).toMatchObject({ effort })
    expect(await sent({ model: 'gpt-4o', thinking: 'high' })).not.toHaveProperty('reasoning')
  })
  it('replays a round with whole items: nothing depends on what OpenAI still stores', async () => {
    const { input } = await sent({
      model: 'gpt-5',
      messages: [
        user('Look'),
        {
          role: 'assistant',
          content: [
            {
              type: 'thinking',
              text: 'Let me see.',
              meta: { openai: { itemId: 'rs_1', reasoningEncryptedContent: 'c' } },
            },
            { type: 'thinking', text: 'signed elsewhere', meta: { anthropic: { signature: 's' } } },
            { type: 'text', text: 'I look.', meta: { openai: { itemId: 'msg_1' } } },
            {
              type: 'tool-call',
              id: 'call_a',
              name: 'read_file',
              arguments: '{"path": "a"}',
              meta: { openai: { itemId: 'fc_1' } },
            },
          ],
        },
        {
          role: 'tool',
          id: 'call_a',
          name: 'read_file',
          content: [
            { type: 'text', text: 'alpha' },
            { type: 'image', mediaType: 'image/png', data: 'iVBORw0KGgo=' },
          ],
          isError: false,
        },
      ],
    })
    expect(input?.slice(1)).toEqual([
      { role: 'user', content: [{ type: 'input_text', text: 'Look' }] },
      { type: 'reasoning', encrypted_content: 'c', summary: [{ type: 'summary_text', text: 'Let me see.' }] },
      { role: 'assistant', content: 'I look.' },
      { type: 'function_call', call_id: 'call_a', name: 'read_file', arguments: '{"path":"a"}' },
      {
        type: 'function_call_output',
        call_id: 'call_a',
        output: [
          { type: 'input_text', text: 'alpha' },
          { type: 'input_image', image_url: 'data:image/png;base64,iVBORw0KGgo=' },
        ],
      },
    ])
  })
  it('where the person wants nothing stored, nothing is, and the answer is an ordinary stream', async () => {
    mock.setScript([{ text: 'ok' }])
    const before = mock.journal().length
    const parts = await collect(
      adapter.create({ baseUrl: mock.baseUrl, fetch, advanced: { unstored: true } }),
      requestOf(),
    )
    expect(last(parts)).toMatchObject({ type: 'done' })
    expect(mock.journal()[before]?.body).toMatchObject({ store: false, stream: true })
    expect(mock.journal()[before]?.body).not.toHaveProperty('background')
  })
  it('a PDF that a tool read is a file in its output', async () => {
    const { input } = await sent({
      messages: [
        { role: 'user', content: [{ type: 'text', text: 'Read it' }] },
        { role: 'assistant', content: [{ type: 'tool-call', id: 'call_a', name: 'read_file', arguments: '{}' }] },
        {
          ...{ role: 'tool', id: 'call_a', name: 'read_file', isError: false },
          content: [
            { type: 'text', text: 'Here' },
            { type: 'file', mediaType: 'application/pdf', name: 'a.pdf', data: 'JVBERi0=' },
          ],
        },
      ],
    })
    expect(input?.at(-1)).toEqual({
      type: 'function_call_output',
      call_id: 'call_a',
      output: [
        { type: 'input_text', text: 'Here' },
        { type: 'input_file', filename: 'a.pdf', file_data: 'data:application/pdf;base64,JVBERi0=' },
      ],
    })
  })
  it('a failed fetch to api.openai.com says that the key may be wrong: OpenAI hides its refusal from web pages', async () => {
    const fails = () => Promise.reject(new TypeError('Failed to fetch'))
    const parts = await collect(adapter.create({ baseUrl: 'https://api.openai.com/v1', fetch: fails }), requestOf())
    expect(errorOf(parts)).toMatchObject({ kind: 'network', message: expect.stringContaining('API key may be wrong') })
  })
})

describe('a run in the background', () => {
  const reply: MockReply = {
    thinking: 'I think about it.',
    words: 12,
    toolCalls: [{ name: 'read_file', arguments: { path: 'a.md' } }],
    pace: { chunkMs: 3, chunkSize: 10 },
  }
  let fresh: MockProvider
  beforeEach(async () => {
    fresh = await startMockProvider({ script: [reply] })
    return () => fresh.close()
  })
  const make = () => adapter.create({ baseUrl: fresh.baseUrl, fetch })
  const textOf = (parts: LlmPart[]) => parts.map((part) => (part.type === 'text-delta' ? part.text : '')).join('')
  const withoutCursor = (parts: LlmPart[]) => parts.map(({ cursor: _, ...part }) => part)

  /** Hangs up at the first text; returns the name of the run and what was received. */
  async function interrupted(): Promise<{ responseId: string; cursor: number | null; parts: LlmPart[] }> {
    const parts: LlmPart[] = []
    for await (const part of make()(requestOf())) {
      parts.push(part)
      if (part.type === 'text-delta') break
    }
    const [start] = parts
    if (start?.type !== 'start' || start.responseId === undefined) throw new Error('no name')
    return { responseId: start.responseId, cursor: parts.at(-1)?.cursor ?? null, parts }
  }
  const ended = () => fresh.until(() => fresh.runs.list().every(({ status }) => status !== 'in_progress'))

  it('is named before anything else comes, and every part has the number of its event', async () => {
    const parts = await collect(make(), requestOf())
    expect(parts[0]).toMatchObject({ type: 'start', cursor: 0, responseId: fresh.runs.list()[0]?.id })
    const cursors = parts.slice(0, -1).map(({ cursor }) => cursor ?? -1)
    expect(cursors).toEqual([...cursors].sort((a, b) => a - b))
    expect(cursors[0]).toBeGreaterThanOrEqual(0)
  })
  it('goes on when we hang up; taken up in its middle, it comes whole', async () => {
    const { responseId, cursor, parts } = await interrupted()
    expect(fresh.runs.list()[0]?.status).toBe('in_progress')
    const again = await collect(make(), requestOf({ resume: { responseId, cursor } }))
    expect(last(again)).toMatchObject({ type: 'done', stopReason: 'tool-use' })
    expect(textOf(again)).toBe('word1 word2 word3 word4 word5 word6 word7 word8 word9 word10 word11 word12')
    expect(again.slice(0, parts.length)).toEqual(parts)
    expect(fresh.journal().map(({ method }) => method)).toEqual(['POST', 'GET'])
  })
  it('taken up after its end is the same as listened to', async () => {
    const { responseId, cursor } = await interrupted()
    await ended()
    const first = await collect(make(), requestOf({ resume: { responseId, cursor } }))
    const second = await collect(make(), requestOf({ resume: { responseId, cursor: null } }))
    expect(second).toEqual(first)
  })
  it('too old to be streamed is waited for and told whole, with the same parts but for their sizes', async () => {
    const { responseId, cursor } = await interrupted()
    fresh.runs.age()
    const whole = await collect(make(), requestOf({ resume: { responseId, cursor } }))
    expect(textOf(whole)).toBe('word1 word2 word3 word4 word5 word6 word7 word8 word9 word10 word11 word12')
    expect(whole.at(-1)).toMatchObject({ type: 'done', stopReason: 'tool-use' })
    expect(withoutCursor(whole).find(({ type }) => type === 'tool-call-end')).toMatchObject({
      name: 'read_file',
      arguments: '{"path":"a.md"}',
    })
    expect(whole.some(({ type }) => type === 'thinking-end')).toBe(true)
  })
  it('that has expired is not found', async () => {
    const { responseId, cursor } = await interrupted()
    fresh.runs.forget()
    const parts = await collect(make(), requestOf({ resume: { responseId, cursor } }))
    expect(errorOf(parts)).toMatchObject({ kind: 'not-found', retryable: false })
  })
  it('can be cancelled; what is taken up then breaks off', async () => {
    const { responseId, cursor } = await interrupted()
    await adapter.background?.cancel({ baseUrl: fresh.baseUrl, fetch }, responseId)
    expect(fresh.runs.list()[0]?.status).toBe('cancelled')
    for (const age of [() => undefined, fresh.runs.age]) {
      age()
      const parts = await collect(make(), requestOf({ resume: { responseId, cursor } }))
      expect(errorOf(parts)).toMatchObject({ kind: 'broken-stream' })
    }
  })
  it('cancelling never rejects', async () => {
    const fails = () => Promise.reject(new TypeError('Failed to fetch'))
    await adapter.background?.cancel({ baseUrl: fresh.baseUrl, fetch: fails }, 'r')
    await adapter.background?.cancel({ baseUrl: fresh.baseUrl, fetch }, 'unknown')
  })
  it('an abort while it is waited for ends with aborted', async () => {
    const { responseId } = await interrupted()
    fresh.runs.age()
    const llm = adapter.create({ baseUrl: fresh.baseUrl, fetch })
    const signal = AbortSignal.timeout(100)
    expect(errorOf(await collect(llm, requestOf({ signal, resume: { responseId, cursor: null } }))).kind).toBe(
      'aborted',
    )
  })
  it('that has failed says why', async () => {
    const error = { code: 'server_is_overloaded', message: 'Our servers are overloaded' }
    const failed = JSON.stringify({ id: 'r', status: 'failed', output: [], created_at: 1, model: 'm', error })
    const old: typeof fetch = async (input) =>
      String(input).includes('stream=true')
        ? new Response('{"error":{"message":"This response can no longer be streamed because"}}', { status: 400 })
        : new Response(failed, { headers: { 'content-type': 'application/json' } })
    const llm = adapter.create({ baseUrl: fresh.baseUrl, fetch: old })
    const parts = await collect(llm, requestOf({ resume: { responseId: 'r', cursor: null } }))
    expect(errorOf(parts)).toMatchObject({ kind: 'overloaded', message: expect.stringContaining('overloaded') })
  })
  it('whose answer ran code and cited pages tells all of it, in its places', async () => {
    const url = 'https://en.example.org/wiki/Shannon'
    const text = 'Born in 1916, so 110.'
    const citation = { type: 'url_citation', start_index: 0, end_index: 12, url, title: 'Claude Shannon' }
    const done = JSON.stringify({
      ...{ id: 'r', status: 'completed', created_at: 1, model: 'm', usage: { input_tokens: 9, output_tokens: 7 } },
      output: [
        {
          ...{ type: 'code_interpreter_call', id: 'ci_1', container_id: 'cntr_1', status: 'completed' },
          ...{ code: 'print(2026-1916)', outputs: [{ type: 'logs', logs: '110' }] },
        },
        {
          ...{ type: 'message', id: 'msg_1', role: 'assistant', status: 'completed' },
          content: [{ type: 'output_text', text, annotations: [citation, { type: 'a_new_one' }] }],
        },
      ],
    })
    const old: typeof fetch = async (input) =>
      String(input).includes('stream=true')
        ? new Response('{"error":{"message":"This response can no longer be streamed because"}}', { status: 400 })
        : new Response(done, { headers: { 'content-type': 'application/json' } })
    const llm = adapter.create({ baseUrl: fresh.baseUrl, fetch: old })
    const parts = await collect(llm, requestOf({ resume: { responseId: 'r', cursor: null } }))
    expect(parts.filter(({ type }) => type.startsWith('code-run'))).toMatchObject([
      { index: 0, language: 'python', code: 'print(2026-1916)' },
      { index: 0, output: '110' },
    ])
    expect(textOf(parts)).toBe(text)
    expect(parts.flatMap((part) => (part.type === 'sources' ? part.found : []))).toEqual([
      { url, title: 'Claude Shannon' },
      { at: 12, source: 0 },
    ])
    expect(parts.at(-1)).toMatchObject({ type: 'done', stopReason: 'stop' })
  })
  it('that stays queued for ever ends with the silence limit', async () => {
    const queued = JSON.stringify({ id: 'r', status: 'queued', output: [], created_at: 1, model: 'm' })
    const stuck: typeof fetch = async (input) =>
      String(input).includes('stream=true')
        ? new Response('{"error":{"message":"This response can no longer be streamed because"}}', { status: 400 })
        : new Response(queued, { headers: { 'content-type': 'application/json' } })
    const llm = adapter.create({ baseUrl: fresh.baseUrl, fetch: stuck, silenceLimit: 150 })
    const parts = await collect(llm, requestOf({ resume: { responseId: 'r', cursor: null } }))
    expect(errorOf(parts)).toMatchObject({ kind: 'timeout', retryable: true })
  })
})

it('Azure is asked by the same code, under a kind of its own with its own header for the key', async () => {
  expect(await loadAdapter('azure')).toBe(adapter)
  expect(keyHeader('azure', 'k')).toEqual({ header: 'api-key', value: 'k' })
  const paths: string[] = []
  const there: typeof fetch = async (input, init) => {
    paths.push(String(input))
    expect(JSON.parse(String(init?.body))).toMatchObject({ model: 'my-deployment', background: true, store: true })
    return new Response(responsesRecorded.complete, { headers: { 'content-type': 'text/event-stream' } })
  }
  const baseUrl = 'https://mine.openai.azure.com/openai/v1'
  const parts = await collect(adapter.create({ baseUrl, fetch: there }), requestOf({ model: 'my-deployment' }))
  expect(parts).toEqual(responsesRecorded.parts)
  expect(paths).toEqual([`${baseUrl}/responses`])
})
