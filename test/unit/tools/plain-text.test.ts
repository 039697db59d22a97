import fc from 'fast-check'
import { afterEach, expect, it, vi } from 'vitest'
import { plainText, titleOf } from '../../../src/tools/web/plain-text.ts'
import { hostilePages } from '../../support/hostile-html.ts'

afterEach(() => void vi.restoreAllMocks())

/** How many characters the searches of `work` have looked at: what a clock would say, without one. */
function looked(work: () => void): number {
  let characters = 0
  const { indexOf } = String.prototype
  const { exec } = RegExp.prototype
  vi.spyOn(String.prototype, 'indexOf').mockImplementation(function (this: string, part, from = 0) {
    const place = indexOf.call(this, part, from)
    characters += (place === -1 ? this.length : place) - from
    return place
  })
  vi.spyOn(RegExp.prototype, 'exec').mockImplementation(function (this: RegExp, text) {
    const from = this.lastIndex
    const found = exec.call(this, text)
    characters += (found === null ? text.length : found.index) - from
    return found
  })
  work()
  vi.restoreAllMocks()
  return characters
}

it.each(hostilePages(60_000))('a page of %s is looked at a few times, not once per tag', (_, html) => {
  expect(looked(() => void plainText(html))).toBeLessThan(20 * html.length)
  expect(looked(() => void titleOf(html))).toBeLessThan(20 * html.length)
})

it('any mixture of tags is read in time linear in its length', () => {
  const piece = fc.constantFrom(
    ...[
      '<head>',
      '</head>',
      '<script>',
      '</SCRIPT>',
      '<svg>',
      '</svg',
      '<style a>',
      '<!--',
      '-->',
      '<',
      '>',
      'x',
      '&lt;',
      '<p>',
    ],
  )
  fc.assert(
    fc.property(fc.array(piece, { minLength: 1, maxLength: 30 }), (pieces) => {
      const html = pieces.join('').repeat(200)
      expect(looked(() => void plainText(html))).toBeLessThan(20 * html.length + 1000)
    }),
  )
})

it('gives the words and no tags, scripts, styles and comments, however they are written', () => {
  const html = `<HTML><head><title>A &amp; B</title><style>p{}</style></head><body><p>One <b>two</b></p><!-- no > -->
<SCRIPT>no()</script>three<br>four<svg><text>no</text></svg> five &#x41;&nbsp;&bogus;</body>`
  expect(plainText(html)).toBe('One two\nthree\nfour five A &bogus;')
  expect(titleOf(html)).toBe('A & B')
})
