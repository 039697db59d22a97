import { describe, expect, it } from 'vitest'
import { contentOf } from '../../../src/agent/stream-content.ts'
import { makeAnswerBuffer } from '../../../src/effects/answer-buffer.ts'
import type { CodeRun, LlmMessage, LlmPart } from '../../../src/llm/port.ts'
import { runsCode } from '../../../src/settings/own-code.ts'
import type { ProviderKind } from '../../../src/settings/provider-kind.ts'
import { runs } from '../../support/runs.ts'
import { type Asked, askBytes, sse } from './ask-bytes.ts'

/**
 * Code that a provider runs itself: allowed by the person alone, told with what it printed, never ours to run, and
 * given back.
 */

/** After https://docs.claude.com/en/docs/agents-and-tools/tool-use/code-execution-tool, "Response format" and "Streaming". */
const block = (index: number, content_block: object, ...deltas: object[]) => [
  { type: 'content_block_start', index, content_block },
  ...deltas.map((delta) => ({ type: 'content_block_delta', index, delta })),
  { type: 'content_block_stop', index },
]
const json = (partial_json: string) => ({ type: 'input_json_delta', partial_json })
const said = (text: string) => ({ type: 'text_delta', text })
const started = {
  type: 'message_start',
  message: {
    id: 'msg_1',
    type: 'message',
    role: 'assistant',
    model: 'claude-sonnet-4-5',
    content: [],
    stop_reason: null,
    stop_sequence: null,
    usage: { input_tokens: 20, output_tokens: 1 },
    container: { id: 'container_1', expires_at: '2026-11-22T22:00:00Z' },
  },
}
const anthropic = sse(
  started,
  ...block(0, { type: 'text', text: '' }, said('I count.')),
  ...block(
    1,
    { type: 'server_tool_use', id: 'srvtoolu_01A', name: 'bash_code_execution', input: {} },
    json('{"command": "python3 -c \\"print('),
    json('6*7)\\""}'),
  ),
  ...block(2, {
    type: 'bash_code_execution_tool_result',
    tool_use_id: 'srvtoolu_01A',
    content: {
      type: 'bash_code_execution_result',
      stdout: '42 😀\n',
      stderr: '',
      return_code: 0,
      content: [{ type: 'bash_code_execution_output', file_id: 'file_1' }],
      a_new_field: 1,
    },
  }),
  ...block(3, { type: 'text', text: '' }, said('It is 42.')),
  ...block(
    4,
    { type: 'server_tool_use', id: 'srvtoolu_01B', name: 'text_editor_code_execution', input: {} },
    json('{"command":"create","path":"a.txt","file_text":"x"}'),
  ),
  ...block(5, {
    type: 'text_editor_code_execution_tool_result',
    tool_use_id: 'srvtoolu_01B',
    content: { type: 'text_editor_code_execution_tool_result_error', error_code: 'unavailable' },
  }),
  ...block(6, { type: 'tool_use', id: 'toolu_a', name: 'read_file', input: {} }, json('{"path":"a"}')),
  { type: 'message_delta', delta: { stop_reason: 'tool_use', stop_sequence: null }, usage: { output_tokens: 45 } },
  { type: 'message_stop' },
)

/** After https://platform.openai.com/docs/guides/tools-code-interpreter and the reference of streaming events. */
const run = (fields: object = {}) => ({
  response: { id: 'resp_1', created_at: 1_790_000_000, model: 'gpt-5.1', status: 'in_progress', ...fields },
})
const code = 'print(6*7)'
const interpreter = (fields: object) => ({
  type: 'code_interpreter_call',
  id: 'ci_1',
  container_id: 'cntr_1',
  status: 'in_progress',
  code: '',
  outputs: null,
  ...fields,
})
const at = { item_id: 'ci_1', output_index: 1 }
const openai = sse(
  ...[
    { type: 'response.created', ...run() },
    { type: 'response.output_item.added', output_index: 0, item: { type: 'reasoning', id: 'rs_1', summary: [] } },
    {
      type: 'response.output_item.done',
      output_index: 0,
      item: { type: 'reasoning', id: 'rs_1', summary: [], encrypted_content: 'Y3J5cHQx' },
    },
    { type: 'response.output_item.added', output_index: 1, item: interpreter({}) },
    { type: 'response.code_interpreter_call.in_progress', ...at },
    { type: 'response.code_interpreter_call_code.delta', ...at, delta: 'print(' },
    { type: 'response.code_interpreter_call_code.delta', ...at, delta: '6*7)' },
    { type: 'response.code_interpreter_call_code.done', ...at, code },
    { type: 'response.code_interpreter_call.interpreting', ...at },
    { type: 'response.code_interpreter_call.completed', ...at },
    {
      type: 'response.output_item.done',
      output_index: 1,
      item: interpreter({
        status: 'completed',
        code,
        outputs: [
          { type: 'logs', logs: '42 😀\n' },
          { type: 'image', url: 'data:image/png;base64,aGk=' },
          { type: 'image', url: 'https://files.example.org/1.png' },
          { type: 'a_new_one' },
        ],
      }),
    },
    {
      type: 'response.output_item.added',
      output_index: 2,
      item: { type: 'message', id: 'msg_1', role: 'assistant', content: [] },
    },
    { type: 'response.output_text.delta', item_id: 'msg_1', output_index: 2, content_index: 0, delta: 'It is 42.' },
    {
      type: 'response.output_item.done',
      output_index: 2,
      item: {
        type: 'message',
        id: 'msg_1',
        role: 'assistant',
        content: [{ type: 'output_text', text: 'It is 42.', annotations: [] }],
      },
    },
    {
      type: 'response.completed',
      ...run({ status: 'completed', usage: { input_tokens: 120, output_tokens: 45, total_tokens: 165 } }),
    },
  ].map((event, sequence_number) => ({ ...event, sequence_number })),
)

/** After https://ai.google.dev/gemini-api/docs/code-execution, as chunks. */
const chunk = (part: object, more: object = {}) => ({
  candidates: [{ content: { role: 'model', parts: [part] }, index: 0, ...more }],
  responseId: 'r',
})
const google = sse(
  chunk({ text: 'I count.' }),
  chunk({ executableCode: { language: 'PYTHON', code, id: 'a_new_field' } }),
  chunk({ codeExecutionResult: { outcome: 'OUTCOME_OK', output: '42 😀\n', id: 'a_new_field' } }),
  chunk({ inlineData: { mimeType: 'image/png', data: 'aGk=' } }),
  {
    ...chunk({ text: 'It is 42.' }, { finishReason: 'STOP' }),
    usageMetadata: { promptTokenCount: 120, candidatesTokenCount: 45, totalTokenCount: 165 },
  },
)

type Wire = Asked & { tool: object; runs: Omit<CodeRun, 'meta'>[]; order: string[] }
const WIRES: Wire[] = [
  {
    kind: 'anthropic',
    baseUrl: 'https://api.anthropic.com/v1',
    model: 'claude-sonnet-4-5',
    bytes: anthropic,
    tool: { type: 'code_execution_20250825', name: 'code_execution' },
    runs: [
      { type: 'code-run', language: 'bash', code: 'python3 -c "print(6*7)"', output: '42 😀\n' },
      { type: 'code-run', language: '', code: 'create a.txt\nx', output: 'unavailable', failed: true },
    ],
    order: ['text', 'code-run', 'text', 'code-run', 'tool-call'],
  },
  {
    kind: 'openai',
    baseUrl: 'https://api.openai.com/v1',
    model: 'gpt-5.1',
    bytes: openai,
    tool: { type: 'code_interpreter', container: { type: 'auto' } },
    runs: [{ type: 'code-run', language: 'python', code, output: '42 😀\n' }],
    order: ['thinking', 'code-run', 'image', 'text'],
  },
  {
    kind: 'google',
    baseUrl: 'https://generativelanguage.googleapis.com/v1beta',
    model: 'gemini-3-pro-preview',
    bytes: google,
    tool: { codeExecution: {} },
    runs: [{ type: 'code-run', language: 'python', code, output: '42 😀\n' }],
    order: ['text', 'code-run', 'image', 'text'],
  },
]
const [CLAUDE, , GEMINI] = WIRES as [Wire, Wire, Wire]

const buffered = (parts: LlmPart[]) => {
  const buffer = makeAnswerBuffer()
  for (const part of parts) buffer.push(part)
  return buffer
}
const runsIn = (parts: LlmPart[]): CodeRun[] =>
  buffered(parts)
    .said()
    .filter((part) => part.type === 'code-run')

/** A conversation in which that was answered. */
function after(parts: LlmPart[]): LlmMessage[] {
  const content = buffered(parts)
    .said()
    .filter((part) => part.type !== 'sources')
  return [
    { role: 'user', content: [{ type: 'text', text: 'Six times seven?' }] },
    { role: 'assistant', content },
    ...content.flatMap((part): LlmMessage[] =>
      part.type === 'tool-call'
        ? [{ role: 'tool', id: part.id, name: part.name, content: [{ type: 'text', text: 'found' }], isError: false }]
        : [],
    ),
    { role: 'user', content: [{ type: 'text', text: 'Sure?' }] },
  ]
}

describe.each(WIRES)('$kind', (wire) => {
  it('is told of its sandbox, besides our own tools, only where the person said so and the model can', async () => {
    const { asked } = await askBytes(wire)
    expect(asked.tools).toContainEqual(wire.tool)
    expect(JSON.stringify(asked.tools)).toContain('read_file')
    for (const [changes, other] of [
      [{ ownCode: undefined }, {}],
      [{ toolChoice: 'none' }, {}],
      [{}, { baseUrl: 'https://elsewhere.example/v1' }],
    ] as const)
      expect((await askBytes({ ...wire, ...other }, changes)).asked.tools ?? []).not.toContainEqual(wire.tool)
  })

  it('what it ran is told whole, with what it printed, in its place; it is no call of ours', async () => {
    const { parts } = await askBytes(wire)
    expect(parts.at(-1)).toMatchObject({ type: 'done' })
    expect(runsIn(parts)).toMatchObject(wire.runs)
    const content = buffered(parts).said()
    expect(content.map(({ type }) => type)).toEqual(wire.order)
    const calls = content.flatMap((part) => (part.type === 'tool-call' ? [part.name] : []))
    expect(calls).toEqual(wire.kind === 'anthropic' ? ['read_file'] : [])
  })

  it('what is shown under way says the same, and is found again after a crash', async () => {
    const { parts } = await askBytes(wire)
    const buffer = makeAnswerBuffer()
    const texts = new Map<number, string>()
    for (const part of parts) {
      const grown = buffer.push(part)
      if (grown?.kind !== 'code-run') continue
      expect(grown.offset).toBe(texts.get(grown.index)?.length ?? 0)
      texts.set(grown.index, (texts.get(grown.index) ?? '') + grown.text)
    }
    const blocks = buffer.blocks().filter(({ kind }) => kind === 'code-run')
    expect(blocks.map(({ text }) => text)).toEqual([...texts.values()])
    expect(contentOf(blocks)).toEqual(wire.runs)
  })

  it('cut anywhere it gives the same parts', async () => {
    const { parts } = await askBytes(wire)
    const { length } = new TextEncoder().encode(wire.bytes)
    for (let place = 1; place < length; place += runs(149, 37))
      expect((await askBytes(wire, {}, [place])).parts).toEqual(parts)
  })

  it('cut off anywhere, the code that had come is kept, also without what came of it', async () => {
    const bytes = new TextEncoder().encode(wire.bytes)
    const seen = new Set<string>()
    for (let place = 1; place < bytes.length; place += runs(83, 53)) {
      const { parts } = await askBytes({ ...wire, bytes: new TextDecoder().decode(bytes.slice(0, place)) })
      for (const [n, { meta: _, ...found }] of runsIn(parts).entries()) {
        const { failed: __, ...whole } = wire.runs[n] as Wire['runs'][number]
        expect(found).toEqual(found.output === null ? { ...whole, output: null } : wire.runs[n])
        seen.add(String(found.output))
      }
    }
    expect(seen).toContain('null')
    expect(seen).toContain('42 😀\n')
  })

  it('in the next turn it goes back: in blocks of its own where the wire has them, else as words', async () => {
    const messages = after((await askBytes(wire)).parts)
    const sent = JSON.stringify((await askBytes(wire, { messages })).asked)
    const off = JSON.stringify((await askBytes(wire, { messages, ownCode: undefined })).asked)
    for (const request of [sent, off]) {
      expect(request).toContain('6*7')
      expect(request).toContain('42 😀')
    }
    const own = { anthropic: 'bash_code_execution_tool_result', google: 'codeExecutionResult' }[wire.kind as 'google']
    if (own !== undefined) {
      expect(sent).toContain(own)
      expect(off).not.toContain(own)
    }
    for (const gone of ['ci_1', 'rs_1', 'msg_1']) expect(sent).not.toContain(gone)
    expect(off).not.toContain('cntr_1')
    for (const [given, words] of [
      [sent, own === undefined],
      [off, true],
    ] as const)
      expect(given.includes('Code that was run where I answered from')).toBe(words)
  })
})

it('Anthropic gets its two blocks back as they came, next to each other and before what was said after them', async () => {
  const messages = after((await askBytes(CLAUDE)).parts)
  const { asked, headers } = await askBytes(CLAUDE, { messages })
  const { content } = (asked as unknown as { messages: { content: { type: string; [key: string]: unknown }[] }[] })
    .messages[1] as { content: { type: string }[] }
  expect(content).toMatchObject([
    { type: 'text', text: 'I count.' },
    {
      type: 'server_tool_use',
      id: 'srvtoolu_01A',
      name: 'bash_code_execution',
      input: { command: 'python3 -c "print(6*7)"' },
    },
    {
      type: 'bash_code_execution_tool_result',
      tool_use_id: 'srvtoolu_01A',
      content: {
        type: 'bash_code_execution_result',
        stdout: '42 😀\n',
        stderr: '',
        return_code: 0,
        content: [{ type: 'bash_code_execution_output', file_id: 'file_1' }],
      },
    },
    { type: 'text', text: 'It is 42.' },
    { type: 'server_tool_use', id: 'srvtoolu_01B', name: 'text_editor_code_execution' },
    { type: 'text_editor_code_execution_tool_result', tool_use_id: 'srvtoolu_01B' },
    { type: 'tool_use', id: 'toolu_a', name: 'read_file' },
  ])
  expect(headers.get('anthropic-beta')).toContain('code-execution-2025-08-25')
})

it('Gemini gets its code back and what it printed, in the shape in which it sent them', async () => {
  const messages = after((await askBytes(GEMINI)).parts)
  const { contents } = (await askBytes(GEMINI, { messages })).asked as { contents?: { parts: object[] }[] }
  expect(contents?.[1]?.parts.slice(0, 3)).toMatchObject([
    { text: 'I count.' },
    { executableCode: { language: 'PYTHON', code } },
    { codeExecutionResult: { outcome: 'OUTCOME_OK', output: '42 😀\n' } },
  ])
})

it('what Gemini says after its code stands after it, not within what it had said before', async () => {
  const bytes = sse(
    chunk({ text: 'Thinking aloud.', thought: true }),
    chunk({ text: 'I count.' }),
    chunk({ executableCode: { language: 'PYTHON', code } }),
    chunk({ codeExecutionResult: { outcome: 'OUTCOME_OK', output: '42' } }),
    chunk({ text: 'It is ' }),
    chunk({ text: '42.' }, { finishReason: 'STOP' }),
  )
  const { parts } = await askBytes({ ...GEMINI, bytes })
  const content = buffered(parts).said()
  expect(content.map((part) => ('text' in part ? part.text : part.type))).toEqual([
    'Thinking aloud.',
    'I count.',
    'code-run',
    'It is 42.',
  ])
})

it('what one provider ran goes to every other as words', async () => {
  for (const from of WIRES) {
    const messages = after((await askBytes(from)).parts)
    const others: Asked[] = [
      ...WIRES.filter(({ kind }) => kind !== from.kind),
      { kind: 'openai-compatible', baseUrl: 'https://api.deepseek.com', model: 'deepseek-chat', bytes: sse('[DONE]') },
      { kind: 'openrouter', baseUrl: 'https://openrouter.ai/api/v1', model: 'x/y', bytes: sse('[DONE]') },
    ]
    for (const to of others) {
      const sent = JSON.stringify((await askBytes(to, { messages })).asked)
      expect(sent).toContain('Code that was run where I answered from')
      expect(sent).not.toContain('srvtoolu_')
      expect(sent).not.toContain('executableCode')
    }
  }
})

it('a command that comes whole with its block is told as one that comes in pieces, and goes back so', async () => {
  const bytes = anthropic
    .replace('"name":"bash_code_execution","input":{}', '"name":"bash_code_execution","input":{"command":"ls"}')
    .replaceAll(/data: \{"type":"content_block_delta","index":1,.*\n\n/g, '')
  const { parts } = await askBytes({ ...CLAUDE, bytes })
  expect(runsIn(parts)[0]).toMatchObject({ language: 'bash', code: 'ls', output: '42 😀\n' })
  const sent = JSON.stringify((await askBytes(CLAUDE, { messages: after(parts) })).asked)
  expect(sent).toContain('"name":"bash_code_execution","input":{"command":"ls"}')
})

it('a pause of Anthropic after many runs ends an answer that can be continued', async () => {
  const bytes = anthropic.replace('"stop_reason":"tool_use"', '"stop_reason":"pause_turn"')
  expect((await askBytes({ ...CLAUDE, bytes })).parts.at(-1)).toMatchObject({ type: 'done', stopReason: 'length' })
})

it.each<[string, object[]]>([
  [
    'a result whose call never came',
    block(1, result('srvtoolu_9', { type: 'bash_code_execution_result', stdout: 'x' })),
  ],
  ['a result of an unknown kind', [...call('{"command":"ls"}'), ...block(2, result('srvtoolu_1', { type: 'new' }))]],
  ['a result that is no object', [...call('{"command":"ls"}'), ...block(2, result('srvtoolu_1', null))]],
  ['arguments that are no JSON', [...call('{"command":"l'), ...block(2, result('srvtoolu_1', {}))]],
  ['arguments of another shape', [...call('{"command":{"a":1}}')]],
  ['no arguments', [...call('')]],
  ['the same call twice', [...call('{"command":"ls"}'), ...call('{"command":"ls"}', 3)]],
  ['another server tool', block(1, { type: 'server_tool_use', id: 'srvtoolu_2', name: 'advisor', input: {} })],
])('Anthropic sends %s: the answer is whole, and can be sent back', async (_, blocks) => {
  const bytes = sse(
    started,
    ...blocks,
    ...block(9, { type: 'text', text: '' }, said('Done.')),
    { type: 'message_delta', delta: { stop_reason: 'end_turn', stop_sequence: null }, usage: { output_tokens: 5 } },
    { type: 'message_stop' },
  )
  const { parts } = await askBytes({ ...CLAUDE, bytes })
  expect(parts.at(-1)).toMatchObject({ type: 'done', stopReason: 'stop' })
  const { asked } = await askBytes(CLAUDE, { messages: after(parts) })
  const { messages } = asked as unknown as {
    messages: { content: { type: string; id?: string; tool_use_id?: string }[] }[]
  }
  const answer = messages[1]?.content ?? []
  const ids = answer.filter(({ type }) => type === 'server_tool_use').map(({ id }) => id)
  expect(answer.flatMap(({ tool_use_id: id }) => (id === undefined ? [] : [id]))).toEqual(ids)
  expect(new Set(ids).size).toBe(ids.length)
})
function call(partial: string, index = 1): object[] {
  return block(
    index,
    { type: 'server_tool_use', id: 'srvtoolu_1', name: 'bash_code_execution', input: {} },
    json(partial),
  )
}
function result(tool_use_id: string, content: object | null): object {
  return { type: 'bash_code_execution_tool_result', tool_use_id, content }
}

it('what is printed without end is cut, and goes back as words', async () => {
  const bytes = anthropic.replace('42 😀\\n', `${'x'.repeat(100_000)}`)
  const { parts } = await askBytes({ ...CLAUDE, bytes })
  const [first] = runsIn(parts)
  expect(first?.output?.length).toBeLessThan(21_000)
  expect(first?.output).toContain('80000 more characters')
  expect(first?.meta).toBeUndefined()
})

it.each<[ProviderKind, string, string, boolean]>([
  ['anthropic', 'https://api.anthropic.com/v1', 'claude-3-opus-20240229', false],
  ['anthropic', 'https://api.anthropic.com/v1', 'claude-haiku-4-5', true],
  ['anthropic', 'https://api.moonshot.ai/anthropic', 'claude-opus-4-1', false],
  ['openai', 'https://api.openai.com/v1', 'gpt-3.5-turbo', false],
  ['openai', 'https://api.openai.com/v1', 'gpt-5-chat-latest', false],
  ['openai', 'https://me.openai.azure.com/openai/v1', 'gpt-5', false],
  ['google', 'https://generativelanguage.googleapis.com/v1beta', 'gemini-2.5-flash', false],
  ['google', 'http://localhost:9000/v1beta', 'gemini-3-flash', true],
  ['openrouter', 'https://openrouter.ai/api/v1', 'x/y', false],
  ['demo', '', 'demo', false],
])('%s at %s with %s runs code: %s', (kind, baseUrl, model, able) => {
  expect(runsCode({ kind, baseUrl }, model)).toBe(able)
})
