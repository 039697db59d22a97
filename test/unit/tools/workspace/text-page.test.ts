import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { countLines, PAGE_BYTES, pageOf } from '../../../../src/tools/workspace/text-page.ts'
import { worked } from '../../../support/own-time.ts'

const whole = { fromLine: 1, fromColumn: 1, toLine: null }
const bytes = (text: string): number => new TextEncoder().encode(text).length

describe('pageOf', () => {
  it.each([
    ['', 0],
    ['a', 1],
    ['a\n', 1],
    ['a\n\n', 2],
    ['a\r\nb', 2],
  ])('counts the lines of %j', (text, lines) => expect(countLines(text)).toBe(lines))

  it('gives lines 2 to 3 with their ends, inclusive', () => {
    expect(pageOf('a\nb\nc\nd\n', { fromLine: 2, fromColumn: 1, toLine: 3 })).toEqual({
      text: 'b\nc\n',
      lastLine: 3,
      lines: 4,
      next: null,
    })
  })

  it('takes a to_line behind the end as the end', () => {
    expect(pageOf('a\nb', { fromLine: 2, fromColumn: 1, toLine: 99 })).toMatchObject({
      text: 'b',
      lastLine: 2,
      next: null,
    })
  })

  it.each([
    [{ fromLine: 3, fromColumn: 1, toLine: null }, 'There is no line 3: the text has 2 lines.'],
    [{ fromLine: 2, fromColumn: 1, toLine: 1 }, 'to_line (1) is before from_line (2).'],
    [{ fromLine: 2, fromColumn: 9, toLine: null }, 'Line 2 has no column 9.'],
    [{ fromLine: 1, fromColumn: 3, toLine: null }, 'Line 1 has no column 3.'],
  ])('says what is wrong with %j', (range, words) => expect(() => pageOf('a\nb', range)).toThrow(words))

  it('stops at a line end when the text is too long, and says where to go on', () => {
    const line = `${'x'.repeat(99)}\n`
    const page = pageOf(line.repeat(100), whole)
    expect(page).toMatchObject({ text: line.repeat(70), lastLine: 70, lines: 100, next: { line: 71, column: 1 } })
  })

  it('cuts a line that alone is too long', () => {
    expect(pageOf('x'.repeat(PAGE_BYTES + 5), whole)).toMatchObject({
      lastLine: 1,
      next: { line: 1, column: PAGE_BYTES + 1 },
    })
  })

  it('never halves a character', () => {
    const text = `x${'👍'.repeat(PAGE_BYTES)}`
    const page = pageOf(text, whole)
    expect(page.text).not.toMatch(/\p{Surrogate}/u)
    expect(bytes(page.text)).toBeLessThanOrEqual(PAGE_BYTES)
  })

  it('finds lines at the end of a 10 MB text without a pause', () => {
    const text = 'a line of a long file\n'.repeat(450_000)
    const begun = worked()
    pageOf(text, { fromLine: 449_000, fromColumn: 1, toLine: 449_100 })
    expect(worked() - begun).toBeLessThan(2000)
  })

  const line = fc.oneof(
    fc.string({ unit: 'grapheme', maxLength: 40 }),
    fc.integer({ min: 1, max: 3 * PAGE_BYTES }).map((n) => 'y'.repeat(n)),
    fc.integer({ min: 1, max: PAGE_BYTES }).map((n) => 'ü👍'.repeat(n)),
  )
  const text = fc
    .tuple(fc.array(line, { maxLength: 12 }), fc.boolean())
    .map(([lines, end]) => lines.join('\n') + (end ? '\n' : ''))

  it('reading on until the end reassembles the text, within the limit at each step', () => {
    fc.assert(
      fc.property(text, (value) => {
        let read = ''
        for (let at: { line: number; column: number } | null = { line: 1, column: 1 }; at; ) {
          const page = pageOf(value, { fromLine: at.line, fromColumn: at.column, toLine: null })
          expect(bytes(page.text)).toBeLessThanOrEqual(PAGE_BYTES)
          if (page.next) expect(page.text).not.toBe('')
          read += page.text
          at = page.next
        }
        expect(read).toBe(value)
      }),
    )
  })

  it('any split into ranges reassembles the text', () => {
    const short = fc
      .array(fc.string({ unit: 'grapheme', maxLength: 20 }), { minLength: 1, maxLength: 30 })
      .map((lines) => lines.join('\n'))
    fc.assert(
      fc.property(short, fc.nat(), (value, seed) => {
        const lines = countLines(value)
        if (lines === 0) return
        const split = 1 + (seed % lines)
        const first = pageOf(value, { fromLine: 1, fromColumn: 1, toLine: split }).text
        const rest = split === lines ? '' : pageOf(value, { fromLine: split + 1, fromColumn: 1, toLine: null }).text
        expect(first + rest).toBe(value)
      }),
    )
  })
})
