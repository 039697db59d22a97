import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { isPrivateText, LONG, MANY_LINES } from '../../../src/effects/private-text.ts'

describe('words of a person that are private', () => {
  it.each([
    ['a PIN', 'My PIN is 4821, keep it.'],
    ['a PIN alone', '4821'],
    ['a PIN that looks like a year', '1984'],
    ['a PIN in groups', 'it is 48 21'],
    ['a PIN with a point', 'it is 4.8.2.1'],
    ['a PIN in the digits of another script', 'it is ٤٨٢١'],
    ['a PIN in wide digits', 'it is ４８２１'],
    ['a telephone number', 'Call Ann, 555-0199'],
    ['an IBAN', 'Pay DE89 3704 0044 0532 0130 00'],
    ['an amount', 'I earn 65,000 a year'],
    ['a mail address', 'Write to ann@home.example'],
    ['a password', 'my password: hunter'],
    ['a key', 'use sk-proj-aB3dE5fG7h'],
    ['a key of one case', 'use k3y7a9f2d4c6b8e1'],
    ['a Chinese password', '我的密码是小猫'],
    ['an illness', 'I was diagnosed with asthma'],
    ['an address with a token in it', 'Read https://a.example/s?t=50494e206973203438323133'],
    ['a long text', 'word '.repeat(LONG / 4)],
    ['many lines', 'a\n'.repeat(MANY_LINES)],
  ])('%s', (_, text) => {
    expect(isPrivateText(text)).toBe(true)
  })
})

describe('words of a person that are not, so that ordinary work is not asked about', () => {
  it.each([
    'What is the weather in Berlin tomorrow?',
    'Compare the population of France in 1990 and 2024.',
    'What happened in 1848-1849 in Vienna?',
    'Read https://a.example/2026/11/27/12345678 and sum it up',
    'Look up c.example/items/48213 please',
    'Make a page with a red button and 3 columns, 100 px wide',
    '帮我查一下北京明天的天气',
    'Find me a train from Köln to Lyon on 12.3.',
    'Write a test for parse-rows.ts in TypeScript',
    'Rename component-2026-draft to component-final',
    '',
  ])('%s', (text) => {
    expect(isPrivateText(text)).toBe(false)
  })
})

it('takes time linear in the text, whatever it is, and never throws', () => {
  for (const piece of ['1 ', 'a.', 'a1', '@', 'A1a-', '%41'])
    expect(() => isPrivateText(piece.repeat(LONG / piece.length))).not.toThrow()
  fc.assert(fc.property(fc.string({ unit: 'binary', maxLength: LONG }), (text) => void isPrivateText(text)))
})
