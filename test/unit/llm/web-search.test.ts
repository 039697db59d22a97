import { describe, expect, it } from 'vitest'
import { makeAnswerBuffer } from '../../../src/effects/answer-buffer.ts'
import type { Citation, LlmMessage, LlmPart, LlmRequest, Source } from '../../../src/llm/port.ts'
import type { ProviderKind } from '../../../src/settings/provider-kind.ts'
import { searchesWeb, searchFee } from '../../../src/settings/web-search.ts'
import { runs } from '../../support/runs.ts'
import { type Asked, askBytes, sse } from './ask-bytes.ts'

/**
 * The search that a provider runs itself: asked for only where it may be, its pages gathered, its calls no calls of
 * ours.
 */

/** After https://docs.claude.com/en/docs/agents-and-tools/tool-use/web-search-tool, "Streaming" and "Citations". */
const cited = (url: string, title: string | null) => ({
  type: 'citations_delta',
  citation: { type: 'web_search_result_location', url, title, encrypted_index: 'RW8=', cited_text: 'Born 1916.' },
})
const words = (index: number, ...deltas: (string | object)[]) => [
  { type: 'content_block_start', index, content_block: { type: 'text', text: '', citations: [] } },
  ...deltas.map((delta) => ({
    type: 'content_block_delta',
    index,
    delta: typeof delta === 'string' ? { type: 'text_delta', text: delta } : delta,
  })),
  { type: 'content_block_stop', index },
]
const anthropic = sse(
  {
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
    },
  },
  ...words(0, 'I look it up.'),
  {
    type: 'content_block_start',
    index: 1,
    content_block: { type: 'server_tool_use', id: 'srvtoolu_1', name: 'web_search', input: {} },
  },
  { type: 'content_block_delta', index: 1, delta: { type: 'input_json_delta', partial_json: '{"query":"shannon"}' } },
  { type: 'content_block_stop', index: 1 },
  {
    type: 'content_block_start',
    index: 2,
    content_block: {
      type: 'web_search_tool_result',
      tool_use_id: 'srvtoolu_1',
      content: [
        {
          type: 'web_search_result',
          url: 'https://unused.example/',
          title: 'Not cited',
          encrypted_content: 'RW4=',
          page_age: null,
        },
      ],
    },
  },
  { type: 'content_block_stop', index: 2 },
  ...words(3, 'He was born '),
  ...words(4, cited('https://en.example.org/wiki/Shannon', 'Claude\nShannon'), 'in 1916 😀'),
  ...words(5, ', in '),
  ...words(6, cited('https://en.example.org/wiki/Shannon', 'Again'), cited('javascript:alert(1)', 'No'), 'Petoskey.'),
  {
    type: 'content_block_start',
    index: 7,
    content_block: { type: 'tool_use', id: 'toolu_a', name: 'read_file', input: {} },
  },
  { type: 'content_block_delta', index: 7, delta: { type: 'input_json_delta', partial_json: '{"path":"a"}' } },
  { type: 'content_block_stop', index: 7 },
  {
    type: 'message_delta',
    delta: { stop_reason: 'tool_use', stop_sequence: null },
    usage: { output_tokens: 45, server_tool_use: { web_search_requests: 1 } },
  },
  { type: 'message_stop' },
)

/** After https://platform.openai.com/docs/guides/tools-web-search and the reference of streaming events. */
const numbered = (...events: object[]): string =>
  sse(...events.map((event, sequence_number) => ({ ...event, sequence_number })))
const run = (fields: object = {}) => ({
  response: { id: 'resp_1', created_at: 1_790_000_000, model: 'gpt-5.1', status: 'in_progress', ...fields },
})
const item = (type: 'added' | 'done', output_index: number, fields: object) => ({
  type: `response.output_item.${type}`,
  output_index,
  item: fields,
})
const reasoning = (id: string, encrypted_content?: string) => ({
  type: 'reasoning',
  id,
  summary: [],
  ...(encrypted_content && { encrypted_content }),
})
const citation = {
  type: 'url_citation',
  start_index: 3,
  end_index: 21,
  url: 'https://en.example.org/wiki/Shannon',
  title: 'Claude Shannon',
}
const openai = numbered(
  { type: 'response.created', ...run() },
  item('added', 0, reasoning('rs_1')),
  item('done', 0, reasoning('rs_1', 'Y3J5cHQx')),
  item('added', 1, { type: 'web_search_call', id: 'ws_1', status: 'in_progress' }),
  { type: 'response.web_search_call.in_progress', output_index: 1, item_id: 'ws_1' },
  { type: 'response.web_search_call.searching', output_index: 1, item_id: 'ws_1' },
  { type: 'response.web_search_call.completed', output_index: 1, item_id: 'ws_1' },
  item('done', 1, {
    type: 'web_search_call',
    id: 'ws_1',
    status: 'completed',
    action: { type: 'a_new_one', query: 'shannon' },
  }),
  item('done', 1, {
    type: 'web_search_call',
    id: 'ws_2',
    status: 'completed',
    action: { type: 'open_page', url: 'x' },
  }),
  item('added', 2, reasoning('rs_2')),
  item('done', 2, reasoning('rs_2', 'Y3J5cHQy')),
  item('added', 3, { type: 'message', id: 'msg_1', role: 'assistant', content: [] }),
  {
    type: 'response.output_text.delta',
    item_id: 'msg_1',
    output_index: 3,
    content_index: 0,
    delta: 'He was born in 1916 😀',
  },
  {
    type: 'response.output_text.annotation.added',
    item_id: 'msg_1',
    output_index: 3,
    content_index: 0,
    annotation_index: 0,
    annotation: citation,
  },
  {
    type: 'response.output_text.annotation.added',
    item_id: 'msg_1',
    output_index: 3,
    content_index: 0,
    annotation_index: 1,
    annotation: { type: 'a_new_one' },
  },
  item('done', 3, {
    type: 'message',
    id: 'msg_1',
    role: 'assistant',
    content: [{ type: 'output_text', text: 'He was born in 1916 😀', annotations: [citation] }],
  }),
  {
    type: 'response.completed',
    ...run({ status: 'completed', usage: { input_tokens: 120, output_tokens: 45, total_tokens: 165 } }),
  },
)

/**
 * After https://ai.google.dev/gemini-api/docs/google-search: chunks point to Google's own redirects, titled by the
 * host.
 */
const redirect = 'https://vertexaisearch.cloud.google.com/grounding-api-redirect/AUZIYQ'
const google = sse(
  { candidates: [{ content: { role: 'model', parts: [{ text: 'He was born ' }] }, index: 0 }], responseId: 'r' },
  {
    candidates: [
      {
        content: { role: 'model', parts: [{ text: 'in 1916 😀' }] },
        finishReason: 'STOP',
        index: 0,
        groundingMetadata: {
          webSearchQueries: ['shannon born'],
          searchEntryPoint: { renderedContent: '<style>body{}</style>' },
          groundingChunks: [{ web: { uri: redirect, title: 'en.example.org' } }, { a_new_one: {} }],
          groundingSupports: [
            {
              segment: { startIndex: 0, endIndex: 24, text: 'He was born in 1916 😀' },
              groundingChunkIndices: [0, 1, 9],
            },
            { segment: { endIndex: 3, text: 'born' }, groundingChunkIndices: [0] },
            { segment: { endIndex: 3, text: 'never said' }, groundingChunkIndices: [0] },
          ],
        },
      },
    ],
    usageMetadata: { promptTokenCount: 120, candidatesTokenCount: 45, totalTokenCount: 165 },
    responseId: 'r',
  },
)

/** After https://openrouter.ai/docs/guides/features/server-tools/web-search, as chunks. */
const chunk = (delta: object, finish_reason: string | null = null, more: object = {}) => ({
  id: 'c',
  object: 'chat.completion.chunk',
  created: 1,
  model: 'x/y',
  choices: [{ index: 0, delta, finish_reason }],
  ...more,
})
const openrouter = sse(
  chunk({ role: 'assistant', content: 'He was born ' }),
  chunk({ content: 'in 1916 😀' }),
  chunk({
    content: '',
    annotations: [
      {
        type: 'url_citation',
        url_citation: {
          url: 'https://en.example.org/wiki/Shannon',
          title: 'Claude Shannon',
          content: '…',
          start_index: 0,
          end_index: 11,
        },
      },
      {
        type: 'url_citation',
        url_citation: { url: 'https://en.example.org/wiki/Shannon', start_index: 0, end_index: 0 },
      },
      {
        type: 'url_citation',
        url_citation: { url: 'https://en.example.org/wiki/Shannon', start_index: 0, end_index: 99 },
      },
      { type: 'file', file: { hash: 'x' } },
    ],
  }),
  chunk({}, 'stop'),
  { ...chunk({}), choices: [], usage: { prompt_tokens: 120, completion_tokens: 45, total_tokens: 165, cost: 0.02 } },
  '[DONE]',
)

const SHANNON: Source[] = [{ url: 'https://en.example.org/wiki/Shannon', title: 'Claude Shannon' }]
type Wire = Asked & {
  sources: Source[]
  tool: object
  text: string[]
  /** The words before each mark, and the number of its page. */
  cited: [words: string, source: number][]
}
const WIRES: Wire[] = [
  {
    kind: 'anthropic',
    baseUrl: 'https://api.anthropic.com/v1',
    model: 'claude-sonnet-4-5',
    bytes: anthropic,
    sources: SHANNON,
    tool: { type: 'web_search_20250305', name: 'web_search', max_uses: 5 },
    text: ['I look it up.', 'He was born in 1916 😀, in Petoskey.'],
    cited: [
      ['I look it up.He was born in 1916 😀', 0],
      ['I look it up.He was born in 1916 😀, in Petoskey.', 0],
    ],
  },
  {
    kind: 'openai',
    baseUrl: 'https://api.openai.com/v1',
    model: 'gpt-5.1',
    bytes: openai,
    sources: SHANNON,
    tool: { type: 'web_search' },
    text: ['He was born in 1916 😀'],
    cited: [['He was born in 1916 😀', 0]],
  },
  {
    kind: 'google',
    baseUrl: 'https://generativelanguage.googleapis.com/v1beta',
    model: 'gemini-3-pro-preview',
    bytes: google,
    sources: [{ url: redirect, title: 'en.example.org' }],
    tool: { googleSearch: {} },
    text: ['He was born in 1916 😀'],
    cited: [
      ['He was born in 1916 😀', 0],
      ['He was born', 0],
    ],
  },
  {
    kind: 'openrouter',
    baseUrl: 'https://openrouter.ai/api/v1',
    model: 'x/y',
    bytes: openrouter,
    sources: SHANNON,
    tool: { type: 'openrouter:web_search' },
    text: ['He was born in 1916 😀'],
    cited: [['He was born', 0]],
  },
]

const pagesIn = (parts: LlmPart[]): Source[] =>
  parts.flatMap((part) => (part.type === 'sources' ? part.found.filter((each) => 'url' in each) : []))
const citationsIn = (parts: LlmPart[]): Citation[] =>
  parts.flatMap((part) => (part.type === 'sources' ? part.found.filter((each) => 'at' in each) : []))
const textsOf = (parts: LlmPart[]): string[] => {
  const texts = new Map<number, string>()
  for (const part of parts)
    if (part.type === 'text-delta') texts.set(part.index, (texts.get(part.index) ?? '') + part.text)
  return [...texts.values()]
}

/** What was found, and the parts without it, since when it is told depends on how the bytes come. */
const apart = (parts: LlmPart[]) => ({
  found: parts.flatMap((part) => (part.type === 'sources' ? part.found : [])),
  others: parts.filter(({ type }) => type !== 'sources'),
})

describe.each(WIRES)('$kind', (wire) => {
  it('is told that it may search, besides our own tools, only where the person said so and the model can', async () => {
    const { asked } = await askBytes(wire)
    expect(asked.tools).toContainEqual(expect.objectContaining(wire.tool))
    expect(JSON.stringify(asked.tools)).toContain('read_file')
    const told = async (changes: Partial<LlmRequest>, other: Partial<Wire> = {}): Promise<boolean> => {
      const { asked: question } = await askBytes({ ...wire, ...other }, changes)
      expect(JSON.stringify(question)).toContain('read_file')
      return (question.tools ?? []).some(
        (tool) =>
          Object.keys(wire.tool).every((name) =>
            JSON.stringify(tool).includes(JSON.stringify(wire.tool[name as keyof object])),
          ) && 'googleSearch' in tool === 'googleSearch' in wire.tool,
      )
    }
    expect(await told({})).toBe(true)
    expect(await told({ webSearch: undefined })).toBe(false)
    expect(await told({}, { baseUrl: 'https://elsewhere.example/v1' })).toBe(false)
  })

  it('its pages come once; its calls are not ours; what it says is whole sentences', async () => {
    const { parts } = await askBytes(wire)
    expect(textsOf(parts)).toEqual(wire.text)
    expect(parts.at(-1)).toMatchObject({ type: 'done' })
    expect(pagesIn(parts)).toEqual(wire.sources)
    const calls = parts.flatMap((part) => (part.type === 'tool-call-end' ? [part.name] : []))
    expect(calls).toEqual(wire.kind === 'anthropic' ? ['read_file'] : [])
  })

  it('says behind which words each page stands, and never before they have come', async () => {
    const { parts } = await askBytes(wire)
    const all = textsOf(parts).join('')
    const cited = citationsIn(parts).map(({ at, source }) => [all.slice(0, at), source])
    expect(cited).toEqual(wire.cited)
    let written = 0
    let pages = 0
    for (const part of parts) {
      if (part.type === 'text-delta') written += part.text.length
      for (const each of part.type === 'sources' ? part.found : []) {
        if ('url' in each) pages++
        else expect(each.at <= written && each.source < pages).toBe(true)
      }
    }
  })

  it('says how many searches it took, which cost besides their tokens; OpenRouter says the whole price itself', async () => {
    const last = (await askBytes(wire)).parts.at(-1)
    expect(last).toMatchObject({ type: 'done' })
    const searches = wire.kind === 'openrouter' ? undefined : 1
    expect(last?.type === 'done' ? last.usage.searches : 0).toBe(searches)
    expect(last?.type === 'done' ? last.cost : 0).toBe(wire.kind === 'openrouter' ? 0.02 : undefined)
    expect(searchFee(wire)).toBe({ anthropic: 10, openai: 10, google: 14 }[wire.kind as 'google'] ?? null)
    expect(searchFee({ ...wire, baseUrl: 'http://localhost:9000/v1' })).toBeNull()
  })

  it('cut off anywhere, an answer keeps the pages and places that had come', async () => {
    const whole = apart((await askBytes(wire)).parts)
    const bytes = new TextEncoder().encode(wire.bytes)
    let most = 0
    for (let at = 1; at < bytes.length; at += 97) {
      const cut = new TextDecoder().decode(bytes.slice(0, at))
      const { found, others } = apart((await askBytes({ ...wire, bytes: cut })).parts)
      if (others.at(-1)?.type !== 'error') continue
      expect(found).toEqual(whole.found.slice(0, found.length))
      most = Math.max(most, found.length)
    }
    // Google and OpenRouter name their pages with the last words
    expect(most > 0).toBe(wire.kind === 'anthropic' || wire.kind === 'openai' || wire.kind === 'openrouter')
  })

  it('cut anywhere it gives the same parts', async () => {
    const { parts } = await askBytes(wire)
    const { length } = new TextEncoder().encode(wire.bytes)
    for (let at = 1; at < length; at += runs(67, 11))
      expect(apart((await askBytes(wire, {}, [at])).parts)).toEqual(apart(parts))
    const single = await askBytes(
      wire,
      {},
      Array.from({ length: length - 1 }, () => 1),
    )
    expect(apart(single.parts)).toEqual(apart(parts))
  })

  it('in the next turn nothing of the pages goes back', async () => {
    const { parts } = await askBytes(wire)
    const buffer = makeAnswerBuffer()
    for (const part of parts) buffer.push(part)
    expect(buffer.said().at(-1)).toMatchObject({ type: 'sources', sources: wire.sources })
    const content = buffer.said().filter((part) => part.type !== 'sources')
    const messages: LlmMessage[] = [
      { role: 'user', content: [{ type: 'text', text: 'When?' }] },
      { role: 'assistant', content },
      ...content.flatMap((part): LlmMessage[] =>
        part.type === 'tool-call'
          ? [{ role: 'tool', id: part.id, name: part.name, content: [{ type: 'text', text: 'found' }], isError: false }]
          : [],
      ),
      { role: 'user', content: [{ type: 'text', text: 'Sure?' }] },
    ]
    const sent = JSON.stringify((await askBytes(wire, { messages })).asked)
    for (const said of wire.text) expect(sent).toContain(said)
    for (const gone of ['en.example.org', 'ws_1', 'srvtoolu_1', 'rs_1', 'rs_2', 'msg_1'])
      expect(sent).not.toContain(gone)
  })
})

it('the first models of GPT-5 are not told of a search while they may hardly think: they refuse it', async () => {
  const wire = { ...(WIRES[1] as Wire), model: 'gpt-5' }
  expect(JSON.stringify((await askBytes(wire, { thinking: 'minimal' })).asked.tools)).not.toContain('web_search')
  expect(JSON.stringify((await askBytes(wire, { thinking: 'low' })).asked.tools)).toContain('web_search')
})

it('Perplexity names the pages of every answer', async () => {
  const found = [{ title: 'Claude Shannon', url: 'https://en.example.org/wiki/Shannon', date: null }]
  const bytes = sse(
    chunk({ content: 'In 1916' }, null, { search_results: found, citations: ['https://en.example.org/wiki/Shannon'] }),
    chunk({ content: '.' }, 'stop', { search_results: found }),
    '[DONE]',
  )
  const { parts } = await askBytes({
    kind: 'openai-compatible',
    baseUrl: 'https://api.perplexity.ai',
    model: 'sonar',
    bytes,
  })
  expect(pagesIn(parts)).toEqual(SHANNON)
})

it('no more than fifty pages are kept, none twice, none that is no web address, and titles are one line', async () => {
  const annotations = Array.from({ length: 80 }, (_, at) => ({
    type: 'url_citation',
    url_citation: { url: `https://example.org/${at}`, title: 'A '.repeat(400) },
  }))
  const odd = [
    'data:text/html,x',
    'blob:https://example.org/1',
    '//example.org',
    `https://example.org/${'x'.repeat(3000)}`,
    7,
    null,
  ].map((url) => ({ type: 'url_citation', url_citation: { url, title: 'x' } }))
  const bytes = sse(
    chunk({ content: 'x', annotations: [...odd, ...annotations, ...annotations] }),
    chunk({}, 'stop'),
    '[DONE]',
  )
  const { parts } = await askBytes({ ...(WIRES[3] as Wire), bytes })
  const kept = pagesIn(parts)
  expect(kept).toHaveLength(50)
  expect(kept[0]?.url).toBe('https://example.org/0')
  for (const { title } of kept) expect(title?.length).toBeLessThanOrEqual(300)
})

it.each<[ProviderKind, string, string, boolean]>([
  ['anthropic', 'https://api.anthropic.com/v1', 'claude-3-opus-20240229', false],
  ['anthropic', 'https://api.anthropic.com/v1', 'claude-haiku-4-5', true],
  ['anthropic', 'http://localhost:9000/v1', 'claude-opus-4-1', true],
  ['anthropic', 'https://api.moonshot.ai/anthropic', 'claude-opus-4-1', false],
  ['openai', 'https://api.openai.com/v1', 'gpt-4.1-nano', false],
  ['openai', 'https://api.openai.com/v1', 'gpt-3.5-turbo', false],
  ['openai', 'https://me.openai.azure.com/openai/v1', 'gpt-5', false],
  ['google', 'https://generativelanguage.googleapis.com/v1beta', 'gemini-2.5-flash', false],
  ['google', 'https://generativelanguage.googleapis.com/v1beta', 'gemini-3-pro-image-preview', false],
  ['openai-compatible', 'https://openrouter.ai/api/v1', 'x/y', false],
  ['demo', '', 'demo', false],
])('%s at %s with %s searches: %s', (kind, baseUrl, model, able) => {
  expect(searchesWeb({ kind, baseUrl }, model)).toBe(able)
})
