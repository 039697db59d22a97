import { expect, it } from 'vitest'
import { typedDecimal, typedMoney, typedWhole } from '../../../../src/ui/base/kit/typed-number.ts'

it.each(['16000', ' 16000 ', '16,000', '16.000', '16 000', "16'000", '16\u2019000', '16\u00a0000', '16\u202f000'])(
  'the whole number %j is sixteen thousand',
  (text) => {
    expect(typedWhole(text)).toBe(16_000)
  },
)

it('a whole number has groups of three of one kind, and no fraction', () => {
  expect(typedWhole('1,000,000')).toBe(1_000_000)
  expect(typedWhole('-2.147.483.648')).toBe(-2_147_483_648)
  for (const text of [
    '16,0',
    '16.5',
    '0,125',
    '1,000.000',
    '1.000,5',
    '16,0000',
    '1,00,000',
    'many',
    '9'.repeat(20),
    'Infinity',
  ])
    expect(typedWhole(text), text).toBeNaN()
})

it.each([
  ['2,50', 2.5],
  ['2.50', 2.5],
  ['$2', 2],
  ['.5', 0.5],
  ['0,125', 0.125],
  ['0.125', 0.125],
  ['1,000.50', 1000.5],
  ['1.000,50', 1000.5],
  ["1'000.50", 1000.5],
  ['1 000', 1000],
  ['1 000,5', 1000.5],
  ['1,000,000', 1_000_000],
  ['1.1250', 1.125],
])('the amount %j is %d dollars', (text, dollars) => {
  expect(typedMoney(text)).toBe(dollars)
})

it('an amount of "1,000" became one dollar: which of the two is meant is asked', () => {
  const problem = (typed: string, whole: string, decimal: string) => ({
    problem: `${typed} is ambiguous: write ${whole} or ${decimal}.`,
  })
  expect(typedMoney('1,000')).toEqual(problem('1,000', '1000', '1.00'))
  expect(typedMoney('$12.500')).toEqual(problem('12.500', '12500', '12.50'))
  expect(typedMoney('1.125')).toEqual(problem('1.125', '1125', '1.1250'))
  for (const text of ['1,000,50', '1.2.3', '1,2,3', 'much']) expect(typedMoney(text), text).toBeNaN()
})

it('a number too small for groups has none', () => {
  expect(typedDecimal(' 1,125 ')).toBe(1.125)
  expect(typedDecimal('1.000,5')).toBeNaN()
})
