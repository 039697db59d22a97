import { expect, it } from 'vitest'
import { argumentsOf } from '../../../src/search/call-arguments.ts'
import { shownJson, shownValue, textsOfValue } from '../../../src/search/shown-values.ts'

const nested = (depth: number): unknown => (depth === 0 ? 'deep' : { in: [nested(depth - 1)] })

it('what is too deep, or of too many parts, stays JSON, and nothing of it is left out', () => {
  for (const value of [nested(3), Array.from({ length: 300 }, (_, n) => n), [[[[[1]]]]]])
    expect(shownValue(value)).toEqual({ kind: 'json', text: JSON.stringify(value, null, 2) })
  expect(shownValue(nested(2)).kind).toBe('fields')
  expect(shownValue(Array.from({ length: 100 }, (_, n) => n)).kind).toBe('list')
})

it('the texts of a value are read in their order, long ones shortened as on the card', () => {
  const value = shownValue({ a: 'one', b: ['two', { c: 3, d: `four\n${'x'.repeat(50)}` }], e: [], f: null })
  expect(textsOfValue(value, 10)).toEqual(['one', 'two', '3', 'four\nxxxxx', 'null'])
})

it('what a tool gave back is laid out only where it is a list or an object, and not a deep one of thousands of brackets', () => {
  expect(shownJson('{"a":1}')?.kind).toBe('fields')
  expect(shownJson(' [1,2]\n')?.kind).toBe('list')
  for (const text of ['12', '"words"', '[note] to self', '{"half":', `${'['.repeat(9000)}${']'.repeat(9000)}`, ''])
    expect(shownJson(text)).toBeNull()
  expect(shownJson(JSON.stringify({ long: 'x'.repeat(30_000) }))).toBeNull()
})

it('true, false and the unit of a wait are words of the page: they are said in the person’s language, and not found as what the model wrote', () => {
  const value = shownValue({ unit: 'minutes', all: true, name: 'minutes', deep: { unit: 'years', off: false } })
  expect(value).toEqual({
    kind: 'fields',
    fields: [
      { name: 'unit', value: { kind: 'word', text: 'minutes' } },
      { name: 'all', value: { kind: 'word', text: 'true' } },
      { name: 'name', value: { kind: 'line', text: 'minutes' } },
      {
        name: 'deep',
        value: {
          kind: 'fields',
          fields: [
            { name: 'unit', value: { kind: 'line', text: 'years' } },
            { name: 'off', value: { kind: 'word', text: 'false' } },
          ],
        },
      },
    ],
  })
  expect(textsOfValue(value, 10)).toEqual(['minutes', 'years'])
  expect(argumentsOf('{"amount": 5, "unit": "hours"}')?.[1]?.value).toEqual({ kind: 'word', text: 'hours' })
})
