import { describe, expect, it } from 'vitest'
import type { LlmRequest } from '../../../src/llm/port.ts'
import { lackIn } from '../../../src/llm/refusals.ts'
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
  const MARK = { cache_control: { type: 'ephemeral' } }
  const text = (words: string) => ({ type: 'text', text: words })
  const round: LlmRequest['messages'] = [
    { role: 'user', content: [{ type: 'text', text: 'Earlier' }] },
    { role: 'assistant', content: [{ type: 'text', text: 'Yes.' }] },
    { role: 'user', content: [{ type: 'text', text: 'Look' }] },
    { role: 'assistant', content: [{ type: 'tool-call', id: 'c1', name: 'probe', arguments: '{}' }] },
    { role: 'tool', id: 'c1', name: 'probe', content: [{ type: 'text', text: 'found' }], isError: false },
  ]
  const through = async (model: string, advanced: Advanced = {}, lacks: string[] = []) => {
    const place = { kind: 'openai-compatible', baseUrl: 'https://gateway.example/v1', model } as const
    const { asked: body } = await askBytes(
      { ...place, bytes: HELLO, advanced },
      { system: 'Be brief.', messages: round, lacks },
    )
    return body as { messages: { role: string; content: unknown }[] }
  }
  it('any other gateway gets Claude’s marks in the messages: the system prompt, the last question, and the end of a round of tools', async () => {
    const body = await through('eu.anthropic.claude-sonnet-4-5')
    expect(body).not.toHaveProperty('cache_control')
    expect(body.messages.filter(({ role }) => role !== 'assistant').map(({ content }) => content)).toEqual([
      [{ ...text('Be brief.'), ...MARK }],
      'Earlier',
      [{ ...text('Look'), ...MARK }],
      [{ ...text('found'), ...MARK }],
    ])
    expect(JSON.stringify(body.messages.filter(({ role }) => role === 'assistant'))).not.toContain('cache_control')
    expect(JSON.stringify(await through('claude-opus-4', { cacheRetention: 'long' }))).toContain('"ttl":"1h"')
    expect(JSON.stringify(await through('claude-opus-4', { cacheRetention: 'none' }))).not.toContain('cache_control')
    expect(JSON.stringify(await through('qwen3-coder'))).not.toContain('cache_control')
  })
  it('where that is refused, what is sent is as it was without them', async () => {
    const said = 'messages.5.content: Input should be a valid string'
    const body = await through('claude-opus-4')
    const lack = lackIn(said, body)
    expect(lack).toBe('within:cache_control')
    const bare = await through('claude-opus-4', {}, [lack ?? ''])
    expect(bare.messages.map(({ content }) => content)).toEqual(
      (await through('claude-opus-4', { cacheRetention: 'none' })).messages.map(({ content }) => content),
    )
    expect(lackIn(said, await through('qwen3-coder'))).toBeNull()
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
