import { expect, it } from 'vitest'
import { costOf } from '../../../src/llm/model-facts.ts'
import type { Usage } from '../../../src/llm/port.ts'
import { type Asked, askBytes } from './ask-bytes.ts'
import { anthropicRecorded, googleRecorded, openaiRecorded, responsesRecorded } from './recorded.ts'

/** What the answer says of how it was served decides its price, whatever was asked for. */

/** The same bytes, in which the provider names a tier where its reference has it. */
const served = (bytes: string, before: string, member: string, tier: string): string => {
  expect(bytes).toContain(before)
  return bytes.replaceAll(before, `${before}"${member}":"${tier}",`)
}
const usageOf = async (place: Omit<Asked, 'bytes'>, bytes: string): Promise<Usage | undefined> => {
  const last = (await askBytes({ ...place, bytes })).parts.at(-1)
  return last?.type === 'done' ? last.usage : undefined
}
const to = (kind: Asked['kind'], host: string, model: string): Omit<Asked, 'bytes'> => ({
  ...{ kind, baseUrl: `https://${host}`, model },
})
const { complete: ofChat } = openaiRecorded
const { complete: ofOpenAi } = responsesRecorded
const { complete: ofAnthropic } = anthropicRecorded
const { complete: ofGemini } = googleRecorded
const GEMINI = 'generativelanguage.googleapis.com/v1beta'
const WIRES: [string, Omit<Asked, 'bytes'>, string, string, string][] = [
  ['chat completions', to('openai-compatible', 'api.example.com/v1', 'm'), ofChat, 'data: {', 'service_tier'],
  ['OpenAI', to('openai', 'api.openai.com/v1', 'gpt-5'), ofOpenAi, '"response":{', 'service_tier'],
  ['Anthropic', to('anthropic', 'api.anthropic.com/v1', 'claude-sonnet-4-5'), ofAnthropic, '"usage":{', 'service_tier'],
  ['Gemini', to('google', GEMINI, 'gemini-2.5-pro'), ofGemini, '"usageMetadata":{', 'serviceTier'],
]

it.each(WIRES)(
  '%s: the tier that the answer names is kept, its ordinary one is not',
  async (_, place, bytes, at, member) => {
    expect((await usageOf(place, served(bytes, at, member, 'priority')))?.tier).toBe('priority')
    for (const ordinary of ['default', 'standard'])
      expect(await usageOf(place, served(bytes, at, member, ordinary))).toEqual(await usageOf(place, bytes))
  },
)

it('what was served in another way has no price here: the ordinary one would be a wrong number', () => {
  const usage = { input: 1e6, output: 0, cacheRead: 0, cacheWrite: 0, reasoning: 0 }
  const price = { input: 3, output: 15, cacheRead: null, cacheWrite: null }
  expect(costOf(usage, price)).toBe(3)
  expect(costOf({ ...usage, tier: 'priority' }, price)).toBeNull()
})
