import { describe, expect, it } from 'vitest'
import type { Advanced } from '../../../src/settings/advanced.ts'
import { askBytes, sse } from './ask-bytes.ts'
import { last } from './contract.ts'
import { openaiRecorded } from './recorded.ts'
import { runWireContract } from './wire-contract.ts'

describe('openrouter', () => runWireContract({ ...openaiRecorded, kind: 'openrouter' }))

const HELLO = sse({ choices: [{ index: 0, delta: { content: 'Hi' }, finish_reason: 'stop' }] }, '[DONE]')

describe('what stands is cached, so that it is not paid for in full at each step', () => {
  const asked = async (
    model: string,
    advanced: Advanced = {},
    kind: 'openrouter' | 'openai-compatible' = 'openrouter',
  ) => (await askBytes({ kind, baseUrl: 'https://openrouter.ai/api/v1', model, bytes: HELLO, advanced })).asked
  it.each(['anthropic/claude-sonnet-4.5', '~anthropic/claude-latest'])('%s is told to', async (model) => {
    expect((await asked(model))['cache_control']).toEqual({ type: 'ephemeral' })
    expect((await asked(model, { cacheRetention: 'long' }))['cache_control']).toEqual({ type: 'ephemeral', ttl: '1h' })
    expect(await asked(model, { cacheRetention: 'none' })).not.toHaveProperty('cache_control')
  })
  it.each(['openai/gpt-5.1', 'google/gemini-3-pro', 'x/anthropic/y'])('%s caches without a word', async (model) => {
    expect(await asked(model)).not.toHaveProperty('cache_control')
  })
  it('Anthropic’s own wire keeps it as long as the person says', async () => {
    const bytes = sse({ type: 'message_start', message: { id: 'm', model: 'x' } }, { type: 'message_stop' })
    const points = async (advanced: Advanced): Promise<unknown[]> => {
      const place = { kind: 'anthropic', baseUrl: 'https://api.anthropic.com/v1', model: 'claude-sonnet-4-5' } as const
      const { asked: body } = await askBytes({ ...place, bytes, advanced, contradicts: true })
      return JSON.stringify(body).match(/"cache_control":\{[^}]*\}/g) ?? []
    }
    expect(await points({})).toEqual(Array(2).fill('"cache_control":{"type":"ephemeral"}'))
    expect(await points({ cacheRetention: 'long' })).toEqual(
      Array(2).fill('"cache_control":{"type":"ephemeral","ttl":"1h"}'),
    )
    expect(await points({ cacheRetention: 'none' })).toEqual([])
  })
})

describe('details of thinking go back to whoever gave them', () => {
  const details = [{ type: 'reasoning.text', text: 'Hm.', signature: 'sig', format: 'anthropic-claude-v1', index: 0 }]
  const thought = {
    choices: [{ index: 0, delta: { reasoning_details: details, content: 'Hi' }, finish_reason: 'stop' }],
  }
  it.each(['https://ai-gateway.example/v1', 'https://openrouter.ai/api/v1'])('at %s', async (baseUrl) => {
    const at = { kind: 'openai-compatible', baseUrl, model: 'anthropic/claude' } as const
    const { parts } = await askBytes({ ...at, bytes: sse(thought, '[DONE]') })
    expect(parts).toContainEqual({ type: 'thinking-delta', index: 0, text: 'Hm.' })
    expect(last(parts).type).toBe('done')
    const meta = parts.flatMap((part) => (part.type === 'thinking-end' && part.meta ? [part.meta] : []))
    const messages = (model: string) =>
      askBytes(
        { ...at, model, bytes: HELLO },
        {
          messages: [
            { role: 'user', content: [{ type: 'text', text: 'Hello' }] },
            {
              role: 'assistant',
              content: [
                ...meta.map((each) => ({ type: 'thinking' as const, text: '', meta: each })),
                { type: 'text', text: 'Hi' },
              ],
            },
            { role: 'user', content: [{ type: 'text', text: 'And?' }] },
          ],
        },
      )
    expect(JSON.stringify((await messages('anthropic/claude')).asked['messages'])).toContain('"signature":"sig"')
    expect(JSON.stringify((await messages('another/model')).asked['messages'])).not.toContain('sig')
  })
})
