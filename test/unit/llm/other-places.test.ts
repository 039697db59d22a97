import { describe, expect, it } from 'vitest'
import { loadAdapter } from '../../../src/llm/adapters.ts'
import type { LlmPart } from '../../../src/llm/port.ts'
import type { ProviderKind } from '../../../src/settings/provider-kind.ts'
import { sse } from './ask-bytes.ts'
import { collect, errorOf, last, requestOf } from './contract.ts'
import { anthropicRecorded, googleRecorded, openaiRecorded, responsesRecorded } from './recorded.ts'

/**
 * Answers that arrive whole, or in another place than their format has: what came is shown, and never asked for again.
 */

const PNG = 'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg=='

async function answer(
  kind: ProviderKind,
  bytes: string,
  { type = 'text/event-stream', cut = [] as number[] } = {},
): Promise<LlmPart[]> {
  const all = new TextEncoder().encode(bytes)
  const ends = [...new Set([...cut, all.length])].sort((a, b) => a - b)
  const pieces = ends.map((end, n) => all.slice(ends[n - 1] ?? 0, end))
  const fetch: typeof globalThis.fetch = async (_, init) => {
    if (init?.body === undefined) return new Response(null, { status: 404 })
    const body = new ReadableStream<Uint8Array>({
      pull: (controller) => {
        const next = pieces.shift()
        if (next === undefined) controller.close()
        else controller.enqueue(next)
      },
    })
    return new Response(body, { headers: type === '' ? {} : { 'content-type': type } })
  }
  const { create } = await loadAdapter(kind)
  const llm = create({ baseUrl: 'https://gateway.example/v1', fetch, advanced: { unstored: true } })
  return collect(llm, requestOf(), true)
}

const textOf = (parts: LlmPart[]): string => parts.map((part) => (part.type === 'text-delta' ? part.text : '')).join('')
const thoughtOf = (parts: LlmPart[]): string =>
  parts.map((part) => (part.type === 'thinking-delta' ? part.text : '')).join('')
const callsOf = (parts: LlmPart[]): [string, string][] =>
  parts.flatMap((part) => (part.type === 'tool-call-end' ? [[part.name, part.arguments]] : []))
const picturesOf = (parts: LlmPart[]): unknown[] =>
  parts.flatMap((part) => (part.type === 'image' ? [[part.mediaType, part.data]] : []))
const chunk = (delta: object, finish: string | null = null, more: object = {}) => ({
  id: 'c',
  choices: [{ index: 0, delta, finish_reason: finish, ...more }],
})

const CALL = { id: 'call_a', type: 'function', function: { name: 'read_file', arguments: '{"path":"ä"}' } }
const WHOLE: [ProviderKind, object][] = [
  [
    'openai-compatible',
    {
      object: 'chat.completion',
      choices: [
        {
          index: 0,
          message: { role: 'assistant', reasoning_content: 'Hm.', content: 'Grüße 😀', tool_calls: [CALL] },
          finish_reason: 'tool_calls',
        },
      ],
      usage: { prompt_tokens: 5, completion_tokens: 7 },
    },
  ],
  [
    'anthropic',
    {
      type: 'message',
      role: 'assistant',
      content: [
        { type: 'thinking', thinking: 'Hm.', signature: 'sig' },
        { type: 'text', text: 'Grüße 😀' },
        { type: 'tool_use', id: 'call_a', name: 'read_file', input: { path: 'ä' } },
      ],
      stop_reason: 'tool_use',
      usage: { input_tokens: 5, output_tokens: 7 },
    },
  ],
  [
    'openai',
    {
      object: 'response',
      status: 'completed',
      output: [
        { type: 'reasoning', id: 'rs', summary: [{ type: 'summary_text', text: 'Hm.' }] },
        { type: 'message', id: 'msg', content: [{ type: 'output_text', text: 'Grüße 😀' }] },
        { type: 'function_call', id: 'fc', call_id: 'call_a', name: 'read_file', arguments: '{"path":"ä"}' },
      ],
      usage: { input_tokens: 5, output_tokens: 7 },
    },
  ],
  [
    'google',
    {
      candidates: [
        {
          content: {
            parts: [
              { text: 'Hm.', thought: true },
              { text: 'Grüße 😀' },
              { functionCall: { id: 'a', name: 'read_file', args: { path: 'ä' } } },
            ],
          },
          finishReason: 'STOP',
        },
      ],
      usageMetadata: { promptTokenCount: 5, candidatesTokenCount: 7 },
    },
  ],
]

describe.each(WHOLE)('a whole answer of %s where a stream was asked for', (kind, document) => {
  it.each(['application/json', 'text/event-stream', 'text/plain', ''])(
    'is read when it is called "%s"',
    async (type) => {
      const parts = await answer(kind, ` \n${JSON.stringify(document, null, 1)}`, { type })
      expect(thoughtOf(parts)).toBe('Hm.')
      expect(textOf(parts)).toBe('Grüße 😀')
      expect(callsOf(parts).map(([name, args]) => [name, JSON.parse(args)])).toEqual([['read_file', { path: 'ä' }]])
      expect(last(parts)).toMatchObject({ type: 'done', stopReason: 'tool-use', usage: { input: 5, output: 7 } })
    },
  )
  it('cut into any two pieces it is the same', async () => {
    const bytes = JSON.stringify(document)
    const whole = await answer(kind, bytes, { type: 'application/json' })
    for (let at = 1; at < bytes.length; at += 37)
      expect(await answer(kind, bytes, { type: 'application/json', cut: [at, at + 1] })).toEqual(whole)
  })
  it('torn anywhere it is a broken stream, whatever its words say', async () => {
    const said = JSON.stringify(document).replace('Grüße 😀', 'maximum context length is 8192 tokens')
    for (let at = said.length - 1; at > said.indexOf('maximum'); at -= 19)
      expect(errorOf(await answer(kind, said.slice(0, at), { type: 'application/json' })).kind).toBe('broken-stream')
  })
})

it('a list of chunks, and one chunk a line, are read as a stream', async () => {
  const chunks = [chunk({ content: 'Hello ' }), chunk({ content: 'world' }), chunk({}, 'stop')]
  for (const bytes of [JSON.stringify(chunks), chunks.map((each) => JSON.stringify(each)).join('\n')])
    expect(textOf(await answer('openai-compatible', bytes, { type: 'application/x-ndjson' }))).toBe('Hello world')
})
it('events that are called JSON are events', async () => {
  const bytes = openaiRecorded.complete
  expect(await answer('openai-compatible', bytes, { type: 'application/json' })).toEqual(openaiRecorded.parts)
})
it.each([
  ['{"status":"ok"}', 'application/json'],
  ['[]', 'application/json'],
  ['"fine"', 'application/json'],
  ['', 'application/json'],
  ['<html>Sign in</html>', 'text/plain'],
])('a gateway that answers %s to everything gave no answer', async (bytes, type) => {
  for (const [kind] of WHOLE) expect(errorOf(await answer(kind, bytes, { type })).kind).toBe('broken-stream')
})

describe('chat completions say it in another place', () => {
  const message = { role: 'assistant', content: 'It is 42.' }
  it.each<[string, object[]]>([
    ['only in the closing event', [chunk({ role: 'assistant' }), chunk({}, 'stop', { message })]],
    [
      'in pieces, and once more in the closing event',
      [chunk({ content: 'It is ' }), chunk({ content: '42.' }), chunk({}, 'stop', { message })],
    ],
    [
      'in a message that grows',
      ['It', 'It is', 'It is 42.'].map((content, n) => ({
        choices: [{ message: { content }, finish_reason: n === 2 ? 'stop' : null }],
      })),
    ],
    [
      'in messages of pieces',
      ['It ', 'is ', '42.'].map((content, n) => ({
        choices: [{ message: { content }, finish_reason: n === 2 ? 'stop' : null }],
      })),
    ],
    ['in `text`', [{ choices: [{ text: 'It is ' }] }, { choices: [{ text: '42.', finish_reason: 'stop' }] }]],
    [
      'as a list of parts',
      [
        chunk({
          content: [
            { type: 'text', text: 'It is ' },
            { type: 'output_text', text: '42.' },
          ],
        }),
        chunk({}, 'stop'),
      ],
    ],
    ['as one part', [chunk({ content: { type: 'text', text: 'It is 42.' } }), chunk({}, 'stop')]],
    [
      'as Ollama has it',
      [
        { message: { role: 'assistant', content: 'It is ' }, done: false },
        { message: { content: '42.' }, done: true, done_reason: 'stop' },
      ],
    ],
    ['with an end in other words', [chunk({ content: 'It is 42.' }), chunk({}, 'END_TURN')]],
    [
      'with the end beside the choice',
      [chunk({ content: 'It is 42.' }), { choices: [{ delta: {} }], finish_reason: 'stop' }],
    ],
  ])('%s', async (_, events) => {
    for (const bytes of [sse(...events), sse(...events, '[DONE]')]) {
      const parts = await answer('openai-compatible', bytes)
      expect(textOf(parts)).toBe('It is 42.')
      expect(last(parts)).toMatchObject({ type: 'done', stopReason: 'stop' })
    }
  })

  const call = { name: 'read_file', arguments: '{"path":"a"}' }
  it.each<[string, object[]]>([
    [
      'the old function_call, in pieces',
      [
        chunk({ function_call: { name: 'read_file', arguments: '' } }),
        chunk({ function_call: { arguments: '{"path"' } }),
        chunk({ function_call: { arguments: ':"a"}' } }),
        chunk({}, 'function_call'),
      ],
    ],
    ['the old function_call, in the closing event', [chunk({}, 'function_call', { message: { function_call: call } })]],
    [
      'calls in the closing event',
      [chunk({}, 'tool_calls', { message: { tool_calls: [{ id: 'a', function: call }] } })],
    ],
    [
      'calls in pieces and in the closing event',
      [
        chunk({ tool_calls: [{ index: 0, id: 'a', function: call }] }),
        chunk({}, 'tool_calls', { message: { tool_calls: [{ id: 'a', function: call }] } }),
      ],
    ],
    [
      'arguments as an object',
      [
        chunk({ tool_calls: [{ index: 0, id: 'a', function: { name: 'read_file', arguments: { path: 'a' } } }] }),
        chunk({}, 'tool_calls'),
      ],
    ],
    [
      'no arguments before the real ones',
      [
        chunk({ tool_calls: [{ index: 0, id: 'a', function: { name: 'read_file', arguments: '{}' } }] }),
        chunk({ tool_calls: [{ index: 0, function: { arguments: '{"path":"a"}' } }] }),
        chunk({}, 'tool_calls'),
      ],
    ],
    [
      'a number as a string',
      [
        chunk({ tool_calls: [{ index: '0', id: 'a', function: { name: 'read_file', arguments: '{"path"' } }] }),
        chunk({ tool_calls: [{ index: '0', function: { arguments: ':"a"}' } }] }),
        chunk({}, 'tool_calls'),
      ],
    ],
    ['a call without `function`', [chunk({ tool_calls: [{ index: 0, id: 'a', ...call }] }), chunk({}, 'tool_calls')]],
    ['one call that is no list', [chunk({ tool_calls: { index: 0, id: 'a', function: call } }), chunk({}, 'stop')]],
  ])('calls: %s', async (_, events) => {
    const parts = await answer('openai-compatible', sse(...events, '[DONE]'))
    expect(callsOf(parts)).toEqual([['read_file', '{"path":"a"}']])
    expect(last(parts)).toMatchObject({ type: 'done', stopReason: 'tool-use' })
  })

  const url = `data:image/png;base64,${PNG}`
  const image = { type: 'image_url', image_url: { url } }
  it.each<[string, object[]]>([
    ['in `images`', [chunk({ content: 'Here:', images: [image] }), chunk({}, 'stop')]],
    [
      'in `images`, twice',
      [chunk({ content: 'Here:' }), chunk({ images: [image] }), chunk({ images: [image] }, 'stop')],
    ],
    [
      'in `images` of the closing event',
      [chunk({ content: 'Here:' }), chunk({}, 'stop', { message: { content: 'Here:', images: [image] } })],
    ],
    ['as an address alone', [chunk({ content: 'Here:', images: [url] }), chunk({}, 'stop')]],
    ['as a part of the content', [chunk({ content: [{ type: 'text', text: 'Here:' }, image] }), chunk({}, 'stop')]],
    [
      'as an output_image',
      [
        chunk({
          content: [
            { type: 'text', text: 'Here:' },
            { type: 'output_image', image_url: url },
          ],
        }),
        chunk({}, 'stop'),
      ],
    ],
    ['as b64_json', [chunk({ content: 'Here:', images: [{ b64_json: PNG }] }), chunk({}, 'stop')]],
    [
      'as a source',
      [
        chunk({
          content: 'Here:',
          images: [{ type: 'image', source: { type: 'base64', media_type: 'image/png', data: PNG } }],
        }),
        chunk({}, 'stop'),
      ],
    ],
  ])('pictures: %s', async (_, events) => {
    const parts = await answer('openai-compatible', sse(...events, '[DONE]'))
    expect(picturesOf(parts)).toEqual([['image/png', PNG]])
    expect(textOf(parts)).toBe('Here:')
    expect(parts.findIndex(({ type }) => type === 'image')).toBeGreaterThan(
      parts.findIndex(({ type }) => type === 'text-delta'),
    )
  })
  it('a picture that came with the first event took the place of the model’s name', async () => {
    const named = { model: 'maker/other-model' }
    for (const kind of ['openrouter', 'openai-compatible'] as const) {
      const bytes = sse({ ...chunk({ images: [image] }), ...named }, { ...chunk({}, 'stop'), ...named }, '[DONE]')
      const parts = await answer(kind, bytes)
      expect(parts[0]).toMatchObject({ type: 'start', model: 'maker/other-model', responseId: 'c' })
      expect(picturesOf(parts)).toHaveLength(1)
    }
  })
  it('a picture without a word is an answer, in its place between words', async () => {
    const alone = await answer('openrouter', sse(chunk({ content: '', images: [image] }), chunk({}, 'stop'), '[DONE]'))
    expect(picturesOf(alone)).toHaveLength(1)
    expect(last(alone).type).toBe('done')
    const events = sse(
      chunk({ content: 'Before. ' }),
      chunk({ images: [image] }),
      chunk({ content: 'After.' }),
      chunk({}, 'stop'),
    )
    const kinds = (await answer('openrouter', events)).flatMap(({ type }) =>
      /^text-delta|^image/.test(type) ? [type] : [],
    )
    expect(kinds).toEqual(['text-delta', 'image', 'text-delta'])
  })
  describe('in a block of the Messages API', () => {
    const block = (index: number, content: object, ...deltas: object[]) => [
      { type: 'content_block_start', index, content_block: content },
      ...deltas.map((delta) => ({ type: 'content_block_delta', index, delta })),
      { type: 'content_block_stop', index },
    ]
    const text = (index: number, words: string) =>
      block(index, { type: 'text', text: '' }, { type: 'text_delta', text: words })
    const whole = (...events: object[]) =>
      sse(
        { type: 'message_start', message: { id: 'm', model: 'x', usage: { input_tokens: 3 } } },
        ...events,
        { type: 'message_delta', delta: { stop_reason: 'end_turn' }, usage: { output_tokens: 9 } },
        { type: 'message_stop' },
      )
    const drawn = (index: number, source: object) => block(index, { type: 'image', source })
    const png = { type: 'base64', media_type: 'image/png', data: PNG }

    it.each<[string, object]>([
      ['as a source', png],
      ['without its kind', { data: PNG }],
      ['as an address of data', { type: 'url', url }],
    ])('pictures: %s, between words and alone', async (_, source) => {
      const parts = await answer('anthropic', whole(...text(0, 'Here: '), ...drawn(1, source), ...text(2, 'Nice.')))
      expect(picturesOf(parts)).toEqual([['image/png', PNG]])
      expect(textOf(parts)).toBe('Here: Nice.')
      const kinds = parts.flatMap(({ type }) => (/^text-delta|^image/.test(type) ? [type] : []))
      expect(kinds).toEqual(['text-delta', 'image', 'text-delta'])
      const alone = await answer('anthropic', whole(...drawn(0, source)))
      expect(picturesOf(alone)).toHaveLength(1)
      expect(last(alone)).toMatchObject({ type: 'done', usage: { output: 9 } })
    })
    it('one on the web, which was dropped, stays an address', async () => {
      const web = { type: 'url', url: 'https://pictures.example/a.png' }
      const parts = await answer('anthropic', whole(...text(0, 'See '), ...drawn(1, web), ...text(2, ' now.')))
      expect(textOf(parts)).toContain('https://pictures.example/a.png')
      expect(textOf(parts)).toContain(' now.')
      expect(last(parts).type).toBe('done')
    })
    it('cut at every event, it is a broken answer, and its picture is kept', async () => {
      const events = [...text(0, 'Here: '), ...drawn(1, png)]
      const parts = await answer(
        'anthropic',
        sse({ type: 'message_start', message: { id: 'm', model: 'x' } }, ...events),
      )
      expect(errorOf(parts).kind).toBe('broken-stream')
      expect(picturesOf(parts)).toHaveLength(1)
    })
  })
  it('a picture on the web stays an address that the person may open', async () => {
    const web = { type: 'image_url', image_url: { url: 'https://pictures.example/a.png' } }
    const parts = await answer('openai-compatible', sse(chunk({ images: [web] }), chunk({}, 'stop')))
    expect(textOf(parts)).toContain('https://pictures.example/a.png')
  })
  it.each<[string, object]>([
    ['thinking', { thinking: 'Hm.' }],
    ['reasoning as an object', { reasoning: { content: 'Hm.' } }],
    ['details alone', { reasoning_details: [{ type: 'reasoning.text', text: 'Hm.' }] }],
    ['a part', { content: [{ type: 'thinking', thinking: 'Hm.' }] }],
    ['a part of parts', { content: [{ type: 'thinking', thinking: [{ type: 'text', text: 'Hm.' }] }] }],
    ['an empty reasoning_content beside it', { reasoning_content: '', reasoning: 'Hm.' }],
  ])('thinking: %s', async (_, delta) => {
    const parts = await answer('openai-compatible', sse(chunk(delta), chunk({ content: 'Yes.' }), chunk({}, 'stop')))
    expect([thoughtOf(parts), textOf(parts)]).toEqual(['Hm.', 'Yes.'])
  })
})

describe('the Responses API says it in another place', () => {
  const item = { type: 'message', id: 'm', role: 'assistant', content: [{ type: 'output_text', text: 'It is 42.' }] }
  const added = { type: 'response.output_item.added', output_index: 0, item: { ...item, content: [] } }
  const done = { type: 'response.output_item.done', output_index: 0, item }
  const end = (output: object[]) => ({ type: 'response.completed', response: { id: 'r', output, usage: {} } })
  it.each<[string, object[]]>([
    ['only in the closing event', [end([item])]],
    ['only at the end of the item', [added, done, end([])]],
    ['only in an item that nobody began', [done, end([item])]],
    [
      'only at the end of the text',
      [
        added,
        { type: 'response.output_text.done', item_id: 'm', output_index: 0, content_index: 0, text: 'It is 42.' },
        done,
        end([item]),
      ],
    ],
    [
      'in all of them',
      [
        added,
        { type: 'response.output_text.delta', item_id: 'm', output_index: 0, content_index: 0, delta: 'It is 42.' },
        done,
        end([item]),
      ],
    ],
  ])('%s', async (_, events) => {
    const parts = await answer('openai', sse(...events))
    expect(textOf(parts)).toBe('It is 42.')
    expect(last(parts)).toMatchObject({ type: 'done', stopReason: 'stop' })
  })
  it('a picture of its own tool is shown', async () => {
    const picture = { type: 'image_generation_call', id: 'ig', status: 'completed', result: PNG }
    const parts = await answer(
      'openai',
      sse({ type: 'response.output_item.done', output_index: 0, item: picture }, end([])),
    )
    expect(picturesOf(parts)).toEqual([['image/png', PNG]])
    expect(last(parts).type).toBe('done')
  })
})

describe('the Messages API', () => {
  const start = { type: 'message_start', message: { id: 'm', model: 'x', role: 'assistant', content: [] } }
  const text = [
    { type: 'content_block_start', index: 0, content_block: { type: 'text', text: '' } },
    { type: 'content_block_delta', index: 0, delta: { type: 'text_delta', text: 'It is 42.' } },
    { type: 'content_block_stop', index: 0 },
  ]
  const delta = { type: 'message_delta', delta: { stop_reason: 'end_turn' } }
  it.each<[string, object[]]>([
    ['without any usage', [start, ...text, delta, { type: 'message_stop' }]],
    ['without message_stop', [start, ...text, delta]],
    [
      'with numbers as strings',
      [start, ...text.map((event) => ({ ...event, index: '0' })), delta, { type: 'message_stop' }],
    ],
    [
      'whole, in its first event',
      [
        { ...start, message: { ...start.message, content: [{ type: 'text', text: 'It is 42.' }] } },
        delta,
        { type: 'message_stop' },
      ],
    ],
    [
      'whole, in its closing event',
      [start, { ...delta, content: [{ type: 'text', text: 'It is 42.' }] }, { type: 'message_stop' }],
    ],
  ])('%s is read', async (_, events) => {
    const parts = await answer('anthropic', sse(...events))
    expect(textOf(parts)).toBe('It is 42.')
    expect(last(parts)).toMatchObject({ type: 'done', stopReason: 'stop' })
  })
  it('without a stop reason it is broken', async () => {
    expect(errorOf(await answer('anthropic', sse(start, ...text))).kind).toBe('broken-stream')
  })
  it('tokens of thinking are counted', async () => {
    const usage = { output_tokens: 400, output_tokens_details: { thinking_tokens: 353 } }
    const parts = await answer('anthropic', sse(start, ...text, { ...delta, usage }, { type: 'message_stop' }))
    expect(last(parts)).toMatchObject({ usage: { output: 400, reasoning: 353 } })
  })
})

describe('an event that is torn is a broken stream, whatever words the model was writing', () => {
  const recorded = [openaiRecorded, anthropicRecorded, responsesRecorded, googleRecorded] as const
  it.each(recorded)('$kind', async ({ kind, complete }) => {
    for (const words of [
      'maximum context length is 8192 tokens',
      'content_filter',
      'insufficient balance',
      'rate limit',
    ]) {
      const at = complete.indexOf('Grüße')
      const torn = `${complete.slice(0, at)}${words}`
      for (const bytes of [torn, `${torn}\n\n`, `${torn}\n\n${complete.slice(at)}`])
        expect([words, errorOf(await answer(kind, bytes)).kind]).toEqual([words, 'broken-stream'])
    }
  })
})
