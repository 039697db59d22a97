import { expect, it } from 'vitest'
import { listModels } from '../../../../src/llm/list-models.ts'
import { pictureModelIn } from '../../../../src/worker/policy/picture-model.ts'

const named = (...ids: string[]) => ids.map((id) => ({ id, contextWindow: null, maxOutput: null }))

it('a provider’s list suggests its newest usual model for pictures', () => {
  const openai = named('gpt-5.1', 'gpt-image-1-mini', 'gpt-image-1', 'gpt-image-2', 'gpt-image-1.5', 'dall-e-3')
  expect(pictureModelIn('openai', openai)).toBe('gpt-image-2')
  const google = named('gemini-3-pro', 'gemini-2.5-flash-image', 'gemini-3.1-flash-image-preview', 'gemini-3-pro-image')
  expect(pictureModelIn('google', google)).toBe('gemini-3.1-flash-image-preview')
})

it('a list without such a model suggests none, and a name alone counts only at its maker', () => {
  expect(pictureModelIn('openai', named('gpt-5.1', 'o4'))).toBeNull()
  expect(pictureModelIn('openai-compatible', named('gpt-image-2'))).toBeNull()
  expect(pictureModelIn('anthropic', named('claude-image-1'))).toBeNull()
})

it('OpenRouter says in its list what a model makes', async () => {
  const row = (id: string, output_modalities: string[]) => ({
    ...{ id, context_length: 32_768, architecture: { input_modalities: ['text'], output_modalities } },
  })
  const data = [
    row('openai/gpt-5', ['text']),
    row('black-forest-labs/flux.2-pro', ['image']),
    row('google/gemini-2.5-flash-image', ['image', 'text']),
  ]
  const listed = await listModels(
    { baseUrl: 'https://openrouter.ai/api/v1', fetch: async () => Response.json({ data }) },
    new AbortController().signal,
  )
  expect(listed.map(({ draws }) => draws)).toEqual([undefined, 'alone', 'with-text'])
  expect(pictureModelIn('openrouter', listed)).toBe('google/gemini-2.5-flash-image')
})
