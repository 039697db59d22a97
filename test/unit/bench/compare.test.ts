import { expect, it } from 'vitest'
import { compare, inWords } from '../../bench/compare.mjs'
import { figure } from '../../bench/figures.mjs'

const section = (figures: ReturnType<typeof figure>[]) => [{ title: 'step', figures }]
const step = (values: number[]) => section([figure('one step', values, 'ms')])
const speed = (values: number[]) =>
  section([figure('against the other', values, 'x', { bar: { relation: '>=', limit: 10, of: 'x' } })])

it('what lies outside of both spreads is named, as worse or as better', () => {
  expect(compare(step([4, 4.1, 4.2]), step([2, 2.1, 2.2])).worse).toMatchObject([
    { what: 'step: one step', before: 2.1, value: 4.1 },
  ])
  expect(compare(step([2, 2.1, 2.2]), step([4, 4.1, 4.2])).better).toHaveLength(1)
})

it('what the spread explains is not named', () => {
  expect(compare(step([2, 3, 4]), step([1, 2, 3]))).toEqual({ worse: [], better: [] })
})

it('where more is better, less is worse', () => {
  expect(compare(speed([5, 5, 5]), speed([12, 12, 12])).worse).toMatchObject([{ times: 12 / 5 }])
  expect(compare(speed([12, 12, 12]), speed([5, 5, 5])).better).toHaveLength(1)
})

it('a figure that one side lacks is no change', () => {
  expect(compare(step([1]), speed([9]))).toEqual({ worse: [], better: [] })
})

it('of a figure by the clock and by the processor, each was compared with that of the processor', () => {
  const both = (clock: number[], processor: number[]) =>
    section([figure('a key', clock, 'ms'), figure('a key', processor, 'ms', { note: 'processor time alone' })])
  expect(compare(both([9, 9.1, 9.2], [2, 2.1, 2.2]), both([9, 9.1, 9.2], [2, 2.1, 2.2]))).toEqual({
    worse: [],
    better: [],
  })
  expect(compare(both([9, 9.1, 9.2], [4, 4.1, 4.2]), both([9, 9.1, 9.2], [2, 2.1, 2.2])).worse).toMatchObject([
    { what: 'step: a key (processor time alone)', before: 2.1, value: 4.1 },
  ])
})

it('is told in words', () => {
  expect(inWords(compare(step([4]), step([2])), 'monday')).toBe(
    'WORSE since monday, by more than the spread:\n- step: one step: 2.00 -> 4.00 ms',
  )
  expect(inWords({ worse: [], better: [] }, 'monday')).toBe('Nothing changed by more than the spread since monday.')
})
