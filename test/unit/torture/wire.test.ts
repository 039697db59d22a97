import { describe, expect, it } from 'vitest'
import { adapter as anthropic } from '../../../src/llm/anthropic.ts'
import { adapter as openAi } from '../../../src/llm/openai-compatible.ts'
import type { LlmMessage, LlmPart, LlmRequest } from '../../../src/llm/port.ts'
import { eventsOf, type Family, readRequest } from '../../torture/wire.ts'

const ADAPTERS = { 'openai-compatible': openAi, anthropic }
const user = (text: string): LlmMessage => ({ role: 'user', content: [{ type: 'text', text }] })
const turn = { text: 'Now a, b.', calls: ['a', 'b'].map((id) => ({ id, tool: 'test_look', args: { step: id } })) }

/** Sends a request through the product's own adapter; answers with the scripted events. */
async function ask(family: Family, messages: LlmMessage[]): Promise<{ body: never; parts: LlmPart[] }> {
  let body = ''
  const fetch: typeof globalThis.fetch = async (_input, init) => {
    body = String(init?.body)
    const events = eventsOf(family, turn, 3).join('')
    return new Response(events, { headers: { 'content-type': 'text/event-stream' } })
  }
  const llm = ADAPTERS[family].create({ baseUrl: 'http://127.0.0.1:1/v1', fetch })
  const parts: LlmPart[] = []
  const signal = new AbortController().signal
  const asked: LlmRequest = {
    model: 'm',
    system: 's',
    messages,
    tools: [],
    toolChoice: 'auto',
    thinking: 'off',
    signal,
  }
  for await (const part of llm(asked)) parts.push(part)
  return { body: JSON.parse(body) as never, parts }
}

describe.each(['openai-compatible', 'anthropic'] as const)('%s', (family) => {
  it('what the product sends is read: texts and calls that have a result', async () => {
    const call = (id: string) => ({ type: 'tool-call' as const, id, name: 'test_look', arguments: '{}' })
    const { body } = await ask(family, [
      user('one'),
      { role: 'assistant', content: [call('a'), call('b')] },
      { role: 'tool', id: 'a', name: 'test_look', content: [{ type: 'text', text: 'r' }], isError: false },
      { role: 'tool', id: 'b', name: 'test_look', content: [{ type: 'text', text: 'r' }], isError: true },
      user('two'),
    ])
    const { texts, called } = readRequest(family, body)
    expect(texts).toEqual(['one', 'two'])
    expect([...called]).toEqual(['a', 'b'])
  })

  it('the scripted events are a whole answer to the product', async () => {
    const { parts } = await ask(family, [user('one')])
    const last = parts.at(-1)
    expect(last).toMatchObject({ type: 'done', stopReason: 'tool-use' })
    const calls = parts.flatMap((part) => (part.type === 'tool-call-end' ? [part.arguments] : []))
    expect(calls.map((text) => JSON.parse(text))).toEqual([{ step: 'a' }, { step: 'b' }])
    const text = parts.flatMap((part) => (part.type === 'text-delta' ? [part.text] : [])).join('')
    expect(text).toBe(turn.text)
  })
})

describe('a request that no provider takes is refused', () => {
  const read = (messages: unknown[]) => () => readRequest('openai-compatible', { messages } as never)
  const asks = { role: 'user', content: 'x' }
  const calls = { role: 'assistant', content: null, tool_calls: [{ id: 'a' }] }
  const result = { role: 'tool', tool_call_id: 'a', content: 'r' }
  it.each([
    ['a call without its result', [asks, calls, asks]],
    ['a call without its result at the end', [asks, calls]],
    ['a result without its call', [asks, result]],
    ['a result that comes twice', [asks, calls, result, result]],
    ['it begins with the model', [calls, result]],
    ['it ends with the model', [asks, { role: 'assistant', content: 'y' }]],
  ])('%s', (_what, messages) => {
    expect(read(messages)).toThrow()
  })
  it('and a right one is taken', () => {
    expect(read([asks, calls, result])).not.toThrow()
  })
})
