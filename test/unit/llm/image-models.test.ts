import { expect, it } from 'vitest'
import { loadAdapter } from '../../../src/llm/adapters.ts'
import type { LlmMessage } from '../../../src/llm/port.ts'
import type { ProviderKind } from '../../../src/settings/provider-kind.ts'
import { askBytes, sse } from './ask-bytes.ts'
import { collect, requestOf } from './contract.ts'

/** Models that make pictures, by their provider’s references. */

const PNG = 'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNkYPhfDwAChwGA60e6kgAAAABJRU5ErkJggg=='
const words = (text: string): LlmMessage => ({ role: 'user', content: [{ type: 'text', text }] })
const USAGE = {
  ...{ input_tokens: 1010, output_tokens: 1000, total_tokens: 2010 },
  input_tokens_details: { text_tokens: 10, image_tokens: 1000 },
}

type Sent = { url: string; body: unknown }
async function draw(
  answer: Response | (() => Promise<Response>),
  {
    kind = 'openai',
    baseUrl = 'https://api.openai.com/v1',
    model = 'gpt-image-2',
    ...changes
  }: { kind?: ProviderKind; baseUrl?: string; model?: string } & Parameters<typeof requestOf>[0] = {},
) {
  const sent: Sent[] = []
  const fetch: typeof globalThis.fetch = async (url, init) => {
    sent.push({ url: String(url), body: typeof init?.body === 'string' ? JSON.parse(init.body) : init?.body })
    return typeof answer === 'function' ? answer() : answer
  }
  const { create } = await loadAdapter(kind)
  const parts = await collect(create({ baseUrl, fetch }), requestOf({ model, messages: [words('A kite')], ...changes }))
  return { parts, sent }
}
const json = (body: unknown, status = 200): Response => Response.json(body, { status })

it('a model that draws is asked in words for a picture, in its own API, and the picture has its price', async () => {
  const { parts, sent } = await draw(json({ data: [{ b64_json: PNG }], usage: USAGE }), { shape: 'wide' })
  expect(sent).toEqual([
    {
      url: 'https://api.openai.com/v1/images/generations',
      body: { model: 'gpt-image-2', prompt: 'A kite', size: '1536x1024' },
    },
  ])
  expect(parts).toMatchObject([
    { type: 'start', model: 'gpt-image-2' },
    { type: 'image', index: 0, mediaType: 'image/png', data: PNG },
    { type: 'done', stopReason: 'stop', usage: { input: 1010, output: 1000 } },
  ])
  // 10 tokens of words at $5, 1,000 of pictures at $8 and 1,000 made at $30 a million
  expect((parts.at(-1) as { cost?: number }).cost).toBeCloseTo(0.03805, 9)
})

it('a picture of the message is changed; without one, that of the answer before', async () => {
  const picture = { type: 'image', mediaType: 'image/png', data: PNG } as const
  const edited = async (messages: LlmMessage[]): Promise<FormData> => {
    const { sent } = await draw(json({ data: [{ b64_json: PNG }] }), { messages })
    expect(sent[0]?.url).toBe('https://api.openai.com/v1/images/edits')
    return sent[0]?.body as FormData
  }
  const own = await edited([{ role: 'user', content: [{ type: 'text', text: 'Make it blue' }, picture, picture] }])
  expect(own.get('prompt')).toBe('Make it blue')
  expect(own.getAll('image[]')).toHaveLength(2)
  const before = await edited([words('A kite'), { role: 'assistant', content: [picture] }, words('Make it blue')])
  const file = before.get('image') as File
  expect([file.name, file.type, file.size]).toEqual(['1.png', 'image/png', atob(PNG).length])
})

it('other servers are asked for bytes, and have no price of OpenAI’s', async () => {
  const other = { kind: 'openai-compatible', baseUrl: 'https://api.x.ai/v1', model: 'grok-2-image' } as const
  const { parts, sent } = await draw(json({ data: [{ b64_json: `data:image/jpeg;base64,${PNG}` }] }), other)
  expect(sent[0]).toMatchObject({
    url: 'https://api.x.ai/v1/images/generations',
    body: { response_format: 'b64_json' },
  })
  expect(parts).toMatchObject([{}, { type: 'image', mediaType: 'image/jpeg' }, { type: 'done' }])
  expect(parts.at(-1)).not.toHaveProperty('cost')
  const linked = await draw(json({ data: [{ url: 'https://pictures.example/1.png' }] }), other)
  expect(linked.parts).toContainEqual({ type: 'text-delta', index: 0, text: 'https://pictures.example/1.png' })
})

it.each<[string, Response | (() => Promise<Response>), object]>([
  [
    'refused',
    json({ error: { message: 'Rejected by the safety system.', code: 'moderation_blocked' } }, 400),
    { kind: 'refused' },
  ],
  ['without a picture', json({ data: [] }), { kind: 'empty' }],
  ['no JSON', new Response('<html>'), { kind: 'broken-stream' }],
  ['too often', json({ error: { message: 'Slow down' } }, 429), { kind: 'rate-limit' }],
  ['away', () => Promise.reject(new TypeError('Failed to fetch')), { kind: 'network' }],
])('a server that is %s', async (_, answer, error) => {
  const { parts } = await draw(answer)
  expect(parts).toMatchObject([{ type: 'error', error }])
})

it('Stop ends a picture that is being made', async () => {
  const stop = new AbortController()
  const never = (): Promise<Response> =>
    new Promise((_, reject) => {
      stop.abort()
      reject(new DOMException('', 'AbortError'))
    })
  const { parts } = await draw(never, { signal: stop.signal })
  expect(parts).toMatchObject([{ type: 'error', error: { kind: 'aborted' } }])
})

it('OpenRouter and Gemini are asked for a picture in a chat', async () => {
  const at = { kind: 'openrouter', baseUrl: 'https://openrouter.ai/api/v1', bytes: sse('[DONE]') } as const
  const asked = async (model: string, changes = {}) => (await askBytes({ ...at, model }, changes)).asked
  expect((await asked('google/gemini-2.5-flash-image'))['modalities']).toEqual(['image', 'text'])
  expect((await asked('black-forest-labs/flux.2-pro'))['modalities']).toEqual(['image'])
  expect(await asked('some/model', { draws: 'alone', shape: 'tall' })).toMatchObject({
    ...{ modalities: ['image'], image_config: { aspect_ratio: '2:3' } },
  })
  expect(await asked('openai/gpt-5')).not.toHaveProperty('modalities')
  const google = await askBytes(
    {
      ...{ kind: 'google', baseUrl: 'https://generativelanguage.googleapis.com/v1beta', bytes: sse('[DONE]') },
      model: 'gemini-2.5-flash-image',
    },
    { shape: 'wide' },
  )
  expect(google.asked['generationConfig']).toMatchObject({
    ...{ responseModalities: ['TEXT', 'IMAGE'], imageConfig: { aspectRatio: '3:2' } },
  })
})
