import { expect, it } from 'vitest'
import { readSampling, wordsOfSampling } from '../../../src/mcp/sampling.ts'

const text = (words: string, role = 'user') => ({ role, content: { type: 'text', text: words } })

it('a wish is passed on with more than text, too long, without an end, or with tools', () => {
  for (const params of [
    null,
    {},
    { messages: [] },
    { messages: 'x' },
    { messages: [null] },
    { messages: [text('')] },
    { messages: [text('a', 'assistant')] },
    { messages: [{ role: 'user', content: { type: 'image', data: 'x' } }] },
    { messages: [text('x'.repeat(6001))] },
    { messages: [text('a')], systemPrompt: 'x'.repeat(6000) },
    { messages: Array.from({ length: 21 }, () => text('a')) },
    { messages: [text('a')], tools: [{ name: 'x' }] },
  ])
    expect(() => readSampling(params)).toThrow()
})

it('a server chooses how much it may cost', () => {
  const tokens = (maxTokens: unknown) => readSampling({ messages: [text('a')], maxTokens }).maxTokens
  expect([1e9, Number.NaN, -1, 'x', undefined, 7.9].map(tokens)).toEqual([4096, 4096, 4096, 4096, 4096, 7])
})

it('the person sees less than the model reads', () => {
  const wish = readSampling({
    systemPrompt: 'Be brief',
    messages: [text('One'), text('Two', 'assistant'), { role: 'user', content: [{ type: 'text', text: 'Three' }] }],
  })
  expect(wordsOfSampling(wish)).toBe('system: Be brief\n\nuser: One\n\nassistant: Two\n\nuser: Three')
})
