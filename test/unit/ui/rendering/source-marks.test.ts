import fc from 'fast-check'
import { afterAll, expect, it, vi } from 'vitest'
import type { SourceMark } from '../../../../src/agent/sources.ts'
import { blocksOf } from '../../../../src/ui/rendering/markdown-blocks.ts'
import { lexerOptions, renderTokens } from '../../../../src/ui/rendering/markdown-render.ts'
import { changed, marksIn, placeMarks, settled } from '../../../../src/ui/rendering/source-marks.ts'
import { markedText } from '../../../../src/ui/sharing/share/marked-text.ts'

// reading is bounded in time: on a slow machine the same text could come out in two ways
const clock = vi.spyOn(performance, 'now').mockReturnValue(0)
afterAll(() => clock.mockRestore())

const mark = (at: number, n = 1): SourceMark => ({ at, n, url: `https://example.org/${n}` })

/** The text as HTML, with marks where `^` stands in it, numbered as they come. */
function rendered(written: string): string {
  const pieces = written.split('^')
  const text = pieces.join('')
  const marks = pieces.slice(0, -1).map((_, index) => mark(pieces.slice(0, index + 1).join('').length, index + 1))
  return html(text, marks)
}
function html(text: string, given: readonly SourceMark[]): string {
  const marks = settled(text, given)
  let whole = ''
  for (const { block, end } of blocksOf(text.replace(/\r\n?/g, '\n'), lexerOptions)) {
    if (block.kind === 'code') whole += `<pre>${block.text}</pre>\n`
    else {
      placeMarks(block.tokens, block.raw, marksIn(marks, end - block.raw.length, end))
      whole += renderTokens(block.tokens)
    }
  }
  return whole.trim()
}

it.each([
  [
    'in a sentence and at its end',
    'He was born in 1916^, in Petoskey.^',
    '<p>He was born in 1916<cite>1</cite>, in Petoskey.<cite>2</cite></p>',
  ],
  ['behind words, not behind the space after them', 'Born in 1916. ^Then', '<p>Born in 1916.<cite>1</cite> Then</p>'],
  ['never within a word', 'born in Pet^oskey, it', '<p>born in Petoskey<cite>1</cite>, it</p>'],
  ['between signs of a script without spaces', '他生于1916年^在美国', '<p>他生于1916年<cite>1</cite>在美国</p>'],
  ['not within a sign of two units', '1916 😀^ ok', '<p>1916 😀<cite>1</cite> ok</p>'],
  [
    'behind strong words, whose signs close as before',
    'It was **1916.^** Yes',
    '<p>It was <strong>1916.</strong><cite>1</cite> Yes</p>',
  ],
  [
    'behind a link that is cited itself',
    'See [a](https://a.example/b^c).',
    '<p>See <a href="https://a.example/bc">a</a><cite>1</cite>.</p>',
  ],
  ['behind code', 'Run `npm ^i` now', '<p>Run <code>npm i</code><cite>1</cite> now</p>'],
  ['several at one place', 'Yes^^^.', '<p>Yes<cite>1</cite><cite>2</cite><cite>3</cite>.</p>'],
  ['in a heading', '# Born 1916^\n\nYes', '<h2>Born 1916<cite>1</cite></h2><p>Yes</p>'],
  [
    'at the end of a paragraph with its empty line',
    'One.\n\n^Two.^',
    '<p>One.<cite>1</cite></p>\n<p>Two.<cite>2</cite></p>',
  ],
  [
    'in lists within lists, behind their signs',
    '- one^\n  - two, which\n    goes on^ here\n- three^',
    '<ul>\n<li>one<cite>1</cite><ul>\n<li>two, which<br>goes on<cite>2</cite> here</li>\n</ul>\n</li>\n<li>three<cite>3</cite></li>\n</ul>',
  ],
  [
    'in a quotation',
    '> a saying\n> of two lines^\n\nend',
    '<blockquote>\n<p>a saying<br>of two lines<cite>1</cite></p>\n</blockquote>\n<p>end</p>',
  ],
])('marks stand %s', (_, written, expected) => {
  expect(rendered(written)).toBe(expected)
})

it('marks stand in the cells of a table that they were said in', () => {
  const table = rendered('| a | b |\n|---|---|\n| 1^ | **2** |\n| 3 | 2^ |')
  expect(table).toContain('<td>1<cite>1</cite></td>')
  expect(table.match(/<td>2<cite>2<\/cite><\/td>/g)).toHaveLength(1)
  expect(table.match(/<cite>/g)).toHaveLength(2)
})

it('what is code of its own has no mark, and loses nothing to it', () => {
  expect(rendered('```\na^b\n```\n')).toBe('<pre>ab</pre>')
  expect(rendered('    a^b\n')).not.toContain('cite')
})

it('lines that end in two signs move no mark', () => {
  expect(html('one\r\ntwo\r\nthree.', [mark(8)])).toBe('<p>one<br>two<cite>1</cite><br>three.</p>')
})

const PIECES = [
  'word',
  ' ',
  '1916',
  '. ',
  '**bold**',
  '*',
  '_',
  '`code`',
  '[link](https://a.example)',
  '\n',
  '\n\n',
  '- ',
  '1. ',
  '> ',
  '| a | b |\n|--|--|\n| c | d |\n',
  '中文',
  '😀',
  '&amp;',
  '<b>',
  '\\*',
  '# ',
  '$x$',
  '[^1]',
  '~~',
  '!',
]
const aText = fc.array(fc.constantFrom(...PIECES), { maxLength: 25 }).map((pieces) => pieces.join(''))

it('whatever the text is, taking the marks away gives what it was without them, and none comes twice', () => {
  fc.assert(
    fc.property(aText, fc.array(fc.nat(80), { maxLength: 4 }), (text, places) => {
      const marks = [...new Set(places)].map((at, index) => mark(at, index + 1))
      const marked = html(text, marks)
      expect(marked.replaceAll(/<cite>\d+<\/cite>/g, '')).toBe(html(text, []))
      for (const { n } of marks) expect(marked.split(`<cite>${n}</cite>`).length).toBeLessThanOrEqual(2)
    }),
    { numRuns: 500 },
  )
})

it('in a file of Markdown, the numbers lead to their pages, and the text reads as it did', () => {
  expect(markedText('It was **1916.** Hello! Yes\n', [mark(16), mark(23, 2)])).toBe(
    'It was **1916.**<sup>[1](<https://example.org/1>)</sup> Hello!<sup>[2](<https://example.org/2>)</sup> Yes\n',
  )
  const table = markedText('| a |\n|---|\n| x |\n', [{ ...mark(15), url: 'https://example.org/a|b' }])
  expect(table).toContain('| x<sup>[1](<https://example.org/a%7Cb>)</sup> |')
  fc.assert(
    fc.property(aText, fc.array(fc.nat(80), { maxLength: 3 }), (text, places) => {
      const put = markedText(
        text,
        places.map((at) => mark(at)),
      )
      const plain = html(put, []).replaceAll(/<sup><a href="https:\/\/example.org\/1">1<\/a><\/sup>/g, '')
      expect(plain).toBe(html(text, []))
    }),
    { numRuns: 300 },
  )
})

it('what changed of the marks is told', () => {
  expect(changed([mark(1)], [mark(1)])).toEqual([])
  expect(changed([mark(1)], [mark(1), mark(4, 2)])).toEqual([mark(4, 2)])
  expect(changed([mark(1)], [])).toEqual([mark(1)])
})
