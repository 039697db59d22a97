import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { makeAnswerBuffer } from '../../../src/effects/answer-buffer.ts'
import { adapter } from '../../../src/llm/google.ts'
import type { LlmMessage, LlmPart, LlmRequest } from '../../../src/llm/port.ts'
import { type MockProvider, startMockProvider } from '../../support/mock-provider.ts'
import type { MockReply } from '../../support/mock-replies.ts'
import { askBytes, sse } from './ask-bytes.ts'
import { collect, errorOf, last, requestOf } from './contract.ts'
import { interactionsRecorded } from './recorded.ts'
import { runWireContract } from './wire-contract.ts'

describe('interactions of Google', () => runWireContract(interactionsRecorded))

const BASE = 'https://generativelanguage.googleapis.com/v1beta'
const MODEL = 'gemini-3-pro'
const advanced = { stored: true }
type Body = Record<string, unknown> & { input: Record<string, unknown>[] }

/** Asks once; the events stand in the answer to the very question, as at a host that streams at once. */
async function talk(changes: Partial<LlmRequest>, ...events: object[]) {
  const bytes = events.length === 0 ? interactionsRecorded.length : sse(...events)
  const wire = { kind: 'google', baseUrl: BASE, model: MODEL, bytes, advanced } as const
  const { parts, asked, headers } = await askBytes(wire, { webSearch: undefined, ownCode: undefined, ...changes })
  return { parts, headers, body: asked as unknown as Body }
}
const user = (text: string): LlmMessage => ({ role: 'user', content: [{ type: 'text', text }] })
const text = (words: string) => ({ type: 'text', text: words }) as const
const created = { event_type: 'interaction.created', interaction: { id: 'v1', status: 'in_progress', model: MODEL } }
const start = (index: number, step: object) => ({ event_type: 'step.start', index, step })
const delta = (index: number, given: object) => ({ event_type: 'step.delta', index, delta: given })
const stop = (index: number) => ({ event_type: 'step.stop', index })
const completed = (fields: object = {}) => ({
  event_type: 'interaction.completed',
  interaction: { id: 'v1', status: 'completed', usage: { total_input_tokens: 9, total_output_tokens: 3 }, ...fields },
})
const said = (...words: string[]) => [
  start(0, { type: 'model_output' }),
  ...words.map((each) => delta(0, text(each))),
  stop(0),
]
const contentOf = (parts: LlmPart[]) => {
  const buffer = makeAnswerBuffer()
  for (const part of parts) buffer.push(part)
  return buffer.said()
}

describe('what goes to Google', () => {
  it('is an interaction that is stored and goes on, with no header that its preflight refuses', async () => {
    const { body, headers } = await talk({
      thinking: 'off',
      maxOutputTokens: 500,
      tools: requestOf().tools.slice(0, 1),
    })
    expect(body).toEqual({
      model: MODEL,
      system_instruction: 'You are a test.',
      input: [{ type: 'user_input', content: [text('Hello')] }],
      tools: [
        {
          type: 'function',
          name: 'list_files',
          description: 'Does list_files',
          parameters: { type: 'object', properties: {} },
        },
      ],
      generation_config: {
        max_output_tokens: 500,
        thinking_level: 'low',
        thinking_summaries: 'none',
        tool_choice: 'auto',
      },
      store: true,
      background: true,
    })
    expect([...headers.keys()]).toEqual(['content-type'])
  })
  it.each([
    ['without the person’s word', BASE, MODEL, {}],
    ['at another host', 'https://models.example/v1beta', MODEL, advanced],
    ['of a model of old', BASE, 'gemini-2.5-flash', advanced],
    ['of a model that draws', BASE, 'gemini-3-pro-image', advanced],
  ])(
    'a question %s is none, nothing is stored, and the answer has no name to be found by',
    async (_, baseUrl, model, set) => {
      let asked = ''
      const fetch: typeof globalThis.fetch = async (input) => {
        asked = String(input)
        const chunk = { candidates: [{ content: { parts: [{ text: 'ok' }] }, finishReason: 'STOP' }], responseId: 'r' }
        return new Response(sse(chunk), { headers: { 'content-type': 'text/event-stream' } })
      }
      const parts = await collect(adapter.create({ baseUrl, fetch, advanced: set }), requestOf({ model }))
      expect(asked).toBe(`${baseUrl}/models/${model}:streamGenerateContent?alt=sse`)
      if (set === advanced && baseUrl === BASE) expect(parts[0]).toEqual({ type: 'start' })
    },
  )
  it.each([
    ['off', 'low', 'none'],
    ['low', 'low', 'auto'],
    ['medium', 'medium', 'auto'],
    ['max', 'high', 'auto'],
  ] as const)('asked to think %s', async (thinking, thinking_level, thinking_summaries) => {
    const { body } = await talk({ thinking })
    expect(body['generation_config']).toMatchObject({ thinking_level, thinking_summaries })
  })
  it('the second and the third turn bring everything along: signed thoughts, calls, what they found, pictures, documents', async () => {
    const first = await talk({}, ...eventsOf(interactionsRecorded.complete))
    const calls = contentOf(first.parts).flatMap((part) => (part.type === 'tool-call' ? [part.id] : []))
    const answer = contentOf(first.parts).filter((part) => part.type !== 'sources')
    const messages: LlmMessage[] = [
      user('Look'),
      { role: 'assistant', content: answer },
      {
        ...{ role: 'tool', id: 'call_a', name: 'read_file', isError: false },
        content: [text('alpha'), { type: 'image', mediaType: 'image/png', data: 'iVBORw0KGgo=' }],
      },
      {
        ...{ role: 'tool', id: 'call_b', name: 'list_files', isError: false },
        content: [text('a PDF'), { type: 'file', mediaType: 'application/pdf', name: 'a.pdf', data: 'JVBERi0=' }],
      },
    ]
    const { body } = await talk({ messages })
    const round = [
      { type: 'user_input', content: [text('Look')] },
      { type: 'thought', signature: 'dGhvdWdodA==', summary: [text('überlege 🤔.')] },
      { type: 'model_output', content: [text('Grüße, 日本 😀')] },
      { type: 'function_call', id: 'call_a', name: 'read_file', arguments: { path: 'ä.md' } },
      { type: 'function_call', id: 'call_b', name: 'list_files', arguments: {} },
    ]
    const results = [
      {
        type: 'user_input',
        content: [
          {
            ...{ type: 'function_result', call_id: 'call_a', name: 'read_file' },
            result: [text('alpha'), { type: 'image', mime_type: 'image/png', data: 'iVBORw0KGgo=' }],
          },
          { type: 'function_result', call_id: 'call_b', name: 'list_files', result: 'a PDF' },
        ],
      },
      // a result takes words and pictures alone
      {
        type: 'user_input',
        content: [
          text('Files that the tool list_files returned:'),
          { type: 'document', mime_type: 'application/pdf', data: 'JVBERi0=' },
        ],
      },
    ]
    expect(calls).toEqual(['call_a', 'call_b'])
    expect(body.input).toEqual([...round, ...results])
    expect(body).not.toHaveProperty('previous_interaction_id')
    const third = await talk({
      messages: [...messages, { role: 'assistant', content: [text('Done.')] }, user('And now?')],
    })
    expect(third.body.input).toEqual([
      ...round,
      ...results,
      { type: 'model_output', content: [text('Done.')] },
      { type: 'user_input', content: [text('And now?')] },
    ])
  })
})

describe('what comes from Google', () => {
  it('steps, deltas and events that nobody knows do no harm', async () => {
    const { parts } = await talk(
      {},
      { event_type: 'heartbeat' },
      created,
      start(7, { type: 'hologram' }),
      delta(7, text('never shown')),
      stop(7),
      start(0, { type: 'model_output', content: [{ type: 'hologram' }] }),
      delta(0, { type: 'hologram', data: 7 }),
      delta(0, text('ok')),
      delta(9, text('of no step')),
      stop(0),
      completed({ brand_new: 1, usage: { total_input_tokens: 3, total_output_tokens: 1, details: 'soon' } }),
    )
    expect(contentOf(parts)).toMatchObject([{ type: 'text', text: 'ok' }])
    expect(last(parts)).toMatchObject({ type: 'done', stopReason: 'stop', usage: { input: 3, output: 1 } })
  })
  it('what stands in the beginning of a step is not lost: words, and arguments that come whole', async () => {
    const { parts } = await talk(
      {},
      created,
      start(0, { type: 'model_output', content: [text('All ')] }),
      delta(0, text('of it.')),
      stop(0),
      start(1, { type: 'function_call', id: 'c', name: 'read_file', arguments: { path: 'a.md' } }),
      stop(1),
      completed({ status: 'requires_action' }),
    )
    expect(contentOf(parts)).toMatchObject([
      { type: 'text', text: 'All of it.' },
      { type: 'tool-call', id: 'c', name: 'read_file', arguments: '{"path":"a.md"}' },
    ])
  })
  it('a picture is a part of the answer, in its place', async () => {
    const { parts } = await talk(
      {},
      created,
      start(0, { type: 'model_output' }),
      delta(0, text('Here: ')),
      delta(0, { type: 'image', mime_type: 'image/png', data: 'iVBORw0=' }),
      stop(0),
      completed(),
    )
    expect(contentOf(parts)).toMatchObject([
      { type: 'text', text: 'Here: ' },
      { type: 'image', mediaType: 'image/png', data: 'iVBORw0=' },
    ])
  })
  it('its own search is no call of ours; its pages stand behind their words, its queries are counted', async () => {
    const page = { type: 'url_citation', url: 'https://en.example.org/', title: 'en.example.org' }
    const events = [
      created,
      start(0, { type: 'google_search_call', id: 's', signature: '' }),
      delta(0, { type: 'google_search_call', arguments: { queries: ['shannon born', ''] } }),
      stop(0),
      start(1, { type: 'google_search_result', call_id: 's' }),
      delta(1, { type: 'google_search_result', result: [{ search_suggestions: '<style>' }] }),
      stop(1),
      start(2, { type: 'model_output' }),
      delta(2, text('Er wurde ')),
      delta(2, text('früh 😀 bekannt.')),
      // counted in bytes
      delta(2, { type: 'text_annotation_delta', annotations: [{ ...page, start_index: 0, end_index: 19 }] }),
      stop(2),
      completed({ usage: { total_input_tokens: 9, total_output_tokens: 3, total_tool_use_tokens: 20 } }),
    ]
    const { parts, body } = await talk({ webSearch: true }, ...events)
    expect(body['tools']).toContainEqual({ type: 'google_search' })
    expect(contentOf(parts)).toMatchObject([
      { type: 'text', text: 'Er wurde früh 😀 bekannt.' },
      {
        type: 'sources',
        sources: [{ url: 'https://en.example.org/', title: 'en.example.org' }],
        citations: [{ at: 'Er wurde früh 😀'.length, source: 0 }],
      },
    ])
    expect(last(parts)).toMatchObject({ usage: { input: 29, output: 3, searches: 1 } })
    const cut = await talk({}, ...events.slice(0, -2))
    expect(errorOf(cut.parts)).toMatchObject({ kind: 'broken-stream' })
    expect(contentOf(cut.parts).at(-1)).toMatchObject({ type: 'sources' })
  })
  it('code that it runs itself is told with what it printed, and goes back as words', async () => {
    const events = [
      created,
      start(0, { type: 'code_execution_call', id: 'x' }),
      delta(0, { type: 'code_execution_call', arguments: { language: 'python', code: 'print(6*7)' } }),
      stop(0),
      start(1, { type: 'code_execution_result', call_id: 'x' }),
      delta(1, { type: 'code_execution_result', result: '42\n', is_error: false }),
      stop(1),
      ...said('It is 42.').map((event) => ({ ...event, index: 2 })),
      completed(),
    ]
    const { parts, body } = await talk({ ownCode: true }, ...events)
    expect(body['tools']).toContainEqual({ type: 'code_execution' })
    const content = contentOf(parts)
    expect(content).toMatchObject([
      { type: 'code-run', language: 'python', code: 'print(6*7)', output: '42\n' },
      { type: 'text', text: 'It is 42.' },
    ])
    const answer = content.filter((part) => part.type !== 'sources')
    const next = await talk({
      ownCode: true,
      messages: [user('6*7?'), { role: 'assistant', content: answer }, user('Sure?')],
    })
    expect(JSON.stringify(next.body)).toContain('Code that was run where I answered from, python:]\\nprint(6*7)')
    const elsewhere = { kind: 'google', baseUrl: BASE, model: MODEL, bytes: sse({}) } as const
    const { asked } = await askBytes(elsewhere, {
      messages: [user('6*7?'), { role: 'assistant', content: answer }, user('Sure?')],
    })
    expect(JSON.stringify(asked)).toContain('"executableCode":{"language":"PYTHON"')
  })
  it.each([
    ['failed', { status: 'failed', error: { code: 503, message: 'The model is overloaded.' } }, 'overloaded'],
    ['cancelled', { status: 'cancelled' }, 'broken-stream'],
  ] as const)('an interaction that was %s is no finished answer', async (_, fields, kind) => {
    const { parts } = await talk({}, created, ...said('Half'), completed(fields))
    expect(errorOf(parts)).toMatchObject({ kind, retryable: true })
  })
})

describe('an interaction in the background', () => {
  const reply: MockReply = {
    thinking: 'I think about it.',
    words: 12,
    toolCalls: [{ name: 'read_file', arguments: { path: 'a.md' } }],
    pace: { chunkMs: 3, chunkSize: 10 },
  }
  let mock: MockProvider
  beforeEach(async () => {
    mock = await startMockProvider({ script: [reply] })
  })
  afterEach(() => mock.close())
  const options = () => ({ baseUrl: `${mock.url}/v1beta`, fetch, advanced })
  const ask = (changes: Partial<LlmRequest> = {}) =>
    collect(adapter.create(options()), requestOf({ model: MODEL, ...changes }))
  const asked = () => mock.journal().map(({ method, path }) => `${method} ${path.replace(/v1_mock_\d+/, 'ID')}`)

  async function interrupted(): Promise<{ responseId: string; cursor: number | null; parts: LlmPart[] }> {
    const parts: LlmPart[] = []
    for await (const part of adapter.create(options())(requestOf({ model: MODEL }))) {
      parts.push(part)
      if (part.type === 'text-delta') break
    }
    const [begun] = parts
    if (begun?.type !== 'start' || begun.responseId === undefined) throw new Error('no name')
    return { responseId: begun.responseId, cursor: parts.at(-1)?.cursor ?? null, parts }
  }

  it('goes on when we hang up; taken up in its middle, it comes whole, and is asked for once', async () => {
    const { responseId, cursor, parts } = await interrupted()
    const again = await ask({ resume: { responseId, cursor } })
    expect(last(again)).toMatchObject({ type: 'done', stopReason: 'tool-use', usage: { input: 12, output: 34 } })
    const words = again.map((part) => (part.type === 'text-delta' ? part.text : '')).join('')
    expect(words).toBe(Array.from({ length: 12 }, (_, n) => `word${n + 1}`).join(' '))
    // the name alone came with the answer to the question
    expect(again.slice(1, parts.length)).toEqual(parts.slice(1))
    expect(asked()).toEqual([
      'POST /v1beta/interactions',
      'GET /v1beta/interactions/ID?stream=true',
      'GET /v1beta/interactions/ID?stream=true',
    ])
  })
  it('is named before it says anything, so that it is found although nobody could listen', async () => {
    const deaf: typeof fetch = (input, init) =>
      init?.method === 'GET' ? Promise.resolve(new Response('{}', { status: 503 })) : fetch(input, init)
    const llm = adapter.create({ ...options(), fetch: deaf })
    const parts = await collect(llm, requestOf({ model: MODEL }))
    expect(parts[0]).toMatchObject({ type: 'start', responseId: mock.interactions.list()[0]?.id, cursor: 0 })
    expect(errorOf(parts)).toMatchObject({ kind: 'broken-stream', retryable: true })
  })
  it('that has expired is not found', async () => {
    const { responseId, cursor } = await interrupted()
    mock.interactions.forget()
    expect(errorOf(await ask({ resume: { responseId, cursor } }))).toMatchObject({
      kind: 'not-found',
      retryable: false,
    })
  })
  it('can be cancelled; what is taken up then breaks off', async () => {
    mock.setScript([{ words: 60, holdUntil: { events: 10, until: new Promise(() => {}) } }])
    const { responseId, cursor } = await interrupted()
    await adapter.background?.cancel(options(), responseId)
    expect(mock.interactions.list()[0]?.status).toBe('cancelled')
    expect(errorOf(await ask({ resume: { responseId, cursor } }))).toMatchObject({ kind: 'broken-stream' })
  })
  it('that does not say what it took is asked after it', async () => {
    const quiet: typeof fetch = async (input, init) => {
      const response = await fetch(input, init)
      if (!String(input).includes('stream=true')) return response
      return new Response((await response.text()).replace(/,?"usage":\{[^}]*\}/, ''), response)
    }
    const parts = await collect(adapter.create({ ...options(), fetch: quiet }), requestOf({ model: MODEL }))
    expect(last(parts)).toMatchObject({ type: 'done', usage: { input: 12, output: 34 } })
    expect(asked().at(-1)).toBe('GET /v1beta/interactions/ID')
  })
})

function eventsOf(bytes: string): object[] {
  return bytes.split('\n').flatMap((line) => (line.startsWith('data: {') ? [JSON.parse(line.slice(6))] : []))
}
