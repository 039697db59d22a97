import { describe, expect, it } from 'vitest'
import { learningLlm } from '../../../src/effects/learn-lacks.ts'
import { loadAdapter } from '../../../src/llm/adapters.ts'
import type { LlmPart, LlmRequest } from '../../../src/llm/port.ts'
import { lackIn, withoutLacks } from '../../../src/llm/refusals.ts'
import type { ProviderKind } from '../../../src/settings/provider-kind.ts'
import { sse } from './ask-bytes.ts'
import { collect, errorOf, last, requestOf } from './contract.ts'

/** Refusals that name what is not taken, in the words of real servers. */

type Body = Record<string, unknown>
const messages = [
  { role: 'system', content: 'x' },
  { role: 'assistant', content: 'y', reasoning_content: 'z', reasoning_details: [] },
]
const chat: Body = {
  model: 'm',
  messages,
  tools: [{ type: 'function', function: { name: 'a', strict: true, parameters: { properties: { strict: {} } } } }],
  tool_choice: 'auto',
  parallel_tool_calls: true,
  stream: true,
  stream_options: { include_usage: true },
  reasoning_effort: 'low',
  temperature: 0.5,
  top_p: 0.9,
  max_tokens: 10,
}
const gemini: Body = {
  contents: [],
  systemInstruction: { parts: [] },
  tools: [{ functionDeclarations: [] }],
  generationConfig: { temperature: 1, thinkingConfig: { includeThoughts: true } },
}

describe('what a refusal names', () => {
  it('a server that refuses in very many words held up all sessions: they are looked at in time', () => {
    const usage = process.cpuUsage()
    for (const piece of ['a', 'aA', "'a", 'system ', 'content be ', 'tools not ', 'role . '])
      expect(lackIn(`not ${piece.repeat(Math.floor(1_000_000 / piece.length))}`, chat)).not.toBe('')
    expect(process.cpuUsage(usage).user / 1000).toBeLessThan(2000)
  })
  it('said twice, or behind other words, it is the same', () => {
    const said = 'registry.ollama.ai/library/gemma2:2b does not support tools'
    for (const words of [`${said} ${said}`, `[400] {"detail":"${said}"}`, `${'x '.repeat(500)}${said}`])
      expect(lackIn(words, chat)).toBe('tools')
  })
  it.each<[string, string | null]>([
    ['registry.ollama.ai/library/gemma2:2b does not support tools', 'tools'],
    ['No endpoints found that support tool use. Try disabling "list_files".', 'tools'],
    ['"auto" tool choice requires --enable-auto-tool-choice and --tool-call-parser to be set', 'tools'],
    ['tools param requires --jinja flag', 'tools'],
    ['`tool calling` is not supported with this model', 'tools'],
    ['Function calling is not supported by this model', 'tools'],
    ["This model doesn't support function calling", 'tools'],
    ['该模型不支持工具调用', 'tools'],
    ['System role not supported', 'system'],
    ["Unsupported value: 'messages[0].role' does not support 'system' with this model.", 'system'],
    ['Only user and assistant roles are supported!', 'system'],
    ['Conversation roles must alternate user/assistant/user/assistant/...', 'system'],
    ['"gemma3:4b" does not support thinking', 'thinking'],
    ['Reasoning is not supported by this model', 'thinking'],
    ['Unrecognized request argument supplied: stream_options', 'field:stream_options'],
    ['body.stream_options: Extra inputs are not permitted', 'field:stream_options'],
    ["property 'parallel_tool_calls' is unsupported", 'field:parallel_tool_calls'],
    ["Unknown parameter: 'reasoning_effort'.", 'field:reasoning_effort'],
    ['Argument not supported on this model: parallelToolCalls', 'field:parallel_tool_calls'],
    [
      "Unsupported value: 'temperature' does not support 0.5 with this model. Only the default (1) value is supported.",
      'field:temperature',
    ],
    ['`temperature` and `top_p` cannot both be specified for this model. Please use only one.', 'field:temperature'],
    [
      "Unsupported parameter: 'max_tokens' is not supported with this model. Use 'max_completion_tokens' instead.",
      'rename:max_tokens>max_completion_tokens',
    ],
    ['max_tokens is deprecated, max_completion_tokens is expected', 'rename:max_tokens>max_completion_tokens'],
    ["messages.1.reasoning_details: property 'reasoning_details' is unsupported", 'within:reasoning_details'],
    ['`reasoning_content` is not allowed in assistant messages', 'within:reasoning_content'],
    ['tools.0.function.strict: Extra inputs are not permitted', 'within:strict'],
    // nothing that can be left out
    ['Unknown parameter: model', null],
    ['messages: at least one message is required, not an empty list', null],
    ['Invalid API key', null],
    ['The model `m` does not exist', null],
    ["Invalid schema for function 'a': schema must be of type object", null],
    ['Input should be a valid string', null],
    ['temperature of the data center', null],
  ])('%s', (said, lack) => expect(lackIn(said, chat)).toBe(lack))

  it('in Google’s words', () => {
    expect(lackIn('Developer instruction is not enabled for models/gemma-3-27b-it', gemini)).toBe('system')
    expect(lackIn('Function calling is not enabled for models/gemma-3-27b-it', gemini)).toBe('tools')
    expect(lackIn('Thinking is not enabled for models/gemma-3-27b-it', gemini)).toBe('thinking')
    expect(lackIn('Invalid JSON payload received. Unknown name "thinkingConfig"', gemini)).toBe(
      'field:generationConfig.thinkingConfig',
    )
    expect(JSON.parse(withoutLacks(JSON.stringify(gemini), ['thinking']))['generationConfig']).toEqual({
      temperature: 1,
    })
  })
  it('what was not sent cannot be left out', () => {
    expect(lackIn('x does not support tools', { messages: [] })).toBeNull()
    expect(lackIn("Unknown parameter: 'seed'", chat)).toBeNull()
  })
  it('a tool keeps its arguments, whatever they are called', () => {
    const body = JSON.parse(withoutLacks(JSON.stringify(chat), ['within:strict']))
    expect(body.tools).toEqual([
      { type: 'function', function: { name: 'a', parameters: { properties: { strict: {} } } } },
    ])
  })
  it('what a question needs is never left out', () => {
    for (const lack of ['field:messages', 'field:model', 'rename:messages>x', 'field:', 'nonsense'])
      expect(JSON.parse(withoutLacks(JSON.stringify(chat), [lack]))).toMatchObject({ model: 'm', stream: true })
  })
})

/** A server that refuses with `said` for as long as `refuses` holds of the question. */
function serverOf(refuses: (body: Body) => string | null, reply: string, how: 'status' | 'stream' | 'json' = 'status') {
  const asked: Body[] = []
  const fetch: typeof globalThis.fetch = async (_, init) => {
    if (init?.body === undefined) return new Response(null, { status: 404 })
    const body = JSON.parse(String(init.body)) as Body
    asked.push(body)
    const said = refuses(body)
    const type = (name: string) => ({ headers: { 'content-type': name } })
    if (said === null) return new Response(reply, type('text/event-stream'))
    const error = { error: { message: said, type: 'invalid_request_error' } }
    if (how === 'stream') return new Response(sse(error), type('text/event-stream'))
    return new Response(JSON.stringify(error), { status: how === 'json' ? 200 : 400, ...type('application/json') })
  }
  return { asked, fetch }
}

const chunk = (delta: object, finish: string | null = null) => ({
  choices: [{ index: 0, delta, finish_reason: finish }],
})
const HELLO = sse(chunk({ content: 'Hello' }), chunk({}, 'stop'), '[DONE]')

async function asking(
  kind: ProviderKind,
  fetch: typeof globalThis.fetch,
  learned: string[],
  changes: Partial<LlmRequest> = {},
): Promise<LlmPart[]> {
  const { create } = await loadAdapter(kind)
  const llm = create({ baseUrl: 'https://gateway.example/v1', fetch, advanced: { unstored: true, temperature: 0.5 } })
  const ports = { known: async () => learned, learn: async (lack: string) => void learned.push(lack) }
  return collect(learningLlm(llm, ports), requestOf(changes))
}

describe('a question that is refused for what it names', () => {
  const noTools = (body: Body) => (body['tools'] === undefined ? null : 'gemma2:2b does not support tools')
  it.each(['status', 'stream', 'json'] as const)(
    'is asked again without tools, once, and then never with them (%s)',
    async (how) => {
      const { asked, fetch } = serverOf(noTools, HELLO, how)
      const learned: string[] = []
      for (let n = 0; n < 3; n++) expect(last(await asking('openai-compatible', fetch, learned)).type).toBe('done')
      expect(learned).toEqual(['tools'])
      expect(asked.map(({ tools }) => tools !== undefined)).toEqual([true, false, false, false])
      expect(asked.at(-1)).not.toHaveProperty('tool_choice')
    },
  )
  it('says its system prompt in the first message', async () => {
    const { asked, fetch } = serverOf(
      ({ messages: sent }) => (JSON.stringify(sent).includes('"system"') ? 'System role not supported' : null),
      HELLO,
    )
    const learned: string[] = []
    await asking('openai-compatible', fetch, learned)
    expect(learned).toEqual(['system'])
    expect(asked.at(-1)?.['messages']).toEqual([{ role: 'user', content: 'You are a test.\n\nHello' }])
  })
  it('learns several things, one after the other', async () => {
    const { asked, fetch } = serverOf((body) => {
      if ('stream_options' in body) return 'Unrecognized request argument supplied: stream_options'
      if ('temperature' in body) return "Unsupported parameter: 'temperature'"
      if ('max_tokens' in body) return "'max_tokens' is not supported. Use 'max_completion_tokens' instead."
      return noTools(body)
    }, HELLO)
    const learned: string[] = []
    const parts = await asking('openai-compatible', fetch, learned, { maxOutputTokens: 77 })
    expect(last(parts).type).toBe('done')
    expect(learned).toEqual([
      'field:stream_options',
      'field:temperature',
      'rename:max_tokens>max_completion_tokens',
      'tools',
    ])
    expect(asked).toHaveLength(5)
    expect(asked.at(-1)).toMatchObject({ max_completion_tokens: 77 })
  })
  it('with the history of a model that could call: calls and results become words, in turns', async () => {
    const { asked, fetch } = serverOf(noTools, HELLO)
    const call = (id: string) => ({ type: 'tool-call' as const, id, name: 'read_file', arguments: '{"path":"a"}' })
    const result = (id: string) => ({
      role: 'tool' as const,
      id,
      name: 'read_file',
      isError: false,
      content: [{ type: 'text' as const, text: `of ${id}` }],
    })
    await asking('openai-compatible', fetch, [], {
      messages: [
        { role: 'user', content: [{ type: 'text', text: 'Read a' }] },
        { role: 'assistant', content: [call('1'), call('2')] },
        result('1'),
        result('2'),
      ],
    })
    const sent = asked.at(-1)?.['messages'] as { role: string; content: unknown }[]
    expect(sent.map(({ role }) => role)).toEqual(['system', 'user', 'assistant', 'user'])
    expect(JSON.stringify(sent)).toContain('of 2')
    expect(JSON.stringify(sent)).not.toContain('tool_call')
  })
  it('of a model that wants its earlier thinking back failed with every later question, behind a gateway: it is sent back', async () => {
    const refused = 'The `reasoning_content` in the thinking mode must be passed back to the API.'
    const { asked, fetch } = serverOf(({ messages: sent }) => {
      const called = (sent as Body[]).filter(({ role }) => role === 'assistant')
      return called.every((each) => typeof each['reasoning_content'] === 'string') ? null : refused
    }, HELLO)
    const learned: string[] = []
    const call = { type: 'tool-call' as const, id: '1', name: 'read_file', arguments: '{}' }
    const words = (text: string) => [{ type: 'text' as const, text }]
    const conversation: LlmRequest['messages'] = [
      { role: 'user', content: words('Read') },
      { role: 'assistant', content: [{ type: 'thinking', text: 'Hm.' }, call] },
      { role: 'tool', id: '1', name: 'read_file', isError: false, content: words('a') },
      { role: 'assistant', content: words('It says a.') },
      { role: 'user', content: words('Thank you') },
    ]
    const parts = await asking('openai-compatible', fetch, learned, { messages: conversation })
    expect(last(parts).type).toBe('done')
    expect([learned, asked.length]).toEqual([['forgotten'], 2])
    const sent = ((asked[1]?.['messages'] ?? []) as Body[]).filter(({ role }) => role === 'assistant')
    expect(sent.map((each) => each['reasoning_content'])).toEqual(['Hm.', ''])
  })
  it('is not learned from what the model itself wrote', async () => {
    const { asked, fetch } = serverOf(() => null, HELLO)
    const error = { message: 'Failed.', code: 'tool_use_failed', failed_generation: 'I do not support tools.' }
    const refusing: typeof globalThis.fetch = async (input, init) => {
      await fetch(input, init)
      return Response.json({ error }, { status: 400 })
    }
    const learned: string[] = []
    expect(errorOf(await asking('openai-compatible', refusing, learned)).message).toContain('I do not support tools.')
    expect([learned, asked.length]).toEqual([[], 1])
  })
  it('is not asked again where it is refused all the same, and nothing false is kept', async () => {
    const { asked, fetch } = serverOf(() => 'gemma2:2b does not support tools', HELLO)
    const learned: string[] = []
    expect(errorOf(await asking('openai-compatible', fetch, learned)).kind).toBe('bad-request')
    expect(asked).toHaveLength(2)
    expect(learned).toEqual([])
  })
  it('a refusal that names something else each time comes to an end', async () => {
    const { asked, fetch } = serverOf(
      (body) =>
        `Unknown parameter: '${Object.keys(body).find((name) => !['model', 'messages', 'stream', 'tools'].includes(name)) ?? 'model'}'`,
      HELLO,
    )
    const learned: string[] = []
    expect(errorOf(await asking('openai-compatible', fetch, learned)).kind).toBe('bad-request')
    expect(asked.length).toBeLessThan(10)
    expect(learned).toEqual([])
  })
  it('on the other wires, too', async () => {
    const text = [
      { type: 'message_start', message: { id: 'm', model: 'x' } },
      { type: 'content_block_start', index: 0, content_block: { type: 'text', text: '' } },
      { type: 'content_block_delta', index: 0, delta: { type: 'text_delta', text: 'Hi' } },
      { type: 'content_block_stop', index: 0 },
      { type: 'message_delta', delta: { stop_reason: 'end_turn' } },
      { type: 'message_stop' },
    ]
    const gone = { candidates: [{ content: { parts: [{ text: 'Hi' }] }, finishReason: 'STOP' }] }
    const done = {
      type: 'response.completed',
      response: { output: [{ type: 'message', id: 'm', content: [{ type: 'output_text', text: 'Hi' }] }] },
    }
    for (const [kind, reply] of [
      ['anthropic', sse(...text)],
      ['google', sse(gone)],
      ['openai', sse(done)],
    ] as const) {
      const { asked, fetch } = serverOf(noTools, reply)
      const learned: string[] = []
      expect([kind, last(await asking(kind, fetch, learned)).type]).toEqual([kind, 'done'])
      expect([learned, asked.length]).toEqual([['tools'], 2])
    }
  })
})
