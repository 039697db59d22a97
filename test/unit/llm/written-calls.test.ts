import { describe, expect, it } from 'vitest'
import type { LlmTool } from '../../../src/llm/port.ts'
import { writtenCalls } from '../../../src/llm/written-calls.ts'

/**
 * Calls as models write them into their text, after the templates of their makers and the parsers of vLLM, llama.cpp
 * and Ollama.
 */

const tool = (name: string, properties: Record<string, { type: string }>): LlmTool => ({
  name,
  description: '',
  parameters: { type: 'object', properties },
})
const TOOLS = [
  tool('read_file', { path: { type: 'string' }, from: { type: 'integer' } }),
  tool('list_files', {}),
  tool('get_weather', {
    city: { type: 'string' },
    days: { type: 'number' },
    metric: { type: 'boolean' },
    tags: { type: 'array' },
  }),
]
const read = (path = 'a.txt') => call('read_file', { path })
const call = (name: string, values: unknown) => ({ type: 'call', name, values })
const said = (text: string) => ({ type: 'text', text })
const found = (text: string) =>
  writtenCalls(text, TOOLS)?.map((part) =>
    part.type === 'call' ? call(part.name, JSON.parse(part.arguments)) : part,
  ) ?? null

const callsIn = (parts: readonly unknown[]) => parts.filter((part) => (part as { type: string }).type === 'call')

const JSON_CALL = '{"name": "read_file", "arguments": {"path": "a.txt"}}'
const FORMS: [string, string, unknown[]][] = [
  [
    'Hermes and Qwen, two after words',
    `I will look.\n<tool_call>\n${JSON_CALL}\n</tool_call>\n<tool_call>\n{"name": "list_files", "arguments": {}}\n</tool_call>`,
    [said('I will look.'), read(), call('list_files', {})],
  ],
  ['Qwen2.5-Coder', `<tools>\n${JSON_CALL}\n</tools>`, [read()]],
  [
    'Qwen3-Coder',
    '<tool_call>\n<function=read_file>\n<parameter=path>\na <b>.txt\n</parameter>\n<parameter=from>\n5\n</parameter>\n</function>\n</tool_call>',
    [call('read_file', { path: 'a <b>.txt', from: 5 })],
  ],
  [
    'Qwen3-Coder, without its first sign',
    'Now\n<function=read_file>\n<parameter=path>\na.txt\n</parameter>\n</function>\n</tool_call>',
    [said('Now'), read()],
  ],
  [
    'Qwen3-Coder, without the end of a value',
    '<function=read_file>\n<parameter=path>\na.txt\n<parameter=from>\n5\n</function>',
    [call('read_file', { path: 'a.txt', from: 5 })],
  ],
  [
    'GLM',
    '<tool_call>get_weather\n<arg_key>city</arg_key>\n<arg_value>Beijing</arg_value>\n<arg_key>days</arg_key>\n<arg_value>3</arg_value>\n</tool_call>',
    [call('get_weather', { city: 'Beijing', days: 3 })],
  ],
  ['GLM, without arguments', '<tool_call>list_files</tool_call>', [call('list_files', {})]],
  ['Mistral', `[TOOL_CALLS] [${JSON_CALL}]`, [read()]],
  [
    'newer Mistral',
    '[TOOL_CALLS]read_file[CALL_ID]abc123DEF[ARGS]{"path": "a.txt"}[TOOL_CALLS]list_files{}</s>',
    [read(), call('list_files', {})],
  ],
  ['Llama 3', '<|python_tag|>{"name": "read_file", "parameters": {"path": "a.txt"}}<|eom_id|>', [read()]],
  [
    'Llama 3, bare',
    '{"name": "read_file", "parameters": {"path": "a.txt"}}; {"name": "list_files", "parameters": {}}',
    [read(), call('list_files', {})],
  ],
  ['Llama 3, as a function', '<function=read_file>{"path": "a.txt"}</function>', [read()]],
  [
    'Llama 4, as Python',
    `[get_weather(city="San Francisco", days=3, metric=True, tags=["a", 'b']), list_files()]`,
    [call('get_weather', { city: 'San Francisco', days: 3, metric: true, tags: ['a', 'b'] }), call('list_files', {})],
  ],
  [
    'Llama 4, marked',
    '<|python_start|>[get_weather(city="SF")]<|python_end|><|eot|>',
    [call('get_weather', { city: 'SF' })],
  ],
  [
    'Gemma 3',
    'Let me see.\n```tool_code\nprint(get_weather(city="SF"))\n```',
    [said('Let me see.'), call('get_weather', { city: 'SF' })],
  ],
  [
    'FunctionGemma',
    '<start_function_call>call:get_weather{city:<escape>SF, "x"<escape>,days:3}<end_function_call>',
    [call('get_weather', { city: 'SF, "x"', days: 3 })],
  ],
  [
    'Gemma 4',
    '<|tool_call>call:get_weather{city:<|"|>London<|"|>}<tool_call|>',
    [call('get_weather', { city: 'London' })],
  ],
  [
    'DeepSeek V3',
    '<｜tool▁calls▁begin｜><｜tool▁call▁begin｜>function<｜tool▁sep｜>read_file\n```json\n{"path": "a.txt"}\n```<｜tool▁call▁end｜><｜tool▁calls▁end｜>',
    [read()],
  ],
  [
    'DeepSeek V3.1',
    'ok<｜tool▁calls▁begin｜><｜tool▁call▁begin｜>read_file<｜tool▁sep｜>{"path": "a.txt"}<｜tool▁call▁end｜><｜tool▁calls▁end｜>',
    [said('ok'), read()],
  ],
  [
    'DeepSeek V3.2',
    '<｜DSML｜function_calls>\n<｜DSML｜invoke name="read_file">\n<｜DSML｜parameter name="path" string="true">7</｜DSML｜parameter>\n<｜DSML｜parameter name="from" string="false">7</｜DSML｜parameter>\n</｜DSML｜invoke>\n</｜DSML｜function_calls>',
    [call('read_file', { path: '7', from: 7 })],
  ],
  [
    'Kimi K2',
    '<|tool_calls_section_begin|><|tool_call_begin|>functions.read_file:0<|tool_call_argument_begin|>{"path": "a.txt"}<|tool_call_end|><|tool_calls_section_end|>',
    [read()],
  ],
  [
    'Claude, as MiniMax too',
    '<minimax:tool_call>\n<invoke name="get_weather">\n<parameter name="city">SF</parameter>\n<parameter name="tags">["x"]</parameter>\n</invoke>\n</minimax:tool_call>',
    [call('get_weather', { city: 'SF', tags: ['x'] })],
  ],
  [
    'gpt-oss',
    '<|channel|>commentary to=functions.read_file <|constrain|>json<|message|>{"path":"a.txt"}<|call|>',
    [read()],
  ],
  ['Granite', `<|tool_call|>[${JSON_CALL}]`, [read()]],
  ['Jamba', `<tool_calls>[\n ${JSON_CALL}\n]</tool_calls>`, [read()]],
  ['Phi 4', `functools[${JSON_CALL}]`, [read()]],
  [
    'Command R7B',
    '<|START_ACTION|>[\n  {"tool_call_id": "0", "tool_name": "read_file", "parameters": {"path": "a.txt"}}\n]<|END_ACTION|>',
    [read()],
  ],
  ['Nemotron', `<TOOLCALL>[${JSON_CALL}]</TOOLCALL>`, [read()]],
  ['InternLM', `<|action_start|><|plugin|>\n${JSON_CALL}<|action_end|>`, [read()]],
  ['a fence after words', `I will read it:\n\`\`\`json\n${JSON_CALL}\n\`\`\`\n`, [said('I will read it:'), read()]],
  ['a fence without its end', `\`\`\`json\n${JSON_CALL}`, [read()]],
  ['a fence around a marked call', `\`\`\`xml\n<tool_call>${JSON_CALL}</tool_call>\n\`\`\``, [read()]],
  [
    'bare JSON after words, on several lines',
    'Reading now.\n\n{\n  "name": "read_file",\n  "arguments": {\n    "path": "a.txt"\n  }\n}',
    [said('Reading now.'), read()],
  ],
  [
    'the whole of what OpenAI answers',
    '{"tool_calls":[{"id":"x","type":"function","function":{"name":"read_file","arguments":"{\\"path\\": \\"a.txt\\"}"}}]}',
    [read()],
  ],
  [
    'ReAct',
    'Thought: I need it\nAction: read_file\nAction Input: {"path": "a.txt"}',
    [said('Thought: I need it'), read()],
  ],
  [
    'a line break within a JSON text',
    '<tool_call>{"name": "read_file", "arguments": {"path": "a\nb"}}</tool_call>',
    [read('a\nb')],
  ],
]

describe('a call that a model writes as text', () => {
  it.each(FORMS)('%s', (_, text, parts) => {
    expect(found(text)).toEqual(parts)
  })

  it.each(FORMS)('%s, cut anywhere: no half of a call is one', (_, text, parts) => {
    for (let end = 0; end < text.length; end++) {
      const some = callsIn(found(text.slice(0, end)) ?? [])
      expect(callsIn(parts).slice(0, some.length), text.slice(0, end)).toEqual(some)
    }
  })
})

it.each(FORMS)('%s, twice: none is lost', (_, text, parts) => {
  const found2 = callsIn(found(`${text}\n${text}`) ?? [])
  // bare JSON after bare JSON, and a fence without its end, are no two
  if (found2.length > 0) expect([callsIn(parts), [...callsIn(parts), ...callsIn(parts)]]).toContainEqual(found2)
})

describe('text that only looks like a call', () => {
  it.each([
    ['in code among words', `Write \`<tool_call>${JSON_CALL}</tool_call>\` to call it`],
    ['in a line of code', `Write \`<tool_call>${JSON_CALL}</tool_call>\``],
    ['explained afterwards', `\`\`\`json\n${JSON_CALL}\n\`\`\`\nThis is how one would call it.`],
    ['of a tool that nobody offered', '<tool_call>{"name": "erase", "arguments": {"path": "read_file"}}</tool_call>'],
    [
      'one of two of a tool that nobody offered',
      `<tool_call>${JSON_CALL}</tool_call><tool_call>{"name": "x", "arguments": {}}</tool_call>`,
    ],
    ['data with a name', '{"name": "read_file", "kind": "tool"}'],
    ['a name in a fence', 'The first is:\n```\nlist_files\n```'],
    ['code of another language', '```js\nread_file(path="x")\n```'],
    ['words', 'The tool read_file reads files. [1] And so on {x}.'],
    ['Python with a place and no name', '[read_file("a.txt")]'],
    ['a name of every object', '<tool_call>{"name": "constructor", "arguments": {}, "x": "read_file"}</tool_call>'],
  ])('%s', (_, text) => {
    expect(found(text)).toBeNull()
  })

  it('keeps a member called __proto__ as data', () => {
    const text = '<tool_call>{"name": "read_file", "arguments": {"__proto__": {"path": "x"}}}</tool_call>'
    expect(writtenCalls(text, TOOLS)?.[0]).toMatchObject({ arguments: '{"__proto__":{"path":"x"}}' })
  })

  it('ends in time, however a hostile model repeats a beginning', () => {
    const hostile = [
      '<tool_call>',
      '{"name":',
      '[read_file(a=\n',
      '<function=read_file><parameter=a>\n',
      '```json\n{',
      '\n{"a":[',
      '<invoke name="read_file"><parameter name="x">',
      'Action: read_file\nAction Input: [',
      '\n"""',
      '<|channel|>commentary to=read_file',
    ]
    const before = performance.now()
    for (const piece of hostile) {
      const text = `${piece.repeat(Math.floor(190_000 / piece.length))} read_file`
      expect(writtenCalls(text, TOOLS)).toBeNull()
    }
    expect(performance.now() - before).toBeLessThan(20_000)
  })
})
