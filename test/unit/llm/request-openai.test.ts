import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { adapter } from '../../../src/llm/openai-compatible.ts'
import type { LlmMessage, LlmRequest } from '../../../src/llm/port.ts'
import { type MockBody, type MockProvider, startMockProvider } from '../../support/mock-provider.ts'
import { collect, last, requestOf } from './contract.ts'

/** What leaves the house for a chat-completions server, expectation by hand. */

let mock: MockProvider
beforeAll(async () => {
  mock = await startMockProvider()
})
afterAll(() => mock.close())

/** The body that is sent; with another base URL than the mock's, what would have been sent there. */
async function sent(changes: Partial<LlmRequest>, baseUrl?: string): Promise<MockBody> {
  let body: MockBody = {}
  const elsewhere: typeof fetch = (_, init) => {
    body = JSON.parse(String(init?.body))
    return Promise.reject(new TypeError('no network in this test'))
  }
  const before = mock.journal().length
  await collect(
    adapter.create({ baseUrl: baseUrl ?? mock.baseUrl, fetch: baseUrl ? elsewhere : fetch }),
    requestOf(changes),
  )
  return baseUrl ? body : (mock.journal()[before]?.body ?? {})
}

const user = (text: string): LlmMessage => ({ role: 'user', content: [{ type: 'text', text }] })
const png = { type: 'image', mediaType: 'image/png', data: 'iVBORw0KGgo=' } as const
const round: LlmMessage[] = [
  user('Look'),
  {
    role: 'assistant',
    content: [
      { type: 'thinking', text: 'Let me see.' },
      { type: 'text', text: 'I look.' },
      { type: 'tool-call', id: 'call_a', name: 'read_file', arguments: '{"path": "a.md"}' },
      { type: 'tool-call', id: 'call_b', name: 'read_file', arguments: '{"path": bro' },
    ],
  },
  { role: 'tool', id: 'call_a', name: 'read_file', content: [{ type: 'text', text: 'alpha' }], isError: false },
  { role: 'tool', id: 'call_b', name: 'read_file', content: [{ type: 'text', text: 'not JSON' }], isError: true },
]

describe('a request to an OpenAI-compatible server', () => {
  it('has system prompt, tools, streaming with usage, and no more', async () => {
    expect(await sent({ thinking: 'off', maxOutputTokens: 500, tools: requestOf().tools.slice(0, 1) })).toEqual({
      model: 'test-model',
      max_tokens: 500,
      messages: [
        { role: 'system', content: 'You are a test.' },
        { role: 'user', content: 'Hello' },
      ],
      tools: [
        {
          type: 'function',
          function: {
            name: 'list_files',
            description: 'Does list_files',
            parameters: { type: 'object', properties: {} },
          },
        },
      ],
      tool_choice: 'auto',
      stream: true,
      stream_options: { include_usage: true },
    })
  })
  it('replays a round: calls with their arguments, results right behind, then what joined meanwhile', async () => {
    const { messages } = await sent({ messages: [...round, user('Hurry')] })
    expect(messages?.slice(1)).toEqual([
      { role: 'user', content: 'Look' },
      {
        role: 'assistant',
        content: 'I look.',
        tool_calls: [
          { id: 'call_a', type: 'function', function: { name: 'read_file', arguments: '{"path":"a.md"}' } },
          {
            id: 'call_b',
            type: 'function',
            function: { name: 'read_file', arguments: '{"malformed_arguments":"{\\"path\\": bro"}' },
          },
        ],
      },
      { role: 'tool', tool_call_id: 'call_a', content: 'alpha' },
      { role: 'tool', tool_call_id: 'call_b', content: 'not JSON' },
      { role: 'user', content: 'Hurry' },
    ])
  })
  it('sends the thinking of the current round back: servers that think between calls need it', async () => {
    const { messages } = await sent({ messages: round })
    expect(messages?.[2]).toMatchObject({ role: 'assistant', content: 'I look.', reasoning_content: 'Let me see.' })
  })
  it('thinking of earlier rounds and thinking signed by another provider stay here', async () => {
    const signed: LlmMessage[] = [
      ...round,
      { role: 'assistant', content: [{ type: 'text', text: 'Done.' }] },
      user('More'),
      {
        role: 'assistant',
        content: [
          { type: 'thinking', text: 'signed', meta: { anthropic: { signature: 's' } } },
          { type: 'tool-call', id: 'call_c', name: 'list_files', arguments: '{}' },
        ],
      },
      { role: 'tool', id: 'call_c', name: 'list_files', content: [{ type: 'text', text: 'a.md' }], isError: false },
    ]
    expect(JSON.stringify(await sent({ messages: signed }))).not.toContain('reasoning_content')
  })
  it('images of a person go in place, images of a tool in a message behind all results', async () => {
    const { messages } = await sent({
      messages: [
        { role: 'user', content: [{ type: 'text', text: 'What is it?' }, png] },
        {
          role: 'assistant',
          content: [
            { type: 'tool-call', id: 'call_a', name: 'shoot', arguments: '{}' },
            { type: 'tool-call', id: 'call_b', name: 'list_files', arguments: '' },
          ],
        },
        { role: 'tool', id: 'call_a', name: 'shoot', content: [png], isError: false },
        { role: 'tool', id: 'call_b', name: 'list_files', content: [{ type: 'text', text: 'none' }], isError: false },
      ],
    })
    const image = { type: 'image_url', image_url: { url: 'data:image/png;base64,iVBORw0KGgo=' } }
    expect(messages?.[1]).toEqual({ role: 'user', content: [{ type: 'text', text: 'What is it?' }, image] })
    expect(messages?.slice(2)).toEqual([
      {
        role: 'assistant',
        content: null,
        tool_calls: [
          { id: 'call_a', type: 'function', function: { name: 'shoot', arguments: '{}' } },
          { id: 'call_b', type: 'function', function: { name: 'list_files', arguments: '{}' } },
        ],
      },
      { role: 'tool', tool_call_id: 'call_a', content: 'See the images in the next message.' },
      { role: 'tool', tool_call_id: 'call_b', content: 'none' },
      { role: 'user', content: [{ type: 'text', text: 'Images that the tool shoot returned:' }, image] },
    ])
  })
  it('a thinking level becomes reasoning_effort, but not for a model that is known not to think', async () => {
    expect(await sent({ thinking: 'high' })).toMatchObject({ reasoning_effort: 'high' })
    expect(await sent({ thinking: 'off' })).not.toHaveProperty('reasoning_effort')
    expect(await sent({ thinking: 'high', model: 'gpt-4o' })).not.toHaveProperty('reasoning_effort')
  })
  it('tool choice', async () => {
    expect(await sent({ toolChoice: 'required' })).toMatchObject({ tool_choice: 'required' })
    expect(await sent({ toolChoice: { name: 'read_file' } })).toMatchObject({
      tool_choice: { type: 'function', function: { name: 'read_file' } },
    })
    expect(await sent({ tools: [], toolChoice: 'required' })).not.toHaveProperty('tool_choice')
  })
  it('hosts with rules of their own get what they accept', async () => {
    const openai = await sent({ maxOutputTokens: 9 }, 'https://api.openai.com/v1')
    expect(openai).toMatchObject({ max_completion_tokens: 9 })
    expect(openai).not.toHaveProperty('max_tokens')
    const groq = await sent({ messages: round }, 'https://api.groq.com/openai/v1')
    expect(JSON.stringify(groq)).not.toContain('reasoning_content')
    const mistral = await sent({ messages: round }, 'https://api.mistral.ai/v1')
    expect(mistral).not.toHaveProperty('stream_options')
    expect(JSON.stringify(mistral).match(/"(?:id|tool_call_id)":"([^"]*)"/g)).toEqual([
      '"id":"c00000001"',
      '"id":"c00000002"',
      '"tool_call_id":"c00000001"',
      '"tool_call_id":"c00000002"',
    ])
  })
  it('a call without an id gets one, and a name that comes late is waited for', async () => {
    const event = (delta: object, finish: string | null = null) =>
      `data: ${JSON.stringify({ choices: [{ index: 0, delta, finish_reason: finish }] })}\n\n`
    const chunks = [
      event({ tool_calls: [{ index: 0, function: { arguments: '{"path":' } }] }),
      event({ tool_calls: [{ index: 0, function: { name: 'read_file', arguments: '"x"}' } }] }),
      event({}, 'stop'),
    ]
    mock.setScript([{ raw: { chunks } }])
    const parts = await collect(adapter.create({ baseUrl: mock.baseUrl, fetch }), requestOf())
    const end = parts.find((part) => part.type === 'tool-call-end')
    expect(end).toMatchObject({ name: 'read_file', arguments: '{"path":"x"}' })
    expect(end?.id).toMatch(/\S/)
    // the server said `stop`: what counts is that there is a call
    expect(last(parts)).toMatchObject({ type: 'done', stopReason: 'tool-use' })
  })
})
