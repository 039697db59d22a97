import { expect, it } from 'vitest'
import { wordsOfPages } from '../../../src/pdf/words-of-pages.ts'

const page = (number: number, length: number) => ({ number, text: 'x'.repeat(length) })

it('the end of a long PDF was missing, and neither the model nor the person knew', () => {
  const cut = wordsOfPages([page(1, 80), page(3, 60)], { damaged: [], lost: false, last: 3, of: 300, most: 100 })
  const [, rest] = cut.split('\n[…')
  expect(cut.slice(0, 100)).toBe(`[Page 1]\n${'x'.repeat(80)}\n\n[Page 3]\n`)
  expect(rest).toBe(' cut here: 60 characters up to the end of page 3 and pages 4 to 300 are not shown …]')
  // what is longer than that was cut: so the page knows
  expect(cut.length).toBeGreaterThan(100)
})

it('one that fits is whole; pages that could not be read are named; without text there are no words', () => {
  const whole = { damaged: [], lost: false, last: 2, of: 2, most: 100 }
  expect(wordsOfPages([page(1, 3), page(2, 2)], whole)).toBe('[Page 1]\nxxx\n\n[Page 2]\nxx')
  expect(wordsOfPages([page(1, 3)], { ...whole, damaged: [2] })).toBe('[Page 1]\nxxx\n[… could not be read: page 2 …]')
  expect(wordsOfPages([], { ...whole, damaged: [2] })).toBe('')
})

it('a PDF that fits, but not with the names of its unreadable pages, was said to be cut, of nothing', () => {
  const words = wordsOfPages([page(1, 80)], { damaged: [2], lost: false, last: 2, of: 2, most: 100 })
  expect(words).toBe(`[Page 1]\n${'x'.repeat(80)}\n[… could not be read: page 2 …]`)
})

it('words in fonts whose tables could not be loaded vanished, and neither the model nor the person knew', () => {
  const lost = { damaged: [], lost: true, last: 1, of: 1, most: 100 }
  const told = /\[… words in Chinese, Japanese or Korean fonts .* could not be read: .*…\]$/
  expect(wordsOfPages([page(1, 3)], lost)).toMatch(/^\[Page 1\]\nxxx\n\[… words/)
  expect(wordsOfPages([page(1, 3)], lost)).toMatch(told)
  expect(wordsOfPages([], lost)).toMatch(told)
})
