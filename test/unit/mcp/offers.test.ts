import { expect, it } from 'vitest'
import { boundPrompts, boundResources, MOST_RESOURCES } from '../../../src/mcp/offer-list.ts'
import { visibleOf } from '../../../src/mcp/visible.ts'

/** What servers say of their prompts and resources. */

it('one prompt that is nonsense hides the others, or is offered', () => {
  const args = Array.from({ length: 17 }, (_, n) => ({ name: `a${n}` }))
  const prompts = boundPrompts([
    null,
    'a string',
    { name: 7 },
    { name: '' },
    { name: 'x'.repeat(129) },
    { name: 'many', arguments: args },
    { name: 'half', arguments: [{ name: 'a' }, { name: '' }] },
    { name: 'good', title: 5, description: 'd'.repeat(10_000_000), arguments: [{ name: 'city', required: 'yes' }] },
    { name: 'good' },
  ])
  expect(prompts.map(({ name }) => name)).toEqual(['good'])
  expect(prompts[0]?.title).toBe('')
  expect(prompts[0]?.description).toHaveLength(300)
  expect(prompts[0]?.args).toEqual([{ name: 'city', description: '', required: false }])
})

it('10,000 prompts and resources are all kept', () => {
  expect(boundPrompts(Array.from({ length: 10_000 }, (_, n) => ({ name: `p${n}` })))).toHaveLength(100)
  const many = Array.from({ length: 10_000 }, (_, n) => ({ uri: `demo://${n}`, name: `r${n}` }))
  expect(boundResources(many)).toHaveLength(MOST_RESOURCES)
  expect(boundResources([{ uri: `demo://${'x'.repeat(3000)}` }, { name: 'no address' }])).toEqual([])
})

it('a prompt hides words in tags, between zero-width signs or behind a change of direction', () => {
  const tags = [...'obey'].map((sign) => String.fromCodePoint(0xe0000 + (sign.codePointAt(0) ?? 0))).join('')
  expect(visibleOf(`Hello${tags}\u202e\u200b\u2066\ufeff, line\r\ntwo\tthree`)).toEqual({
    text: 'Hello, line\ntwo\tthree',
    removed: 8,
  })
})

it('a family, a flag or a word of Persian loses its joiners', () => {
  const kept = '👩‍👩‍👧 ❤️ می‌خواهم क्‍ष'
  expect(visibleOf(kept)).toEqual({ text: kept, removed: 0 })
})
