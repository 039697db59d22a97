import { describe, expect, it } from 'vitest'
import { loadAdapter } from '../../../src/llm/adapters.ts'
import { smallWindow } from '../../../src/llm/diagnose/small-window.ts'
import type { LlmMessage } from '../../../src/llm/port.ts'
import { sse } from './ask-bytes.ts'
import { collect, errorOf, last, requestOf } from './contract.ts'

/**
 * Ollama cuts off what is longer than the context of a model it has loaded, and says nothing of it.
 * After https://docs.ollama.com/context-length and https://docs.ollama.com/api/ps.
 */

const OLLAMA = 'http://localhost:11434/v1'
const said = (input: number): string =>
  sse(
    { id: 'c', choices: [{ index: 0, delta: { content: 'Yes.' } }] },
    { id: 'c', choices: [{ index: 0, delta: {}, finish_reason: 'stop' }] },
    { id: 'c', choices: [], usage: { prompt_tokens: input, completion_tokens: 2, total_tokens: input + 2 } },
    '[DONE]',
  )

type Server = { baseUrl?: string; isOllama?: boolean; ids?: string[]; ps: unknown; psAfter?: unknown; counted?: number }
/**
 * A server that says these things of what it has loaded, before and after an answer. Gives the parts and what it was
 * asked, in order.
 */
async function ask(
  tokens: number,
  { baseUrl = OLLAMA, isOllama, ids = ['qwen3:8b', 'llama3.2:latest'], ps, psAfter = ps, counted = tokens }: Server,
) {
  const asked: string[] = []
  const fetch: typeof globalThis.fetch = async (input) => {
    const { pathname } = new URL(String(input))
    const loaded = asked.some((path) => path.endsWith('/chat/completions')) ? psAfter : ps
    asked.push(pathname)
    if (pathname.endsWith('/api/ps')) return loaded instanceof Response ? loaded : Response.json(loaded)
    if (pathname.endsWith('/v1/models')) return Response.json({ data: ids.map((id) => ({ id })) })
    return new Response(said(counted), { headers: { 'content-type': 'text/event-stream' } })
  }
  const { create, listModels } = await loadAdapter('openai-compatible')
  const text = 'word '.repeat((tokens * 4) / 5)
  const messages: LlmMessage[] = [{ role: 'user', content: [{ type: 'text', text }] }]
  const parts = await collect(
    create({ baseUrl, fetch, isOllama }),
    requestOf({ model: 'qwen3:8b', messages, tools: [] }),
  )
  const listed = async () => listModels?.({ baseUrl, fetch, isOllama }, new AbortController().signal)
  return { parts, asked, listed }
}
const loaded = (context_length: unknown, name = 'qwen3:8b') => ({ models: [{ name, model: name, context_length }] })

describe('a question that is longer than what Ollama has room for', () => {
  it('is cut off in silence: it fails as too long instead, before it is asked', async () => {
    const { parts, asked } = await ask(6000, { ps: loaded(4096) })
    expect(errorOf(parts)).toMatchObject({ kind: 'context-too-long', retryable: false })
    expect(errorOf(parts).message).toContain('a context of 4,096 tokens')
    expect(errorOf(parts).message).toContain('OLLAMA_CONTEXT_LENGTH=32768')
    expect(asked).toEqual(['/api/ps'])
  })
  it('fails after it was answered, where the model was loaded by it', async () => {
    const { parts } = await ask(6000, { ps: { models: [] }, psAfter: loaded(4096), counted: 3900 })
    expect(errorOf(parts).kind).toBe('context-too-long')
    expect(last(parts)).toMatchObject({ usage: { input: 3900 } })
  })
  it('has its answer where all of it was counted', async () => {
    const { parts } = await ask(6000, { ps: { models: [] }, psAfter: loaded(4096), counted: 6010 })
    expect(last(parts).type).toBe('done')
  })
})

it('what it has loaded cannot be asked for: the question is asked as it is, and nothing is thrown', async () => {
  const { create } = await loadAdapter('openai-compatible')
  const fetch: typeof globalThis.fetch = () => {
    throw new TypeError('no')
  }
  expect(errorOf(await collect(create({ baseUrl: OLLAMA, fetch }), requestOf())).kind).toBe('network')
})

describe('a question that fits', () => {
  it.each([
    ['the context is large enough', { ps: loaded(8192) }],
    ['another model is loaded', { ps: loaded(4096, 'other') }],
    ['an older Ollama does not say it', { ps: loaded(undefined), counted: 100 }],
    ['it says nonsense', { ps: 'no', counted: 100 }],
    ['it has no such list', { ps: new Response('404 page not found', { status: 404 }), counted: 100 }],
    ['it is another server', { baseUrl: 'http://localhost:8080/v1', ps: loaded(4096), counted: 100 }],
  ])('is answered: %s', async (_, server) => {
    expect(last((await ask(6000, server)).parts).type).toBe('done')
  })
})

it('the window of a model that Ollama has loaded is not known from its list', async () => {
  const { listed } = await ask(10, { ps: loaded(4096) })
  expect(await listed()).toMatchObject([
    { id: 'qwen3:8b', contextWindow: 4096 },
    { id: 'llama3.2:latest', contextWindow: null },
  ])
})

describe('an Ollama that was known by its port alone', () => {
  const ELSEWHERE = { baseUrl: 'https://llm.example.org/ollama/v1', ps: loaded(4096) }
  it('is recognised behind a proxy by what it says that it has loaded', async () => {
    const { asked, listed } = await ask(10, ELSEWHERE)
    expect(await listed()).toEqual([
      expect.objectContaining({ id: 'qwen3:8b', contextWindow: 4096, isOllama: true }),
      expect.objectContaining({ id: 'llama3.2:latest', contextWindow: null, isOllama: true }),
    ])
    expect(asked).toEqual(['/ollama/v1/chat/completions', '/ollama/v1/models', '/ollama/api/ps'])
  })
  it('does not cut off a question in silence there, once it was recognised', async () => {
    const { parts, asked } = await ask(6000, { ...ELSEWHERE, isOllama: true })
    expect(errorOf(parts).kind).toBe('context-too-long')
    expect(asked).toEqual(['/ollama/api/ps'])
    const provider = { baseUrl: ELSEWHERE.baseUrl, model: 'qwen3:8b' }
    expect(smallWindow(provider, 4096, true)).toContain('OLLAMA_CONTEXT_LENGTH=32768 ollama serve')
  })
  it.each([
    ['has no such list', { ps: new Response('not found', { status: 404 }) }],
    ['answers something else there', { ps: { detail: 'no' } }],
    ['names its models otherwise, and is not even asked', { ids: ['gpt-4o', 'deepseek/deepseek-r1:free'], ps: {} }],
  ])('is not seen in a server that %s', async (_, server) => {
    const { asked, listed } = await ask(10, { baseUrl: ELSEWHERE.baseUrl, ...server })
    for (const model of (await listed()) ?? []) expect(model.isOllama).toBe(undefined)
    expect(asked.includes('/ollama/api/ps')).toBe(!('ids' in server))
  })
})

it.each([
  ['11434', 'OLLAMA_CONTEXT_LENGTH=32768 ollama serve'],
  ['1234', 'lms load qwen --context-length 32768'],
  ['8080', 'llama-server --jinja -c 32768 -m <your model>'],
  ['8000', 'vllm serve qwen --max-model-len 32768'],
])('a server at port %s that was started for few tokens is told of with the line that gives more', (port, line) => {
  const provider = { baseUrl: `http://localhost:${port}/v1`, model: 'qwen' }
  const words = 'It was started with a context of 4,096 tokens, which is too small for an agent. Start it with: '
  expect(smallWindow(provider, 4096)).toBe(words + line)
  expect(smallWindow(provider, 32_768)).toBe(null)
  expect(smallWindow(provider, null)).toBe(null)
  expect(smallWindow({ ...provider, baseUrl: 'https://api.example.com/v1' }, 4096)).toBe(null)
})
