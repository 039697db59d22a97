import { describe, expect, it } from 'vitest'
import { listModels } from '../../../src/llm/list-models.ts'

const { signal } = new AbortController()
const list = (body: unknown, init?: ResponseInit) =>
  listModels(
    { baseUrl: 'https://api.example.com/v1', fetch: async () => new Response(JSON.stringify(body), init) },
    signal,
  )

describe('list of models', () => {
  it('reads the shapes that servers send', async () => {
    const ids = async (body: unknown) => (await list(body)).map(({ id }) => id)
    expect(await ids({ data: [{ id: 'a' }, { id: 'b' }, { id: 'a' }] })).toEqual(['a', 'b'])
    expect(await ids([{ id: 'a' }, { name: 'b' }])).toEqual(['a', 'b'])
    expect(await ids({ models: [{ name: 'a' }, 7, null, 'b'] })).toEqual(['a', 'b'])
    expect(await ids({ data: [] })).toEqual([])
  })
  it.each([
    ['OpenRouter', { context_length: 163840, top_provider: { max_completion_tokens: 65536 } }, 163840, 65536],
    ['Anthropic', { max_input_tokens: 200000, max_tokens: 64000 }, 200000, 64000],
    ['Groq', { context_window: 131072, max_completion_tokens: 32768 }, 131072, 32768],
    ['Mistral', { max_context_length: 131072 }, 131072, null],
    ['vLLM', { max_model_len: 32768 }, 32768, null],
    ['LM Studio, which has loaded it smaller', { max_context_length: 131072, loaded_context_length: 4096 }, 4096, null],
    ['llama.cpp', { meta: { n_ctx: 8192, n_ctx_train: 131072 } }, 8192, null],
    ['GitHub', { limits: { max_input_tokens: 1048576, max_output_tokens: 32768 } }, 1048576, 32768],
    ['nobody', {}, null, null],
    ['nonsense', { context_length: '128k', max_tokens: -1, meta: 7, limits: null }, null, null],
    ['an output beyond the window', { context_length: 4096, max_tokens: 8192 }, 4096, null],
  ])('hears what %s says of a window', async (_, said, contextWindow, maxOutput) => {
    expect(await list({ data: [{ id: 'a', ...said }] })).toEqual([{ id: 'a', contextWindow, maxOutput }])
  })
  it('hears what a list says of abilities and prices', async () => {
    const facts = async (said: object) => {
      const [{ id: _, contextWindow: __, maxOutput: ___, ...rest } = { id: '' }] = await list({ data: [said] })
      return rest
    }
    const openRouter = {
      id: 'a/b',
      name: 'A: B',
      architecture: { input_modalities: ['text', 'image', 'audio'] },
      supported_parameters: ['tools', 'temperature'],
      pricing: { prompt: '0.0000025', completion: '0.00001', input_cache_read: '0.00000025', image: '0' },
    }
    const price = { input: 2.5, output: 10, cacheRead: 0.25, cacheWrite: null }
    expect(await facts(openRouter)).toEqual({
      name: 'A: B',
      images: true,
      hears: true,
      tools: true,
      thinking: false,
      price,
    })
    // a router, whose price depends
    expect(await facts({ id: 'r', pricing: { prompt: '-1', completion: '-1' } })).toEqual({})
    expect(await facts({ id: 'f', pricing: { prompt: '0', completion: '0' } })).toMatchObject({ price: { input: 0 } })
    expect(await facts({ id: 'n', pricing: { prompt: 'free', completion: ' ' } })).toEqual({})
    const mistral = { id: 'm', name: 'm', capabilities: { vision: false, function_calling: true } }
    expect(await facts(mistral)).toEqual({ images: false, tools: true })
    expect(await facts({ id: 'c', display_name: 'Claude' })).toEqual({ name: 'Claude' })
    expect(await facts({ id: 'l', type: 'vlm' })).toEqual({ images: true })
    expect(await facts({ id: 'x', name: 7, pricing: null, architecture: [], capabilities: 'all' })).toEqual({})
  })
  it('anything else is told as no list, not as an empty one', async () => {
    await expect(list({ hello: 'world' })).rejects.toMatchObject({ cause: { kind: 'broken-stream' } })
    await expect(list('text')).rejects.toMatchObject({ cause: { kind: 'broken-stream' } })
    await expect(list({ error: { message: 'nope' } }, { status: 404 })).rejects.toMatchObject({
      cause: { kind: 'not-found' },
    })
  })
  it('no network and an abort are told as such', async () => {
    const offline = {
      baseUrl: 'https://api.example.com/v1',
      fetch: () => Promise.reject(new TypeError('Failed to fetch')),
    }
    await expect(listModels(offline, signal)).rejects.toMatchObject({ cause: { kind: 'network', retryable: true } })
    await expect(listModels(offline, AbortSignal.abort())).rejects.toMatchObject({ cause: { kind: 'aborted' } })
  })
})
