import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { adapter } from '../../../src/llm/anthropic.ts'
import type { LlmMessage, LlmPart, LlmRequest, LlmToolCall, TextBlock, ThinkingBlock } from '../../../src/llm/port.ts'
import { type MockProvider, startMockProvider } from '../../support/mock-provider.ts'
import { askBytes } from './ask-bytes.ts'
import { collect, requestOf } from './contract.ts'
import { anthropicRecorded } from './recorded.ts'

/** What leaves the house for the Messages API, expectation by hand. */

let mock: MockProvider
beforeAll(async () => {
  mock = await startMockProvider()
})
afterAll(() => mock.close())

const user = (text: string): LlmMessage => ({ role: 'user', content: [{ type: 'text', text }] })
const png = { type: 'image', mediaType: 'image/png', data: 'iVBORw0KGgo=' } as const
const SIGNED: ThinkingBlock = { type: 'thinking', text: 'hm', meta: { anthropic: { signature: 'c2ln' } } }
const cached = { cache_control: { type: 'ephemeral' } }

async function ask(changes: Partial<LlmRequest>) {
  const before = mock.journal().length
  const parts = await collect(adapter.create({ baseUrl: mock.baseUrl, fetch }), requestOf(changes))
  const entry = mock.journal()[before]
  return { parts, body: entry?.body ?? {}, headers: entry?.headers ?? {} }
}

describe('a request to the Messages API', () => {
  it('has system prompt, tools, cache points, the header for browsers, and no more', async () => {
    const { body, headers } = await ask({ thinking: 'off', maxOutputTokens: 500, tools: requestOf().tools.slice(0, 1) })
    expect(body).toEqual({
      model: 'test-model',
      max_tokens: 500,
      system: [{ type: 'text', text: 'You are a test.', ...cached }],
      messages: [{ role: 'user', content: [{ type: 'text', text: 'Hello', ...cached }] }],
      tools: [{ name: 'list_files', description: 'Does list_files', input_schema: { type: 'object', properties: {} } }],
      tool_choice: { type: 'auto' },
      stream: true,
    })
    const ours = ['content-type', 'anthropic-version', 'anthropic-dangerous-direct-browser-access']
    const automatic = [
      'host',
      'connection',
      'accept',
      'accept-language',
      'accept-encoding',
      'sec-fetch-mode',
      'content-length',
      'user-agent',
    ]
    expect(
      Object.keys(headers)
        .filter((name) => !automatic.includes(name))
        .sort(),
    ).toEqual(ours.sort())
    expect(headers).toMatchObject({
      'anthropic-version': '2023-06-01',
      'anthropic-dangerous-direct-browser-access': 'true',
    })
  })

  it('thinking with its signature, redacted thinking and calls come back in the next turn unchanged', async () => {
    mock.setScript([{ raw: { chunks: [anthropicRecorded.complete] } }, { text: 'Thanks.' }])
    const first = await ask({ model: 'claude-sonnet-4-5', thinking: 'low' })
    const answer = answerOf(first.parts)
    const results: LlmMessage[] = [
      { role: 'tool', id: 'toolu_a', name: 'read_file', content: [{ type: 'text', text: 'alpha' }], isError: false },
      { role: 'tool', id: 'toolu_b', name: 'list_files', content: [{ type: 'text', text: 'broken' }], isError: true },
    ]
    const second = await ask({
      model: 'claude-sonnet-4-5',
      thinking: 'low',
      messages: [user('Hello'), answer, ...results],
    })
    expect(second.body.messages?.slice(1)).toEqual([
      {
        role: 'assistant',
        content: [
          { type: 'thinking', thinking: 'überlege 🤔.', signature: 'c2lnbmF0dXJl' },
          { type: 'redacted_thinking', data: 'cmVkYWN0ZWQ=' },
          { type: 'text', text: 'Grüße, 日本 😀' },
          { type: 'tool_use', id: 'toolu_a', name: 'read_file', input: { path: 'ä.md' } },
          { type: 'tool_use', id: 'toolu_b', name: 'list_files', input: {} },
        ],
      },
      {
        role: 'user',
        content: [
          { type: 'tool_result', tool_use_id: 'toolu_a', content: 'alpha' },
          { type: 'tool_result', tool_use_id: 'toolu_b', content: 'broken', is_error: true, ...cached },
        ],
      },
    ])
    expect(second.body['thinking']).toMatchObject({ type: 'enabled' })
    mock.setScript([{ text: 'ok' }])
  })

  it('a thinking budget always leaves room for the answer', async () => {
    for (const thinking of ['minimal', 'low', 'medium', 'high', 'max'] as const)
      for (const maxOutputTokens of [undefined, 100, 64_000]) {
        const { body } = await ask({ model: 'claude-haiku-4-5-20251001', thinking, maxOutputTokens })
        const { budget_tokens: budget } = body['thinking'] as { budget_tokens: number }
        expect(budget).toBeGreaterThanOrEqual(1024)
        expect(Number(body['max_tokens'])).toBeGreaterThan(budget)
      }
  })
  it.each(['claude-3-7-sonnet', 'claude-3-7-sonnet-20250219', 'claude-3-7-sonnet-latest'])(
    '%s was cut off after 5,325 tokens: it may say as much as it can, with its thinking',
    async (model) => {
      for (const baseUrl of ['https://api.anthropic.com/v1', 'https://gateway.example/v1'])
        for (const thinking of ['off', 'minimal', 'medium', 'max'] as const) {
          const at = { kind: 'anthropic', baseUrl, model, bytes: anthropicRecorded.complete } as const
          const { asked } = await askBytes(at, { thinking, maxOutputTokens: undefined })
          expect(asked['max_tokens']).toBe(64_000)
        }
    },
  )
  it('newer models think adaptively; off switches thinking off; a model that cannot think is not asked to', async () => {
    const on = await ask({ model: 'claude-opus-4-7', thinking: 'high' })
    expect(on.body).toMatchObject({ thinking: { type: 'adaptive' }, output_config: { effort: 'high' } })
    const least = await ask({ model: 'claude-opus-4-7', thinking: 'minimal' })
    expect(least.body).toMatchObject({ output_config: { effort: 'low' } })
    const most = await ask({ model: 'claude-opus-4-7', thinking: 'max' })
    expect(most.body).toMatchObject({ output_config: { effort: 'max' } })
    const off = await ask({ model: 'claude-opus-4-7', thinking: 'off' })
    expect(off.body['thinking']).toEqual({ type: 'disabled' })
    const cannot = await ask({ model: 'claude-3-haiku-20240307', thinking: 'high' })
    expect(cannot.body).not.toHaveProperty('thinking')
  })
  describe('thinking that is bound to all that stood before it', () => {
    const DROP = { block_binding: { prefix_mismatch_behavior: 'drop_block' } }
    const BETA = 'thinking-binding-controls-2026-08-01'
    async function asked(model: string, thinking: LlmRequest['thinking'], baseUrl = 'https://api.anthropic.com/v1') {
      const at = { kind: 'anthropic', baseUrl, model } as const
      const messages: LlmMessage[] = [
        user('Hello'),
        { role: 'assistant', content: [SIGNED, { type: 'text', text: 'Hi.' }] },
        user('And now?'),
      ]
      const { asked, headers } = await askBytes({ ...at, bytes: anthropicRecorded.complete }, { thinking, messages })
      return {
        thinking: asked['thinking'],
        effort: asked['output_config'],
        beta: headers.get('anthropic-beta')?.split(',').includes(BETA) ?? false,
      }
    }

    it.each([
      'claude-fable-5-1',
      'claude-fable-5-2',
      'claude-mythos-5-1',
      'claude-opus-5-5',
      'claude-sonnet-5-5',
      'claude-haiku-5-5',
      'claude-opus-6',
    ])('is dropped, not refused, once that has changed: %s', async (model) => {
      const { thinking, beta } = await asked(model, 'high')
      expect(thinking).toEqual({ type: 'adaptive', display: 'summarized', ...DROP })
      expect(beta).toBe(true)
    })

    it.each(['claude-fable-5-2', 'claude-mythos-5-1', 'claude-opus-5-5'])(
      'so it is where as little thinking as possible is asked of a model that always thinks: %s',
      async (model) => {
        expect(await asked(model, 'off')).toMatchObject({ thinking: DROP, beta: true })
      },
    )

    it('"off" is still said to those that can be told, which take no binding with it', async () => {
      expect(await asked('claude-sonnet-5-5', 'off')).toMatchObject({
        thinking: { type: 'between_tools' },
        beta: false,
      })
      expect(await asked('claude-haiku-5-5', 'off')).toMatchObject({ thinking: { type: 'disabled' }, beta: false })
    })

    it('is what older models and other hosts do not know, so it is not said to them', async () => {
      for (const model of ['claude-opus-5', 'claude-opus-5-20260724', 'claude-fable-5', 'claude-opus-4-8'])
        expect(await asked(model, 'high')).toMatchObject({
          thinking: { type: 'adaptive', display: 'summarized' },
          beta: false,
        })
      const elsewhere = await asked('claude-fable-5-2', 'high', 'https://models.example/v1')
      expect([elsewhere.beta, JSON.stringify(elsewhere.thinking)]).toEqual([false, expect.not.stringContaining('bind')])
    })
  })
  it('a round that another model began without thinking goes on without it, or the API would refuse it', async () => {
    const messages: LlmMessage[] = [
      user('Hello'),
      {
        role: 'assistant',
        content: [
          { type: 'thinking', text: 'unsigned words of another model' },
          { type: 'tool-call', id: 'functions.read:0', name: 'read_file', arguments: '{}' },
        ],
      },
      {
        role: 'tool',
        id: 'functions.read:0',
        name: 'read_file',
        content: [{ type: 'text', text: 'alpha' }],
        isError: false,
      },
    ]
    const { body } = await ask({ model: 'claude-sonnet-4-5', thinking: 'high', messages })
    expect(body).not.toHaveProperty('thinking')
    expect(JSON.stringify(body)).not.toContain('unsigned words')
    expect(body.messages?.slice(1)).toMatchObject([
      { content: [{ type: 'tool_use', id: 'c00000001' }] },
      { content: [{ type: 'tool_result', tool_use_id: 'c00000001' }] },
    ])
  })
  it('a PDF that a tool read is a document in its result', async () => {
    const pdf = { type: 'file', mediaType: 'application/pdf', name: 'a.pdf', data: 'JVBERi0=' } as const
    const { body } = await ask({
      messages: [
        { role: 'user', content: [{ type: 'text', text: 'Read it' }] },
        { role: 'assistant', content: [{ type: 'tool-call', id: 'toolu_a', name: 'read_file', arguments: '{}' }] },
        {
          role: 'tool',
          id: 'toolu_a',
          name: 'read_file',
          content: [{ type: 'text', text: 'Here' }, pdf],
          isError: false,
        },
      ],
    })
    const source = { type: 'base64', media_type: 'application/pdf', data: 'JVBERi0=' }
    expect(body.messages?.[2]).toMatchObject({
      content: [
        {
          type: 'tool_result',
          content: [
            { type: 'text', text: 'Here' },
            { type: 'document', source },
          ],
        },
      ],
    })
  })
  it('images stand where they are, also in results', async () => {
    const { body } = await ask({
      messages: [
        { role: 'user', content: [png, { type: 'text', text: 'What is it?' }] },
        { role: 'assistant', content: [{ type: 'tool-call', id: 'toolu_a', name: 'shoot', arguments: '{}' }] },
        { role: 'tool', id: 'toolu_a', name: 'shoot', content: [{ type: 'text', text: 'Here' }, png], isError: false },
      ],
    })
    const image = { type: 'image', source: { type: 'base64', media_type: 'image/png', data: 'iVBORw0KGgo=' } }
    expect(body.messages).toEqual([
      { role: 'user', content: [image, { type: 'text', text: 'What is it?' }] },
      { role: 'assistant', content: [{ type: 'tool_use', id: 'toolu_a', name: 'shoot', input: {} }] },
      {
        role: 'user',
        content: [
          { type: 'tool_result', tool_use_id: 'toolu_a', content: [{ type: 'text', text: 'Here' }, image], ...cached },
        ],
      },
    ])
  })
})

/** What the agent keeps of an answer. */
function answerOf(parts: LlmPart[]): LlmMessage {
  const text = (index: number) =>
    parts.flatMap((part) => ('index' in part && part.index === index && 'text' in part ? [part.text] : [])).join('')
  return {
    role: 'assistant',
    content: parts.flatMap((part): (TextBlock | ThinkingBlock | LlmToolCall)[] => {
      if (part.type === 'tool-call-end')
        return [{ type: 'tool-call', id: part.id, name: part.name, arguments: part.arguments, meta: part.meta }]
      if (part.type === 'thinking-end')
        return [{ type: 'thinking', text: text(part.index), redacted: part.redacted, meta: part.meta }]
      return part.type === 'text-end' ? [{ type: 'text', text: text(part.index), meta: part.meta }] : []
    }),
  }
}
