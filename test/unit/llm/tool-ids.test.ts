import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import type { LlmMessage } from '../../../src/llm/port.ts'
import { uniqueToolIds } from '../../../src/llm/tool-ids.ts'

const round = (ids: string[]): LlmMessage[] => [
  { role: 'assistant', content: ids.map((id, i) => ({ type: 'tool-call', id, name: `t${i}`, arguments: '{}' })) },
  ...ids.map((id, i): LlmMessage => ({ role: 'tool', id, name: `t${i}`, content: [], isError: false })),
]
const idsOf = (messages: LlmMessage[]) => ({
  calls: messages.flatMap((message) =>
    message.role === 'assistant'
      ? message.content.flatMap((block) => (block.type === 'tool-call' ? [block.id] : []))
      : [],
  ),
  results: messages.flatMap((message) => (message.role === 'tool' ? [message.id] : [])),
})

describe('tool ids', () => {
  it('ids that are fine stay', () => {
    const messages = [...round(['call_a', 'call_b']), ...round(['call_c'])]
    expect(uniqueToolIds(messages, /^[a-z_]+$/)).toEqual(messages)
  })
  it('a provider that counts from 0 in every answer does not confuse the next one', () => {
    const { calls, results } = idsOf(uniqueToolIds([...round(['call_0']), ...round(['call_0'])], /./))
    expect(calls[0]).toBe('call_0')
    expect(calls[1]).not.toBe('call_0')
    expect(results).toEqual(calls)
  })
  it('whatever the ids were: accepted, once each, result with its call, the same every time', () => {
    const id = fc.oneof(fc.constantFrom('', 'call_0', 'c00000001', 'functions.x:0'), fc.string())
    fc.assert(
      fc.property(fc.array(fc.array(id, { maxLength: 4 }), { maxLength: 5 }), (rounds) => {
        const messages = rounds.flatMap(round)
        const accepts = /^[a-zA-Z0-9]{9}$/
        const { calls, results } = idsOf(uniqueToolIds(messages, accepts))
        expect(new Set(calls).size).toBe(calls.length)
        expect(calls.every((call) => accepts.test(call))).toBe(true)
        expect(results).toEqual(calls)
        expect(idsOf(uniqueToolIds(messages, accepts))).toEqual({ calls, results })
      }),
      { seed: 3 },
    )
  })
})
