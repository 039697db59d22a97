import { describe, expect, it } from 'vitest'
import { makeAnswerBuffer } from '../../../src/effects/answer-buffer.ts'
import { loadAdapter } from '../../../src/llm/adapters.ts'
import type { LlmMessage } from '../../../src/llm/port.ts'
import { collect, last, requestOf } from './contract.ts'
import {
  anthropicRecorded,
  googleRecorded,
  interactionsRecorded,
  openaiRecorded,
  type Recorded,
  responsesRecorded,
} from './recorded.ts'

/**
 * A conversation that goes from one provider to another in the middle of a round of tools, and on: between every pair
 * of kinds, the same one too. What a provider signed goes back to it and to nobody else.
 */

type Place = { name: string; recorded: Recorded; baseUrl: string; model: string; signature: string | null }
const PLACES: Place[] = [
  {
    name: 'chat completions',
    recorded: openaiRecorded,
    baseUrl: 'https://api.example.com/v1',
    model: 'm',
    signature: null,
  },
  {
    name: 'DeepSeek',
    recorded: openaiRecorded,
    baseUrl: 'https://api.deepseek.com/v1',
    model: 'deepseek-v4-pro',
    signature: null,
  },
  {
    name: 'OpenRouter',
    recorded: { ...openaiRecorded, kind: 'openrouter' },
    baseUrl: 'https://openrouter.ai/api/v1',
    model: 'x/y',
    signature: null,
  },
  {
    name: 'OpenAI',
    recorded: responsesRecorded,
    baseUrl: 'https://api.openai.com/v1',
    model: 'gpt-5',
    signature: 'Y3J5cHQ=',
  },
  {
    name: 'Anthropic',
    recorded: anthropicRecorded,
    baseUrl: 'https://api.anthropic.com/v1',
    model: 'claude-sonnet-4-5',
    signature: 'c2lnbmF0dXJl',
  },
  {
    name: 'Gemini',
    recorded: googleRecorded,
    baseUrl: 'https://generativelanguage.googleapis.com/v1beta',
    model: 'gemini-3-pro',
    signature: 'c2ln',
  },
  {
    name: 'Gemini in the background',
    recorded: interactionsRecorded,
    baseUrl: 'https://generativelanguage.googleapis.com/v1beta',
    model: 'gemini-3-pro',
    signature: 'dGhvdWdodA==',
  },
]

async function talk({ recorded, baseUrl, model }: Place, messages: LlmMessage[]) {
  let body = ''
  const fetch: typeof globalThis.fetch = async (_, init) => {
    body = String(init?.body)
    return new Response(recorded.complete, { headers: { 'content-type': 'text/event-stream' } })
  }
  const { create } = await loadAdapter(recorded.kind)
  const { advanced } = recorded
  const parts = await collect(create({ baseUrl, fetch, advanced }), requestOf({ model, messages, thinking: 'high' }))
  expect(last(parts)).toMatchObject({ type: 'done', stopReason: 'tool-use' })
  const buffer = makeAnswerBuffer()
  for (const part of parts) buffer.push(part)
  return { body, content: buffer.said().filter((part) => part.type !== 'sources') }
}

const user = (text: string): LlmMessage => ({ role: 'user', content: [{ type: 'text', text }] })
const results = (answer: Awaited<ReturnType<typeof talk>>['content'], text: string): LlmMessage[] =>
  answer.flatMap((part): LlmMessage[] =>
    part.type === 'tool-call'
      ? [{ role: 'tool', id: part.id, name: part.name, content: [{ type: 'text', text }], isError: false }]
      : [],
  )
const times = (text: string, part: string): number => text.split(part).length - 1

describe.each(PLACES)('from $name', (from) => {
  it.each(PLACES)('to $name and on, in the second and the third turn', async (to) => {
    const first = await talk(from, [user('Look')])
    const round: LlmMessage[] = [
      user('Look'),
      { role: 'assistant', content: first.content },
      ...results(first.content, 'found-1'),
    ]
    const second = await talk(to, round)
    const third = await talk(to, [
      ...round,
      { role: 'assistant', content: second.content },
      ...results(second.content, 'found-2'),
      user('And now?'),
    ])
    expect(times(second.body, 'Grüße, 日本 😀')).toBe(1)
    expect(times(second.body, 'found-1')).toBe(2)
    expect(times(third.body, 'Grüße, 日本 😀')).toBe(2)
    expect([times(third.body, 'found-1'), times(third.body, 'found-2')]).toEqual([2, 2])
    expect(third.body.indexOf('found-1')).toBeLessThan(third.body.indexOf('found-2'))
    for (const { name, signature } of PLACES) {
      if (signature === null) continue
      const quoted = JSON.stringify(signature)
      const mine = (place: Place): number => (place.name === name && to.name === name ? 1 : 0)
      expect(Math.min(1, times(second.body, quoted)), `${name} in the second turn`).toBe(mine(from))
      expect(times(third.body, quoted), `${name} in the third turn`).toBe(mine(from) + mine(to))
    }
    const stand = from.name !== 'Gemini' && to.name === 'Gemini'
    expect(second.body.includes('skip_thought_signature_validator')).toBe(stand)
  })
})
