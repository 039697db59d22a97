import fc from 'fast-check'
import { expect, it } from 'vitest'
import { filterByGlob, makeGlob, matchesGlob } from '../../../../src/tools/workspace/glob.ts'

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

/** What a pattern means, said as plainly as possible and at any cost. */
function naive(pattern: string, path: string): boolean {
  const choice = /^([^{]*)\{([^}]*)\}(.*)$/s.exec(pattern)
  if (choice) return (choice[2] ?? '').split(',').some((each) => naive(`${choice[1]}${each}${choice[3]}`, path))
  const [sign] = pattern
  if (sign === undefined) return path === ''
  if (pattern.startsWith('**')) {
    const rest = pattern.slice(pattern[2] === '/' ? 3 : 2)
    return Array.from({ length: path.length + 1 }).some((_, at) => naive(rest, path.slice(at)))
  }
  if (sign === '*') {
    const folder = path.indexOf('/')
    const most = folder === -1 ? path.length : folder
    return Array.from({ length: most + 1 }).some((_, at) => naive(pattern.slice(1), path.slice(at)))
  }
  const fits = sign === '?' ? path !== '' && path[0] !== '/' : sign === path[0]
  return fits && naive(pattern.slice(1), path.slice(1))
}

it('means what the plainest reading of the pattern means', () => {
  const signs = (...units: string[]) =>
    fc.array(fc.constantFrom(...units), { maxLength: 9 }).map((parts) => parts.join(''))
  fc.assert(
    fc.property(
      signs('*', '**', '**/', '?', 'a', 'b', '/', '{a,b}', '{,*}', '{', '}', ','),
      signs('a', 'b', '/'),
      (pattern, path) => {
        // braces within braces stand for nothing
        fc.pre(!/\{[^}]*\{/.test(pattern) && (pattern.match(/\{/g)?.length ?? 0) < 6)
        expect(matchesGlob(pattern, path)).toBe(naive(pattern, path))
      },
    ),
    { numRuns: 2000 },
  )
})

it('takes at most pattern x path steps for each alternative, whatever is made to hang it', () => {
  const hostile = fc.array(fc.constantFrom('*a', '**', '*', '?', '{,}', '{a,*}', '**/', 'a'), { maxLength: 160 })
  fc.assert(
    fc.property(hostile, fc.constantFrom('a', 'a/', 'ab'), (parts, unit) => {
      const pattern = parts.join('').slice(0, 500)
      const path = unit.repeat(250)
      let glob: ReturnType<typeof makeGlob>
      try {
        glob = makeGlob(pattern)
      } catch (error) {
        expect((error as Error).message).toMatch(/alternatives/)
        return
      }
      glob.matches(path)
      expect(glob.steps()).toBeLessThanOrEqual(64 * (pattern.length + 1) * (path.length + 1))
    }),
    { numRuns: 50 },
  )
  expect(() => matchesGlob('{a,b}'.repeat(12), 'x')).toThrow(/alternatives/)
  expect(matchesGlob(`${'*{,}'.repeat(100)}b`, 'a'.repeat(500))).toBe(false)
})

it('a costly pattern over many files is stopped by Stop, and given up in words when nobody stops it', async () => {
  const paths = Array.from({ length: 20_000 }, (_, n) => `${'a'.repeat(400)}${n}`)
  const pattern = `{x,y,z,u,v,w,q,}${'*a'.repeat(240)}!`
  const controller = new AbortController()
  const found = filterByGlob(pattern, paths, (path) => path, controller.signal)
  setTimeout(() => controller.abort(new Error('stopped')))
  await expect(found).rejects.toThrow('stopped')
  await expect(filterByGlob(pattern, paths, (path) => path, new AbortController().signal)).rejects.toThrow(
    'takes too long',
  )
})
