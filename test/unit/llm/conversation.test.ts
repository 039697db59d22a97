import { expect, it } from 'vitest'
import { type Asked, askBytes, sse } from './ask-bytes.ts'

/** What finds the cache of a conversation, where a provider's reference names a place for it. */

const ask = (kind: Asked['kind'], baseUrl: string) =>
  askBytes({ kind, baseUrl, model: 'm', bytes: sse('[DONE]') }, { cacheKey: 'session-1' })

it.each([
  ['OpenRouter', 'openrouter', 'https://openrouter.ai/api/v1', 'session_id'],
  ['Mistral', 'openai-compatible', 'https://api.mistral.ai/v1', 'prompt_cache_key'],
  ['Fireworks', 'openai-compatible', 'https://api.fireworks.ai/inference/v1', 'user'],
] as const)('%s is told which conversation it is, in the body', async (_, kind, baseUrl, member) => {
  const { asked, headers } = await ask(kind, baseUrl)
  expect(asked[member]).toBe('session-1')
  expect([...headers.values()]).not.toContain('session-1')
})

it('xAI is told in a header, which it allows to web pages', async () => {
  const { asked, headers } = await ask('openai-compatible', 'https://api.x.ai/v1')
  expect(headers.get('x-grok-conv-id')).toBe('session-1')
  expect(JSON.stringify(asked)).not.toContain('session-1')
})

it('others are not told: they may refuse what they do not know', async () => {
  const { asked, headers } = await ask('openai-compatible', 'https://api.example.com/v1')
  expect(JSON.stringify(asked) + JSON.stringify([...headers])).not.toContain('session-1')
})
