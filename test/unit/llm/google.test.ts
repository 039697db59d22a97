import { describe, expect, it } from 'vitest'
import { adapter } from '../../../src/llm/google.ts'
import type { LlmMessage, LlmPart, LlmRequest } from '../../../src/llm/port.ts'
import { collect, last, requestOf } from './contract.ts'
import { googleRecorded } from './recorded.ts'
import { runWireContract } from './wire-contract.ts'

describe('google', () => runWireContract(googleRecorded))

type Body = {
  contents: { role: string; parts: Record<string, unknown>[] }[]
  generationConfig: Record<string, unknown>
  tools?: unknown
}
const BASE = 'https://generativelanguage.googleapis.com/v1beta'

async function talk(
  changes: Partial<LlmRequest>,
  ...events: object[]
): Promise<{ url: string; headers: Headers; body: Body; parts: LlmPart[] }> {
  let sent: { url: string; headers: Headers; body: Body } | null = null
  const fetch: typeof globalThis.fetch = async (input, init) => {
    sent = { url: String(input), headers: new Headers(init?.headers), body: JSON.parse(String(init?.body)) }
    const text =
      events.length === 0 ? googleRecorded.length : events.map((e) => `data: ${JSON.stringify(e)}\n\n`).join('')
    return new Response(text, { headers: { 'content-type': 'text/event-stream' } })
  }
  const parts = await collect(adapter.create({ baseUrl: BASE, fetch }), requestOf(changes))
  if (sent === null) throw new Error('nothing was sent')
  return { ...(sent as { url: string; headers: Headers; body: Body }), parts }
}
const chunk = (parts: object[], more: object = {}) => ({ candidates: [{ content: { parts }, ...more }] })
const user = (text: string): LlmMessage => ({ role: 'user', content: [{ type: 'text', text }] })
const result = (id: string): LlmMessage => ({
  role: 'tool',
  id,
  name: 'list_files',
  content: [{ type: 'text', text: 'a.md' }],
  isError: false,
})

describe('what goes to Google', () => {
  it('sends no header that its preflight refuses', async () => {
    const { url, headers } = await talk({ model: 'gemini-3-pro' })
    expect(url).toBe(`${BASE}/models/gemini-3-pro:streamGenerateContent?alt=sse`)
    expect([...headers.keys()]).toEqual(['content-type'])
  })

  it('signatures come back where they were; a call of another model gets the word for it, one beside a signed call none', async () => {
    const call = (id: string, meta?: Record<string, Record<string, unknown>>) =>
      ({ type: 'tool-call', id, name: 'list_files', arguments: '{}', ...(meta && { meta }) }) as const
    const messages: LlmMessage[] = [
      user('Look'),
      {
        role: 'assistant',
        content: [
          { type: 'thinking', text: 'signed elsewhere', meta: { anthropic: { signature: 's' } } },
          call('call_a', { google: { thoughtSignature: 'sig-a' } }),
          call('call_b'),
          { type: 'text', text: 'after', meta: { google: { thoughtSignature: 'sig-t' } } },
        ],
      },
      result('call_a'),
      result('call_b'),
      { role: 'assistant', content: [{ type: 'thinking', text: 'no signature' }, call('call_c')] },
      result('call_c'),
    ]
    const { body } = await talk({ model: 'gemini-3-pro', messages })
    const said = body.contents.filter(({ role }) => role === 'model').map(({ parts }) => parts)
    expect(said).toMatchObject([
      [
        { functionCall: { name: 'list_files', args: {} }, thoughtSignature: 'sig-a' },
        { functionCall: { name: 'list_files', args: {} } },
        { text: 'after', thoughtSignature: 'sig-t' },
      ],
      [{ functionCall: { name: 'list_files' }, thoughtSignature: 'skip_thought_signature_validator' }],
    ])
    expect(said[0]?.[1]).not.toHaveProperty('thoughtSignature')
  })

  it('a picture that it drew goes back with its signature, also to be changed', async () => {
    const image = {
      type: 'image',
      mediaType: 'image/png',
      data: 'AAAA',
      meta: { google: { thoughtSignature: 'i' } },
    } as const
    const { body } = await talk({
      model: 'gemini-3-pro-image',
      messages: [user('Draw'), { role: 'assistant', content: [image] }, user('Bluer')],
    })
    expect(body.contents[1]?.parts).toEqual([
      { inlineData: { mimeType: 'image/png', data: 'AAAA' }, thoughtSignature: 'i' },
    ])
    expect(body.generationConfig['responseModalities']).toEqual(['TEXT', 'IMAGE'])
    expect(body.tools).toBeUndefined()
  })

  it.each([
    ['gemini-2.5-flash', 'off', { includeThoughts: false, thinkingBudget: 0 }],
    ['gemini-2.5-pro', 'high', { includeThoughts: true, thinkingBudget: expect.any(Number) }],
    ['gemini-3-pro', 'low', { includeThoughts: true, thinkingLevel: 'low' }],
    ['gemini-3-pro', 'max', { includeThoughts: true, thinkingLevel: 'high' }],
    ['gemini-3-pro', 'off', { includeThoughts: false, thinkingLevel: 'low' }],
    ['gemini-2.0-flash', 'high', undefined],
    ['gemma-3-27b-it', 'high', undefined],
  ] as const)('%s, asked to think %s', async (model, thinking, config) => {
    const { body } = await talk({ model, thinking })
    expect(body.generationConfig['thinkingConfig']).toEqual(config)
  })
})

describe('what comes from Google', () => {
  it('a picture and a PDF that a tool read are parts of its response', async () => {
    const { body } = await talk({
      messages: [
        { role: 'user', content: [{ type: 'text', text: 'Read them' }] },
        { role: 'assistant', content: [{ type: 'tool-call', id: 'c', name: 'read_file', arguments: '{}' }] },
        {
          ...{ role: 'tool', id: 'c', name: 'read_file', isError: false },
          content: [
            { type: 'text', text: 'Here' },
            { type: 'image', mediaType: 'image/png', data: 'iVBORw0KGgo=' },
            { type: 'file', mediaType: 'application/pdf', name: 'a.pdf', data: 'JVBERi0=' },
          ],
        },
      ],
    })
    const sent = JSON.stringify(body.contents.at(-1))
    expect(sent).toContain('"inlineData":{"mimeType":"image/png","data":"iVBORw0KGgo="}')
    expect(sent).toContain('"inlineData":{"mimeType":"application/pdf","data":"JVBERi0="}')
  })
  it('a picture is a part of the answer, in its place', async () => {
    const { parts } = await talk(
      { model: 'gemini-2.5-flash-image' },
      chunk([{ text: 'Here: ' }]),
      chunk([{ inlineData: { mimeType: 'image/png', data: 'iVBORw0=' }, thoughtSignature: 'i' }]),
      chunk([{ text: 'Done.' }], { finishReason: 'STOP' }),
    )
    expect(parts.filter(({ type }) => type === 'image' || type.startsWith('text-delta'))).toEqual([
      { type: 'text-delta', index: 0, text: 'Here: ' },
      {
        type: 'image',
        index: 1,
        mediaType: 'image/png',
        data: 'iVBORw0=',
        meta: { google: { thoughtSignature: 'i' } },
      },
      { type: 'text-delta', index: 2, text: 'Done.' },
    ])
  })
  it('parts, fields and whole events that nobody knows do no harm', async () => {
    const { parts } = await talk(
      {},
      { type: 'heartbeat' },
      { usageMetadata: { promptTokenCount: 3, brandNew: { a: 1 }, promptTokensDetails: 'soon' } },
      chunk([{ holographData: { x: 1 } }, { text: 'ok' }], {
        safetyRatings: 'none',
        groundingMetadata: { groundingChunks: 7 },
      }),
      chunk([], { finishReason: 'STOP', brandNew: 1 }),
    )
    expect(last(parts)).toMatchObject({ type: 'done', stopReason: 'stop', usage: { input: 3 } })
  })
  it('calls of its own tools beside ours were dropped, so that the next step of the round was refused: they go back as they came', async () => {
    const own = [
      {
        toolCall: { toolType: 'GOOGLE_SEARCH_WEB', args: { queries: ['northernmost city'] }, id: 's1' },
        thoughtSignature: 'sig-1',
      },
      {
        toolResponse: { toolType: 'GOOGLE_SEARCH_WEB', response: { search_suggestions: '<p>' }, id: 's1' },
        thoughtSignature: 'sig-2',
      },
      { functionCall: { name: 'list_files', args: { path: 'x' }, id: 'f1' }, thoughtSignature: 'sig-3' },
    ]
    const { parts, body } = await talk(
      { model: 'gemini-3-flash', webSearch: true },
      chunk(own, { finishReason: 'STOP' }),
    )
    expect(body).toMatchObject({ toolConfig: { includeServerSideToolInvocations: true } })
    expect(parts.filter(({ type }) => type === 'tool-call-end')).toMatchObject([{ name: 'list_files' }])
    const content = parts.flatMap((part): Extract<LlmMessage, { role: 'assistant' }>['content'] => {
      if (part.type === 'thinking-end') return [{ type: 'thinking', text: '', meta: part.meta }]
      if (part.type !== 'tool-call-end') return []
      const { id, name, arguments: args, meta } = part
      return [{ type: 'tool-call', id, name, arguments: args, meta }]
    })
    const round: LlmMessage[] = [user('Where?'), { role: 'assistant', content }, result('f1')]
    const next = await talk({ model: 'gemini-3-flash', webSearch: true, messages: round })
    expect(next.body.contents[1]?.parts).toEqual(own)
    // after its round they are paid for and of no use
    const later = await talk({ model: 'gemini-3-flash', messages: [...round, user('And now?')] })
    expect(later.body.contents[1]?.parts).toEqual([own[2]])
    // another provider is not told of them
    expect(JSON.stringify(content)).toContain('northernmost')
  })

  it.each([{ toolCall: {} }, { toolResponse: { response: 'x' } }, { toolCall: { toolType: 7, id: {} } }])(
    'a call of its own tools without its names (%j) does not break the answer',
    async (part) => {
      const { parts } = await talk({}, chunk([part, { text: 'Yes.' }], { finishReason: 'STOP' }))
      expect(parts.at(-1)).toMatchObject({ type: 'done' })
      expect(parts.find(({ type }) => type === 'text-delta')).toMatchObject({ text: 'Yes.' })
    },
  )

  it('a question that it refuses before it begins is a refusal', async () => {
    const { parts } = await talk(
      {},
      { promptFeedback: { blockReason: 'PROHIBITED_CONTENT' }, usageMetadata: { promptTokenCount: 9 } },
    )
    expect(last(parts)).toMatchObject({ type: 'done', stopReason: 'refusal', usage: { input: 9 } })
  })
  it('a call that it spoiled is tried again', async () => {
    const { parts } = await talk(
      {},
      chunk([{ text: 'I will' }]),
      chunk([], { finishReason: 'MALFORMED_FUNCTION_CALL' }),
    )
    expect(last(parts)).toMatchObject({ type: 'error', error: { retryable: true } })
  })
  it('what a broken answer had cost by then is counted', async () => {
    const { parts } = await talk(
      {},
      {
        ...chunk([{ text: 'half' }]),
        usageMetadata: { promptTokenCount: 50, candidatesTokenCount: 4, thoughtsTokenCount: 6 },
      },
    )
    expect(last(parts)).toMatchObject({ type: 'error', usage: { input: 50, output: 10, reasoning: 6 } })
  })
  it('names its models plainly, with their windows, and those that talk', async () => {
    const models = [
      { name: 'models/gemini-3-pro', inputTokenLimit: 1_048_576, outputTokenLimit: 65_536 },
      { name: 'models/text-embedding-004' },
      { name: 'models/gemini-2.5-flash-preview-tts' },
    ]
    const fetch = async () => new Response(JSON.stringify({ models }))
    expect(await adapter.listModels?.({ baseUrl: BASE, fetch }, new AbortController().signal)).toEqual([
      { id: 'gemini-3-pro', contextWindow: 1_048_576, maxOutput: 65_536 },
    ])
  })
})
