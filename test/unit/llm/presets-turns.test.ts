import { describe, expect, it } from 'vitest'
import { makeAnswerBuffer } from '../../../src/effects/answer-buffer.ts'
import { loadAdapter } from '../../../src/llm/adapters.ts'
import type { LlmMessage } from '../../../src/llm/port.ts'
import { PRESETS, type Preset } from '../../../src/settings/presets.ts'
import { addableKinds } from '../../../src/settings/provider-kind.ts'
import { collect, last, requestOf } from './contract.ts'
import { anthropicRecorded, googleRecorded, openaiRecorded, responsesRecorded } from './recorded.ts'

/**
 * Three turns with every provider that is offered, at its own address: what was said, called and found goes back in
 * pairs, in order, once.
 */

const RECORDED = {
  ...{ anthropic: anthropicRecorded, google: googleRecorded, openai: responsesRecorded, azure: responsesRecorded },
  ...{ 'openai-compatible': openaiRecorded, openrouter: openaiRecorded },
}
const ADDRESSED = PRESETS.map((preset) => ({ ...preset, baseUrl: preset.baseUrl.replace(/[<{][^>}]*[>}]/g, 'mine') }))

type Json = { [name: string]: unknown }
const recordsIn = (value: unknown): Json[] =>
  typeof value !== 'object' || value === null
    ? []
    : [...(Array.isArray(value) ? [] : [value as Json]), ...Object.values(value).flatMap(recordsIn)]

/** Ids of calls and of results, as any of the wires has them, in their order. */
function pairsIn(body: Json): { calls: unknown[]; results: unknown[] } {
  const asked = recordsIn(body['messages'] ?? body['input'] ?? body['contents'])
  return {
    calls: asked.flatMap((record) => {
      if (record['type'] === 'tool_use' || record['type'] === 'function') return [record['id']]
      if (record['type'] === 'function_call') return [record['call_id']]
      return 'functionCall' in record ? [(record['functionCall'] as Json)['id']] : []
    }),
    results: asked.flatMap((record) => {
      if (record['type'] === 'tool_result') return [record['tool_use_id']]
      if (record['type'] === 'function_call_output') return [record['call_id']]
      if (record['role'] === 'tool') return [record['tool_call_id']]
      return 'functionResponse' in record ? [(record['functionResponse'] as Json)['id']] : []
    }),
  }
}

async function talk({ kind, baseUrl, quirks }: Preset, messages: LlmMessage[]) {
  let body = ''
  const fetch: typeof globalThis.fetch = async (_, init) => {
    // what else a server of one's own is asked is not the question
    if (init?.body === undefined) return new Response(null, { status: 404 })
    body = String(init.body)
    return new Response(RECORDED[kind as 'google'].complete, { headers: { 'content-type': 'text/event-stream' } })
  }
  const { create } = await loadAdapter(kind)
  const model = quirks?.thinkingModels === undefined ? 'm' : MODELS.find((name) => quirks.thinkingModels?.test(name))
  const parts = await collect(
    create({ baseUrl, fetch }),
    requestOf({ model: model ?? 'm', messages, thinking: 'high' }),
  )
  expect(last(parts)).toMatchObject({ type: 'done', stopReason: 'tool-use' })
  const buffer = makeAnswerBuffer()
  for (const part of parts) buffer.push(part)
  return { body, content: buffer.said().filter((part) => part.type !== 'sources') }
}
/** One of them thinks wherever only some do. */
const MODELS = [
  'kimi-k2.6',
  'qwen3-max',
  'glm-5',
  'magistral-medium-latest',
  'openai/gpt-oss-120b',
  'sonar-deep-research',
]

const user = (text: string): LlmMessage => ({ role: 'user', content: [{ type: 'text', text }] })
type Content = Awaited<ReturnType<typeof talk>>['content']
const round = (content: Content, found: string): LlmMessage[] => [
  { role: 'assistant', content },
  ...content.flatMap((part): LlmMessage[] =>
    part.type === 'tool-call'
      ? [{ role: 'tool', id: part.id, name: part.name, content: [{ type: 'text', text: found }], isError: false }]
      : [],
  ),
]

describe.each(ADDRESSED)('$name', (preset) => {
  it('gets the second and the third turn whole', async () => {
    const first = await talk(preset, [user('Look')])
    const one = [user('Look'), ...round(first.content, 'found-1')]
    const second = await talk(preset, one)
    const two = [...one, ...round(second.content, 'found-2'), user('And now?')]
    const third = await talk(preset, two)
    for (const [{ body }, calls] of [
      [second, 2],
      [third, 4],
    ] as const) {
      const pairs = pairsIn(JSON.parse(body))
      expect(pairs.calls).toHaveLength(calls)
      expect(new Set(pairs.calls).size).toBe(calls)
      expect(pairs.results).toEqual(pairs.calls)
      expect(body.split('Grüße, 日本 😀')).toHaveLength(calls / 2 + 1)
    }
    expect(third.body.indexOf('found-1')).toBeLessThan(third.body.indexOf('found-2'))
    expect(third.body.indexOf('found-2')).toBeLessThan(third.body.indexOf('And now?'))
  })
})

it('no kind that a person may add is left out', () => {
  expect(new Set(PRESETS.map(({ kind }) => kind))).toEqual(new Set(addableKinds))
})
