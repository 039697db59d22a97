import { describe, expect, it } from 'vitest'
import { nextBlocks } from '../../../../src/ui/rendering/markdown-blocks.ts'
import { lexerOptions, renderTokens } from '../../../../src/ui/rendering/markdown-render.ts'
import { markdownBombs } from '../../../support/attacks/markdown-bombs.ts'

/** As the view does it: block after block; the longest go, the HTML, and the text as the blocks have it. */
function renderAll(text: string): { html: string; raw: string; longest: number } {
  let html = ''
  let raw = ''
  let longest = 0
  for (let at = 0; at < text.length; ) {
    const began = performance.now()
    const steps = nextBlocks(text, at, true, {}, lexerOptions)
    for (const { block } of steps) {
      html += block.kind === 'markdown' ? renderTokens(block.tokens) : block.text
      raw += block.kind === 'markdown' ? block.raw : block.text
    }
    longest = Math.max(longest, performance.now() - began)
    const end = steps.at(-1)?.end ?? text.length
    expect(end).toBeGreaterThan(at)
    at = end
  }
  return { html, raw, longest }
}

describe('markdown that is made to be costly', () => {
  it('is read in bounded time, whatever it stutters: no answer freezes the page, or disappears', () => {
    for (const [name, text] of markdownBombs(8000)) {
      const before = process.cpuUsage()
      const { html, longest } = renderAll(text)
      const spent = process.cpuUsage(before).user / 1000
      // each of these took from four seconds to minutes, or fell over its own depth
      expect(spent, `${name}: ${Math.round(longest)} ms at once`).toBeLessThan(2500)
      expect(html.match(/</g)?.length ?? 0, name).toBeLessThan(text.length * 2)
    }
  }, 60_000)

  it.each([
    ['quotes in quotes', '> '.repeat(5000)],
    ['brackets', '['.repeat(14_000)],
    ['a list in a list', Array.from({ length: 1000 }, (_, n) => `${'  '.repeat(n)}- a`).join('\n')],
    ['marks of two kinds', '_a*'.repeat(50_000)],
    ['a table as wide as a book', `|${'a|'.repeat(20_000)}\n|${'-|'.repeat(20_000)}\n`],
  ])('shows all of its text: %s', (_name, text) => {
    const letters = (words: string): number => words.match(/[a`[]/g)?.length ?? 0
    const { html } = renderAll(text)
    expect(letters(html.replace(/<[^>]*>/g, ''))).toBe(letters(text))
    expect(html.match(/<td|<th/g)).toBeNull()
  })
})

describe('what is honest', () => {
  it('is read as before: lists in lists, quotes, tables, tags that are closed', () => {
    const text =
      '- a\n  - b\n    - c\n\n> q\n> > r\n\n|a|b|\n|-|-|\n|1|2|\n\nH<sub>2</sub>O<br>and <b>bold *it* </b> **x _y_**'
    expect(renderAll(text).html.replaceAll('\n', '')).toBe(
      '<ul><li>a<ul><li>b<ul><li>c</li></ul></li></ul></li></ul><blockquote><p>q</p><blockquote><p>r</p></blockquote></blockquote>' +
        '<table><thead><tr><th>a</th><th>b</th></tr></thead><tbody><tr><td>1</td><td>2</td></tr></tbody></table>' +
        '<p>H<sub>2</sub>O<br>and <b>bold <em>it</em> </b> <strong>x <em>y</em></strong></p>',
    )
  })

  it('a tag that nothing closes is text: it would go on in every paragraph after it', () => {
    expect(renderAll('<b>a\n\nb </i>c <u><s>d</u>').html.trim()).toBe(
      '<p>&lt;b&gt;a</p>\n<p>b &lt;/i&gt;c &lt;u&gt;&lt;s&gt;d&lt;/u&gt;</p>',
    )
  })
})
