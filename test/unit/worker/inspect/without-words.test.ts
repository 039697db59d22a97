import { expect, it } from 'vitest'
import { withoutWords } from '../../../../src/worker/inspect/without-words.ts'

it('a report has the shape of what happened, and nothing that anybody said', () => {
  const input = {
    ...{ type: 'toolkit-respond', seq: 12, toolCallId: '7.0.1', key: 'ask-brain-7-0', status: 'closed' },
    content: [{ type: 'text', text: 'My diary' }],
    files: [{ path: 'diary.md', to: 'ab'.repeat(32), size: 3 }],
    args: '{"city":"Ulm"}',
    tools: { 'home__read-diary': { repeat: 'pure' } },
    model: { providerId: 'f00d', model: 'gpt-9' },
    partials: {},
    none: null,
  }
  const clean = withoutWords(input)
  expect(clean).toEqual({
    ...{ type: 'toolkit-respond', seq: 12, toolCallId: '7.0.1', key: 'ask-brain-7-0', status: 'closed' },
    content: [{ type: 'text', text: '[8 characters]' }],
    files: [{ path: '[8 characters]', to: '[64 characters]', size: 3 }],
    args: '[14 characters]',
    tools: { '[name 0]': { repeat: 'pure' } },
    model: { providerId: '[4 characters]', model: 'gpt-9' },
    partials: {},
    none: null,
  })
  for (const word of ['diary', 'Ulm', 'f00d']) expect(JSON.stringify(clean)).not.toContain(word)
})

it('a long text does not pass as a name', () => {
  expect(withoutWords({ kind: 'a'.repeat(500) })).toEqual({ kind: '[500 characters]' })
})
