import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { replaceOnce } from '../../../../src/tools/workspace/replace-once.ts'

describe('replaceOnce', () => {
  it('replaces the one place and nothing else', () => expect(replaceOnce('a b c', 'b', 'x')).toBe('a x c'))
  it('deletes', () => expect(replaceOnce('a b c', ' b', '')).toBe('a c'))
  it('takes the replacement as it is, dollar signs and all', () =>
    expect(replaceOnce('a', 'a', '$& $1 $$ $`')).toBe('$& $1 $$ $`'))
  it('takes the old text as it is, no pattern', () => expect(replaceOnce('a.b axb', 'a.b', 'y')).toBe('y axb'))

  it.each([
    ['one\ntwo\none\n', 'one', 'lines 1, 3.'],
    ['aaa', 'aa', 'lines 1, 1.'],
    ['x\n'.repeat(50), 'x', 'lines 1, 2, 3, 4, 5, 6, 7, 8, 9, 10 and more.'],
  ])('refuses what is there twice and names the lines: %j', (text, old, words) => {
    expect(() => replaceOnce(text, old, 'new')).toThrow(`old_text is there more than once: it begins on ${words}`)
  })

  it.each([
    ['hello', 'world', 'old_text is not in the file. Read the file again'],
    ['\tif (a) {\n', '  if (a) {\n', 'Line 1 has the first of these words with other white space'],
    ['a\r\nb\r\n', 'a\nb', 'The file ends its lines with "\\r\\n"'],
    ['', 'y', 'old_text is not in the file.'],
    ['x', '', 'old_text is empty'],
    ['x', 'x', 'are the same'],
  ])('in %j, %j fails clearly', (text, old, words) => expect(() => replaceOnce(text, old, 'x')).toThrow(words))

  it('an edit and its reverse give the text back', () => {
    const part = fc.string({ unit: 'grapheme', maxLength: 10 })
    fc.assert(
      fc.property(part, part, part, (before, after, mark) => {
        const old = `«${mark}»`
        const text = before + old + after
        fc.pre(text.split(old).length === 2)
        fc.pre(!text.includes('<<new>>'))
        const edited = replaceOnce(text, old, '<<new>>')
        expect(replaceOnce(edited, '<<new>>', old)).toBe(text)
      }),
    )
  })
})
