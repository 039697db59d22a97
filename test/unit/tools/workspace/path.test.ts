import { posix } from 'node:path'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { MAX_PATH_BYTES, parsePath } from '../../../../src/tools/workspace/path.ts'

describe('parsePath', () => {
  it.each([
    ['', 'empty'],
    ['../x', '".." is not allowed'],
    ['a/../../x', '".." is not allowed'],
    ['..', '".." is not allowed'],
    ['.', '"." is not allowed'],
    ['./a', '"." is not allowed'],
    ['a/./b', '"." is not allowed'],
    ['/etc/passwd', 'leading "/"'],
    ['//host/share', 'leading "/"'],
    ['C:/x', 'drive letter'],
    ['c:x', 'drive letter'],
    ['a\\b', 'backslash'],
    ['..\\x', 'backslash'],
    ['a//b', 'empty'],
    ['a/', 'empty'],
    ['a\0b', 'control character'],
    ['a\nb', 'control character'],
    ['a\u007fb', 'control character'],
    ['gpj\u202etxt.exe', 'control character'],
    ['a/ ', 'white space'],
    [' a', 'white space'],
    ['a /b', 'white space'],
    ['\ud800', 'half a character'],
    ['x'.repeat(10_000), `${MAX_PATH_BYTES} bytes`],
    ['é'.repeat(257), `${MAX_PATH_BYTES} bytes`],
    ['x'.repeat(256), '255 bytes'],
    [`${'é'.repeat(128)}.md`, '255 bytes'],
  ])('refuses %j and says why', (text, reason) => {
    const { path, problem } = parsePath(text)
    expect(path).toBeUndefined()
    expect(problem).toContain(reason)
    expect(problem?.length).toBeLessThan(400)
  })

  it.each([
    'a',
    'notes/plan.md',
    '.gitignore',
    '...',
    'a..b',
    'ä/日本語/👩‍👩‍👧.txt',
    'x y/z',
    '__proto__',
    'constructor',
  ])('takes %j as it is', (text) => expect(parsePath(text)).toEqual({ path: text }))

  it('gives one name to the two ways of writing an accent', () => {
    expect(parsePath('cafe\u0301')).toEqual({ path: 'caf\u00e9' })
  })

  const segment = fc.oneof(
    fc.constantFrom('..', '.', '', 'a', 'b.md', '\\', '\0', 'C:', '…', '．．', '%2e%2e', '~'),
    fc.string({ unit: 'binary', maxLength: 6 }),
  )
  const hostile = fc.oneof(
    fc.array(segment, { maxLength: 6 }).map((parts) => parts.join('/')),
    fc.string({ unit: 'binary' }),
  )

  it('never gives a path that escapes the folder it is joined to, and is its own fixed point', () => {
    fc.assert(
      fc.property(hostile, (text) => {
        const { path } = parsePath(text)
        if (path === undefined) return
        expect(posix.join('/base/workspace', path)).toBe(`/base/workspace/${path}`)
        expect(
          new URL(path.split('/').map(encodeURIComponent).join('/'), 'http://h/w/').href.startsWith('http://h/w/'),
        ).toBe(true)
        expect(parsePath(path)).toEqual({ path })
        expect(path.normalize('NFC')).toBe(path)
      }),
      { numRuns: 2000 },
    )
  })
})
