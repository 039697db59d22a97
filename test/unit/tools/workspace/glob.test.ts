import fc from 'fast-check'
import { expect, it } from 'vitest'
import { matchesGlob } from '../../../../src/tools/workspace/glob.ts'

it.each([
  ['*.md', 'a.md', true],
  ['*.md', 'x/a.md', false],
  ['**/*.md', 'a.md', true],
  ['**/*.md', 'x/y/a.md', true],
  ['notes/**', 'notes/x/a.md', true],
  ['notes/**', 'other/a.md', false],
  ['?.md', 'ab.md', false],
  ['*.{csv,json}', 'a.json', true],
  ['*.{csv,json}', 'a.txt', false],
  ['a{b', 'a{b', true],
  ['[a].md', '[a].md', true],
  ['', '', true],
])('%s and %s: %s', (pattern, path, expected) => {
  expect(matchesGlob(pattern, path)).toBe(expected)
})

it('every path matches itself and **, whatever signs it has', () => {
  fc.assert(
    fc.property(
      fc.string().filter((text) => !/[*?{}]/.test(text)),
      (path) => {
        expect(matchesGlob(path, path)).toBe(true)
        expect(matchesGlob('**', path)).toBe(true)
      },
    ),
  )
})

it('a pattern made to hang a regular expression does not', () => {
  const started = performance.now()
  expect(matchesGlob(`${'*a'.repeat(200)}b`, 'a'.repeat(1000))).toBe(false)
  expect(() => matchesGlob('{a,b}'.repeat(12), 'x')).toThrow(/alternatives/)
  expect(performance.now() - started).toBeLessThan(5000)
})
