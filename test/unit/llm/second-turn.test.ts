import { describe, expect, it } from 'vitest'
import { loadAdapter } from '../../../src/llm/adapters.ts'
import type { LlmMessage, LlmPart, LlmRequest } from '../../../src/llm/port.ts'
import { wellFormed } from '../../../src/llm/well-formed.ts'
import type { ProviderKind } from '../../../src/settings/provider-kind.ts'
import { collect, last, requestOf } from './contract.ts'

/**
 * What goes back to a provider with the second and third question, at its real address; nothing leaves this computer.
 */

type Body = { messages: Record<string, unknown>[]; [field: string]: unknown }

async function talk(
  kind: ProviderKind,
  baseUrl: string,
  changes: Partial<LlmRequest>,
  reply:
    | string
    | ReadableStream = 'data: {"choices":[{"index":0,"delta":{"content":"ok"},"finish_reason":"stop"}]}\n\ndata: [DONE]\n\n',
): Promise<{ body: Body; parts: LlmPart[] }> {
  let body: Body | null = null
  const { create } = await loadAdapter(kind)
  const fetch: typeof globalThis.fetch = async (_, init) => {
    body = JSON.parse(String(init?.body))
    return new Response(reply, { headers: { 'content-type': 'text/event-stream' } })
  }
  const parts = await collect(create({ baseUrl, fetch }), requestOf(changes))
  if (body === null) throw new Error('nothing was sent')
  return { body, parts }
}
const user = (text: string): LlmMessage => ({ role: 'user', content: [{ type: 'text', text }] })
const result = (id: string): LlmMessage => ({
  role: 'tool',
  id,
  name: 'list_files',
  content: [{ type: 'text', text: 'a.md' }],
  isError: false,
})
const call = (id: string) => ({ type: 'tool-call', id, name: 'list_files', arguments: '{}' }) as const
/** A round with a tool, its answer, a call that another model made without thinking, and the next question. */
const HISTORY: LlmMessage[] = [
  user('Look'),
  { role: 'assistant', content: [{ type: 'thinking', text: 'I must look.' }, call('call_a')] },
  result('call_a'),
  {
    role: 'assistant',
    content: [
      { type: 'thinking', text: 'Seen.' },
      { type: 'text', text: 'One file.' },
    ],
  },
  user('Again'),
  {
    role: 'assistant',
    content: [{ type: 'thinking', text: 'signed', meta: { anthropic: { signature: 's' } } }, call('call_b')],
  },
  result('call_b'),
  { role: 'assistant', content: [{ type: 'text', text: 'Still one.' }] },
  user('And now?'),
]
const reasoningIn = ({ messages }: Body) =>
  messages.filter(({ role }) => role === 'assistant').map((message) => message['reasoning_content'])

describe('the message after a round of tools', () => {
  it.each([
    ['https://api.deepseek.com/v1', 'deepseek-v4-pro'],
    ['https://api.moonshot.ai/v1', 'kimi-k2.6'],
  ])('%s gets the thinking of all rounds back, and an empty one where there was none', async (baseUrl, model) => {
    const { body } = await talk('openai-compatible', baseUrl, { model, messages: HISTORY, thinking: 'high' })
    expect(reasoningIn(body)).toEqual(['I must look.', 'Seen.', '', ''])
    expect(body['thinking']).toEqual({ type: 'enabled' })
  })
  it('"off" is said to those who would think all the same, and not to those who refuse the word', async () => {
    const off = async (baseUrl: string, model: string) =>
      (await talk('openai-compatible', baseUrl, { model, messages: HISTORY, thinking: 'off' })).body
    expect((await off('https://api.deepseek.com/v1', 'deepseek-v4-pro'))['thinking']).toEqual({ type: 'disabled' })
    expect((await off('https://api.moonshot.ai/v1', 'kimi-k2.6'))['thinking']).toEqual({ type: 'disabled' })
    expect((await off('https://api.z.ai/api/paas/v4', 'glm-5'))['thinking']).toEqual({ type: 'disabled' })
    expect((await off('https://dashscope.aliyuncs.com/compatible-mode/v1', 'qwen3-max'))['enable_thinking']).toBe(false)
    for (const [baseUrl, model] of [
      ['https://api.moonshot.ai/v1', 'kimi-k2-thinking'],
      ['https://api.mistral.ai/v1', 'mistral-large'],
      ['https://api.groq.com/openai/v1', 'llama-4'],
      ['https://api.example.com/v1', 'any'],
    ] as const) {
      const body = await off(baseUrl, model)
      for (const field of ['thinking', 'enable_thinking', 'reasoning_effort']) expect(body).not.toHaveProperty(field)
    }
  })
  it('a level that a host does not know becomes the nearest that it does', async () => {
    const asked = async (
      baseUrl: string,
      model: string,
      thinking: LlmRequest['thinking'],
      kind: ProviderKind = 'openai-compatible',
    ) => (await talk(kind, baseUrl, { model, thinking })).body
    const example = 'https://api.example.com/v1'
    expect((await asked(example, 'any', 'minimal'))['reasoning_effort']).toBe('low')
    expect((await asked(example, 'any', 'max'))['reasoning_effort']).toBe('high')
    expect((await asked('https://api.deepseek.com/v1', 'deepseek-v4-pro', 'max'))['reasoning_effort']).toBe('max')
    const router = await asked('https://openrouter.ai/api/v1', 'openai/gpt-5', 'max', 'openrouter')
    expect(router['reasoning']).toEqual({ effort: 'xhigh' })
    const qwen = (level: LlmRequest['thinking']) =>
      asked('https://dashscope.aliyuncs.com/compatible-mode/v1', 'qwen3-max', level)
    expect(await qwen('low')).toMatchObject({ enable_thinking: true, thinking_budget: 2048 })
    expect(await qwen('max')).not.toHaveProperty('thinking_budget')
  })
  it('hosts that refuse the field get no effort', async () => {
    const { body } = await talk('openai-compatible', 'https://api.x.ai/v1', { model: 'grok-4', thinking: 'high' })
    expect(body).not.toHaveProperty('reasoning_effort')
    const groq = await talk('openai-compatible', 'https://api.groq.com/openai/v1', {
      model: 'openai/gpt-oss-120b',
      thinking: 'high',
    })
    expect(groq.body).toMatchObject({ reasoning_effort: 'high' })
  })
  it('Gemini in the OpenAI format: a call of its own goes back with its signature, one of another model with the word for it', async () => {
    const messages: LlmMessage[] = [
      user('Look'),
      {
        role: 'assistant',
        content: [{ ...call('call_a'), meta: { compatible: { thoughtSignature: 'sig' } } }, call('call_b')],
      },
      result('call_a'),
      result('call_b'),
    ]
    const baseUrl = 'https://generativelanguage.googleapis.com/v1beta/openai'
    const { body } = await talk('openai-compatible', baseUrl, { model: 'gemini-3-pro', messages })
    expect(body.messages[2]?.['tool_calls']).toMatchObject([
      { extra_content: { google: { thought_signature: 'sig' } } },
      { extra_content: { google: { thought_signature: 'skip_thought_signature_validator' } } },
    ])
  })
})

describe('OpenRouter', () => {
  const baseUrl = 'https://openrouter.ai/api/v1'
  const event = (delta: object, finish: string | null = null, more: object = {}) =>
    `data: ${JSON.stringify({ id: 'g', choices: [{ index: 0, delta, finish_reason: finish }], ...more })}\n\n`
  const detail = (fields: object) => ({ reasoning_details: [{ format: 'google-gemini-v1', index: 0, ...fields }] })
  const reply = [
    ': OPENROUTER PROCESSING\n\n',
    event({ role: 'assistant', reasoning: 'I must ', ...detail({ type: 'reasoning.text', text: 'I must ' }) }),
    event({ reasoning: 'look.', ...detail({ type: 'reasoning.text', text: 'look.', signature: 'sig' }) }),
    event({ tool_calls: [{ index: 0, id: 'call_a', function: { name: 'list_files', arguments: '{}' } }] }),
    event(detail({ type: 'reasoning.encrypted', data: 'b3BhcXVl', id: 'call_a', index: 1 })),
    event({}, 'tool_calls', { usage: { prompt_tokens: 10, completion_tokens: 20, cost: 0.00123 } }),
    'data: [DONE]\n\n',
  ].join('')
  const model = 'google/gemini-3-pro'
  const details = [
    { type: 'reasoning.text', text: 'I must look.', signature: 'sig', format: 'google-gemini-v1', index: 0 },
    { type: 'reasoning.encrypted', data: 'b3BhcXVl', id: 'call_a', format: 'google-gemini-v1', index: 1 },
  ]

  it.each([
    ['with a key of the person’s', { cost: 0.021, is_byok: true, upstream_inference_cost: 0.42 }, 0.441],
    ['with such a key, below what is free', { cost: 0, is_byok: true, upstream_inference_cost: 0.42 }, 0.42],
    // its cost is not a price then: what the catalogue knows counts
    ['with such a key, whose price is not told', { cost: 0, is_byok: true, upstream_inference_cost: null }, undefined],
    ['with credits, which say the same twice', { cost: 0.42, is_byok: false, upstream_inference_cost: 0.42 }, 0.42],
  ])('an answer %s cost its whole price', async (_, { upstream_inference_cost, ...usage }, price) => {
    const cost_details = { upstream_inference_cost }
    const bytes = [
      event({ content: 'Hi' }),
      event({}, 'stop', { usage: { prompt_tokens: 70_000, completion_tokens: 3000, ...usage, cost_details } }),
      'data: [DONE]\n\n',
    ].join('')
    const { parts } = await talk('openrouter', baseUrl, { model }, bytes)
    const end = last(parts)
    expect(end).toMatchObject({ type: 'done', usage: { input: 70_000 } })
    if (end?.type === 'done') expect(end.cost).toBe(price)
  })

  it('its reasoning_details go back whole with the next question, and its price is the price', async () => {
    const { parts } = await talk('openrouter', baseUrl, { model, thinking: 'high' }, reply)
    expect(last(parts)).toMatchObject({ type: 'done', stopReason: 'tool-use', cost: 0.00123 })
    const kept = parts.find((part) => part.type === 'thinking-end' && part.meta !== undefined)
    const meta = kept?.type === 'thinking-end' ? kept.meta : undefined
    expect(meta).toEqual({ openrouter: { details, model } })
    const messages: LlmMessage[] = [
      user('Look'),
      {
        role: 'assistant',
        content: [{ type: 'thinking', text: 'I must look.' }, call('call_a'), { type: 'thinking', text: '', meta }],
      },
      result('call_a'),
    ]
    const { body } = await talk('openrouter', baseUrl, { model, messages, thinking: 'high' })
    expect(body.messages[2]).toMatchObject({ tool_calls: [{ id: 'call_a' }], reasoning_details: details })
    expect(body.messages[2]).not.toHaveProperty('reasoning_content')
    expect(body).toMatchObject({ reasoning: { effort: 'high' }, usage: { include: true } })
  })
  it('the details of another model do not, and a call without a signature gets the word for one before Gemini', async () => {
    const meta = { openrouter: { details, model: 'anthropic/claude-opus-5' } }
    const messages: LlmMessage[] = [
      user('Look'),
      { role: 'assistant', content: [{ type: 'thinking', text: '', meta }, call('call_a')] },
      result('call_a'),
    ]
    const gemini = await talk('openrouter', baseUrl, { model, messages })
    expect(gemini.body.messages[2]?.['reasoning_details']).toMatchObject([
      { type: 'reasoning.encrypted', data: 'skip_thought_signature_validator', id: 'call_a' },
    ])
    const other = await talk('openrouter', baseUrl, { model: 'qwen/qwen3-max', messages, thinking: 'off' })
    expect(other.body.messages[2]).not.toHaveProperty('reasoning_details')
    expect(other.body['reasoning']).toEqual({ enabled: false })
  })
})

it('xAI: tokens of thinking, which it leaves out of the answer’s count, are counted', async () => {
  const usage = {
    prompt_tokens: 100,
    completion_tokens: 9,
    total_tokens: 400,
    completion_tokens_details: { reasoning_tokens: 291 },
  }
  const reply = `data: ${JSON.stringify({ choices: [{ index: 0, delta: { content: 'ok' }, finish_reason: 'stop' }], usage })}\n\ndata: [DONE]\n\n`
  const { parts } = await talk('openai-compatible', 'https://api.x.ai/v1', { model: 'grok-4' }, reply)
  expect(last(parts)).toMatchObject({ usage: { input: 100, output: 300, reasoning: 291 } })
  const other = await talk('openai-compatible', 'https://api.example.com/v1', {}, reply)
  expect(last(other.parts)).toMatchObject({ usage: { output: 9 } })
})

it.each([
  ['xAI', 'https://api.x.ai/v1', 'grok-4', { completion_tokens_details: { reasoning_tokens: 93 } }],
  ['Gemini in the OpenAI format', 'https://generativelanguage.googleapis.com/v1beta/openai', 'gemini-3-pro', {}],
])(
  '%s: tokens of thinking, which only the total has, were free in whole and in broken answers',
  async (_, baseUrl, model, details) => {
    const usage = { prompt_tokens: 9, completion_tokens: 3, total_tokens: 105, ...details }
    const said = `data: ${JSON.stringify({ choices: [{ index: 0, delta: { content: 'ok' } }], usage })}\n\n`
    const end = `data: ${JSON.stringify({ choices: [{ index: 0, delta: {}, finish_reason: 'stop' }], usage })}\n\n`
    const whole = await talk('openai-compatible', baseUrl, { model }, `${said}${end}data: [DONE]\n\n`)
    expect(last(whole.parts)).toMatchObject({ type: 'done', usage: { input: 9, output: 96 } })
    const rest = [said]
    const cut = new ReadableStream({
      pull: (controller) => {
        const next = rest.shift()
        if (next === undefined) controller.error(new TypeError('network error'))
        else controller.enqueue(new TextEncoder().encode(next))
      },
    })
    const broken = await talk('openai-compatible', baseUrl, { model }, cut)
    expect(last(broken.parts)).toMatchObject({ type: 'error', usage: { input: 9, output: 96 } })
  },
)
it('tokens of a provider’s own tools, which the total has too, are not taken for thinking where that is told', async () => {
  const completion_tokens_details = { reasoning_tokens: 40 }
  const usage = { prompt_tokens: 9, completion_tokens: 3, total_tokens: 500, completion_tokens_details }
  const reply = `data: ${JSON.stringify({ choices: [{ index: 0, delta: { content: 'ok' }, finish_reason: 'stop' }], usage })}\n\ndata: [DONE]\n\n`
  const { parts } = await talk('openai-compatible', 'https://api.x.ai/v1', { model: 'grok-4' }, reply)
  expect(last(parts)).toMatchObject({ usage: { input: 9, output: 43, reasoning: 40 } })
})

describe("a message right after the result of a tool, which Mistral refuses for good (\"role 'user' after role 'tool'\")", () => {
  const asking: LlmMessage[] = [user('Look'), { role: 'assistant', content: [call('call_a')] }]
  const picture: LlmMessage = {
    role: 'tool',
    id: 'call_a',
    name: 'shoot',
    isError: false,
    content: [{ type: 'image', mediaType: 'image/png', data: 'iVBORw0KGgo=' }],
  }
  const mistral = 'https://api.mistral.ai/v1'
  const rolesOf = async (baseUrl: string, model: string, messages: LlmMessage[], kind?: ProviderKind) => {
    const { body } = await talk(kind ?? 'openai-compatible', baseUrl, { model, messages, system: '' })
    return body.messages.map(({ role }) => role)
  }
  it.each<[string, LlmMessage[], string[]]>([
    ['of a person who steers', [...asking, result('call_a'), user('Stop that')], ['tool', 'assistant', 'user']],
    ['that shows a picture of the tool', [...asking, picture], ['tool', 'assistant', 'user']],
    ['behind such a picture', [...asking, picture, user('So?')], ['tool', 'assistant', 'user', 'assistant', 'user']],
    ['that is not there', [...asking, result('call_a')], ['tool']],
    [
      'behind an answer of which nothing is sent',
      [...asking, result('call_a'), { role: 'assistant', content: [{ type: 'thinking', text: 'Hm.' }] }, user('So?')],
      ['tool', 'assistant', 'user'],
    ],
  ])('%s stands behind a word of the model', async (_, messages, wanted) => {
    expect(await rolesOf(mistral, 'my-tuned-one', messages)).toEqual(['user', 'assistant', ...wanted])
  })
  it('stands so wherever its models are served, and for no other', async () => {
    const messages = [...asking, result('call_a'), user('Stop that')]
    const between = ['user', 'assistant', 'tool', 'assistant', 'user']
    const local = 'http://localhost:8000/v1'
    for (const name of [
      'mistralai/Devstral-Small-2507',
      'ministral-3:8b',
      'Codestral',
      'mixtral',
      'pixtral-large-latest',
    ])
      expect(await rolesOf(local, name, messages)).toEqual(between)
    const router = 'https://openrouter.ai/api/v1'
    expect(await rolesOf(router, 'mistralai/magistral-medium', messages, 'openrouter')).toEqual(between)
    expect(await rolesOf(router, 'qwen/qwen3-max', messages, 'openrouter')).toEqual([
      'user',
      'assistant',
      'tool',
      'user',
    ])
  })
})

describe('at the door', () => {
  it('half a character goes to nobody: it would be refused for ever', async () => {
    const half = 'a\ud83d b'
    const messages: LlmMessage[] = [
      user(half),
      { role: 'assistant', content: [{ ...call('c'), arguments: JSON.stringify({ path: half }) }] },
      { role: 'tool', id: 'c', name: 'list_files', content: [{ type: 'text', text: half }], isError: false },
    ]
    const { body } = await talk('openai-compatible', 'https://api.example.com/v1', { system: half, messages })
    expect(JSON.stringify(body)).not.toMatch(/ud83d/i)
    expect(body.messages[1]).toMatchObject({ content: 'a\ufffd b' })
    expect(wellFormed({ whole: '😀', list: ['\udc00'] })).toEqual({ whole: '😀', list: ['\ufffd'] })
  })
  it('an image in a failed result is not lost', async () => {
    const image = { type: 'image', mediaType: 'image/png', data: 'iVBORw0KGgo=' } as const
    const messages: LlmMessage[] = [
      user('Shoot'),
      { role: 'assistant', content: [call('c')] },
      { role: 'tool', id: 'c', name: 'shoot', content: [{ type: 'text', text: 'It failed' }, image], isError: true },
    ]
    const { body } = await talk('openai-compatible', 'https://api.example.com/v1', { messages })
    expect(JSON.stringify(body)).toContain('iVBORw0KGgo=')
    const anthropic = await talk('anthropic', 'https://api.anthropic.com/v1', { messages })
    expect(anthropic.body.messages.at(-1)?.['content']).toMatchObject([
      { type: 'tool_result', is_error: true },
      { type: 'text' },
      { type: 'image' },
    ])
  })
  it('think, call, text go back in this order', async () => {
    // the Messages API's library puts calls last, and chat completions have one text: the Responses API shows it
    const content = [{ type: 'text', text: 'First.' } as const, call('c'), { type: 'text', text: 'Then.' } as const]
    const { body } = await talk('openai', 'https://models.example/v1', {
      messages: [user('Go'), { role: 'assistant', content }, result('c')],
    })
    expect((body['input'] as { type?: string }[]).slice(2, 5)).toMatchObject([
      { content: 'First.' },
      { type: 'function_call' },
      { content: 'Then.' },
    ])
  })
  it('a model of another maker behind the Messages API is not cut off at 4,096 tokens', async () => {
    const { body } = await talk('anthropic', 'https://api.z.ai/api/anthropic', { model: 'glm-5', thinking: 'off' })
    expect(body['max_tokens']).toBe(131_072)
    const unknown = await talk('anthropic', 'https://api.z.ai/api/anthropic', {
      model: 'nobody-knows',
      thinking: 'off',
    })
    expect(unknown.body['max_tokens']).toBe(32_000)
  })
})
