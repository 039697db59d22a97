import fc from 'fast-check'
import { expect, it, vi } from 'vitest'
import { findText, textFinder } from '../../../src/tools/find-text.ts'
import { replaceOnce } from '../../../src/tools/workspace/replace-once.ts'

const few = (maxLength: number) =>
  fc.array(fc.constantFrom('a', 'b', 'ab', '\ud83d', 'é'), { maxLength }).map((parts) => parts.join(''))

it('finds what the platform finds, wherever it begins', () => {
  fc.assert(
    fc.property(few(200), few(40), fc.nat(50), (text, part, from) => {
      expect(findText(text, part, from)).toBe(text.indexOf(part, from))
      expect(textFinder(part)(text + part, from)).toBe((text + part).indexOf(part, from))
    }),
    { numRuns: 1000 },
  )
})

it('looks at each sign of a text a few times, however much of it almost fits', () => {
  const text = 'a'.repeat(50_000)
  const looks = vi.spyOn(String.prototype, 'charCodeAt')
  const count = (work: () => unknown): number => {
    looks.mockClear()
    work()
    return looks.mock.calls.length
  }
  const parts = [`b${'a'.repeat(5000)}`, `${'a'.repeat(5000)}b`, `${'a'.repeat(2500)}b${'a'.repeat(2500)}`]
  const counts = parts.map((part) => count(() => findText(text, part)))
  looks.mockRestore()
  for (const looked of counts) expect(looked).toBeLessThan(6 * (text.length + 5000))
})

it('an edit whose old text almost fits everywhere in a file of 4 MB ends', () => {
  const text = 'a'.repeat(4_000_000)
  expect(() => replaceOnce(text, `b${'a'.repeat(40_000)}`, 'x')).toThrow('is not in the file')
})
