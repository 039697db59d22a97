import { describe, expect, it } from 'vitest'
import { loadAdapter } from '../../../src/llm/adapters.ts'
import type { LlmRequest } from '../../../src/llm/port.ts'
import { withHeaders } from '../../../src/llm/with-headers.ts'
import type { Advanced } from '../../../src/settings/advanced.ts'
import type { ProviderKind } from '../../../src/settings/provider-kind.ts'
import { collect, requestOf } from './contract.ts'

/** What leaves the house where the person sets how a provider is asked, expectation by hand. */

async function sent(
  kind: ProviderKind,
  baseUrl: string,
  advanced: Advanced,
  changes: Partial<LlmRequest> = {},
): Promise<{ body: Record<string, unknown>; headers: Headers }> {
  const { create } = await loadAdapter(kind)
  let request: { body: Record<string, unknown>; headers: Headers } = { body: {}, headers: new Headers() }
  const nowhere: typeof fetch = (_, init) => {
    // what else a server of one's own is asked is not the question
    if (init?.body !== undefined) request = { body: JSON.parse(String(init.body)), headers: new Headers(init.headers) }
    return Promise.reject(new TypeError('no network in this test'))
  }
  await collect(
    create({ baseUrl, fetch: withHeaders(nowhere, advanced.headers), advanced }),
    requestOf({ tools: [], thinking: 'off', ...changes }),
  )
  return request
}
const SET: Advanced = { temperature: 0.3, topP: 0.9, seed: 42, maxOutput: 500 }
const OPENAI = 'https://api.openai.com/v1'

describe('what the person sets for a provider is sent', () => {
  it('as chat completions', async () => {
    const { body } = await sent('openai-compatible', 'http://localhost:11434/v1', SET)
    expect(body).toMatchObject({ temperature: 0.3, top_p: 0.9, seed: 42, max_tokens: 500 })
    expect((await sent('openrouter', 'https://openrouter.ai/api/v1', SET)).body).toMatchObject({ seed: 42, top_p: 0.9 })
  })
  it('to OpenAI, which takes no seed; models that think get no temperature, which they refuse', async () => {
    const { body } = await sent('openai', OPENAI, SET, { model: 'gpt-4.1' })
    expect(body).toMatchObject({ temperature: 0.3, top_p: 0.9, max_output_tokens: 500 })
    expect(body).not.toHaveProperty('seed')
    const thinking = await sent('openai', OPENAI, SET, { model: 'gpt-5.1', thinking: 'high' })
    expect(thinking.body).toMatchObject({ max_output_tokens: 500 })
    expect(thinking.body).not.toHaveProperty('temperature')
  })
  it('to Anthropic', async () => {
    const { body } = await sent(
      'anthropic',
      'https://api.anthropic.com/v1',
      { temperature: 0.3, maxOutput: 500 },
      { model: 'claude-3-5-haiku-20241022' },
    )
    expect(body).toMatchObject({ temperature: 0.3, max_tokens: 500 })
  })
  it('to Gemini', async () => {
    const { body } = await sent('google', 'https://generativelanguage.googleapis.com/v1beta', SET, {
      model: 'gemini-2.5-flash',
    })
    expect(body['generationConfig']).toMatchObject({ temperature: 0.3, topP: 0.9, seed: 42, maxOutputTokens: 500 })
  })
  it('a limit of the asking itself, as of a summary, counts before the person’s', async () => {
    const { body } = await sent('openai-compatible', 'http://localhost:1/v1', SET, { maxOutputTokens: 64 })
    expect(body).toMatchObject({ max_tokens: 64 })
  })
  it('extra members join the question: of two objects both, of all else the person’s; what is no question stays as it is', async () => {
    const extra = { body: '{"temperature": 1, "reasoning": {"summary": "detailed"}, "service_tier": "flex"}' }
    const { body } = await sent('openai', OPENAI, { ...SET, ...extra }, { model: 'gpt-5.1', thinking: 'high' })
    expect(body).toMatchObject({ temperature: 1, service_tier: 'flex', model: 'gpt-5.1', background: true })
    expect(body['reasoning']).toEqual({ effort: 'high', summary: 'detailed' })
    // one that a newer or older version has stored
    const kept = await sent('openai-compatible', 'http://localhost:1/v1', { body: '{"messages": []}' })
    expect(kept.body['messages']).not.toEqual([])
  })
  it('the service tier, by the name that each wire has for it; what stands in the extra members counts before it', async () => {
    const tier = 'flex'
    for (const [kind, at] of [
      ['openai', OPENAI],
      ['openai-compatible', 'http://localhost:1/v1'],
      ['openrouter', 'https://openrouter.ai/api/v1'],
      ['anthropic', 'https://api.anthropic.com/v1'],
    ] as const) {
      expect((await sent(kind, at, { tier })).body).toMatchObject({ service_tier: 'flex' })
      expect((await sent(kind, at, {})).body).not.toHaveProperty('service_tier')
    }
    const gemini = await sent('google', 'https://generativelanguage.googleapis.com/v1beta', { tier })
    expect(gemini.body).toMatchObject({ serviceTier: 'flex' })
    expect(gemini.body).not.toHaveProperty('service_tier')
    const both = await sent('openai', OPENAI, { tier, body: '{"service_tier": "priority"}' })
    expect(both.body).toMatchObject({ service_tier: 'priority' })
  })
  it('extra headers go along, keys do not', async () => {
    const headers = { 'X-Title': 'Reflexor', 'anthropic-beta': 'some-beta' }
    const asked = await sent('anthropic', 'https://api.anthropic.com/v1', { headers })
    expect(asked.headers.get('x-title')).toBe('Reflexor')
    expect(asked.headers.get('anthropic-beta')).toBe('some-beta')
    expect(asked.headers.get('content-type')).toContain('application/json')
  })
  it('nothing is sent that nobody has set', async () => {
    const { body } = await sent('openai-compatible', 'http://localhost:1/v1', {})
    for (const field of ['temperature', 'top_p', 'seed', 'max_tokens']) expect(body).not.toHaveProperty(field)
  })
})
