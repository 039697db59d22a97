import { expect, it } from 'vitest'
import { pageProblem } from '../../../src/ui/rendering/cost/page-cost.ts'

it.each([
  ['very many boxes', '<div></div>'.repeat(200_000)],
  ['boxes in boxes', '<div>'.repeat(3000)],
  ['styles that nothing closes', '<b><i>'.repeat(60_000)],
  [
    'styles of different names before many paragraphs',
    `${Array.from({ length: 500 }, (_, n) => `<b id=${n}>`).join('')}${'<p>x'.repeat(15_000)}`,
  ],
  ['upper case', '<DIV>'.repeat(1000)],
  ['tags behind a quotation mark that opens nothing', `<p ">${'<b><i>'.repeat(500)}<p ">`],
  ['tags behind a comment that is none', `<!-->${'<b><i>'.repeat(500)}<!-- -->`],
  ['slashes that close nothing', '<b/><i/>'.repeat(500)],
  ['ends that end nothing', '<div></p>'.repeat(1000)],
  ['styles and the ends of others', '<b></i>'.repeat(1000)],
])('%s would hold up the page: refused, and in no time', (_what, text) => {
  const before = process.cpuUsage()
  expect(pageProblem(text, 'html')).toContain('too many')
  expect(process.cpuUsage(before).user / 1000).toBeLessThan(1500)
})

it.each([
  [
    'a report',
    `<!doctype html><html><body>${'<section><h2>a</h2><p>b <b>c</b><br>d<img src="data:,"></section>'.repeat(1000)}`,
  ],
  ['a list without ends', `<ul>${'<li>a'.repeat(5000)}</ul>`],
  ['a drawing', `<svg>${'<path d="M0 0"/>'.repeat(5000)}</svg>`],
  [
    'a script full of signs',
    `<script>for (let i = 0; i < 9; i++) if (a<b) c="<div>"</script>${'<p>x</p>'.repeat(100)}`,
  ],
  ['text', 'a < b and c > d'],
])('%s is drawn', (_what, text) => {
  expect(pageProblem(text, 'html')).toBeNull()
})

it.each([
  ['tags that never end', `${'<a '.repeat(30_000)}${'x'.repeat(4_000_000)}`],
  ['quotes that never end', `${'<a b="'.repeat(30_000)}${'x'.repeat(4_000_000)}`],
  ['values that never end', `${'<a b='.repeat(30_000)}${'x'.repeat(4_000_000)}`],
  ['signs alone', '<'.repeat(4_000_000)],
  ['comments that never end', '<!--'.repeat(1_000_000)],
  ['closed comments', '<!-->'.repeat(800_000)],
  ['runs of spaces', `${' '.repeat(4_000_000)}data`],
  ['spaces in an address', `<svg><g fill="url(${' '.repeat(3_000_000)}"/></svg>`],
  ['rules of one class', `<style>${'.a{fill:url(#a)}'.repeat(250_000)}</style><svg><g class="a"/></svg>`],
  ['classes of one rule', `<style>${`${'.a'.repeat(900)}{${'fill:url(#a);'.repeat(7000)}}`.repeat(40)}</style>`],
  ['braces', '<style>{'.repeat(500_000)],
  ['references', `<style>.a{fill:url(#a)}</style>${'<g class="a">'.repeat(300_000)}`],
  ['pictures', 'data:image/png;base64,'.repeat(200_000)],
])('%s are looked through in no time', (_what, text) => {
  const before = process.cpuUsage()
  for (const kind of ['html', 'svg'] as const) pageProblem(text, kind)
  expect(process.cpuUsage(before).user / 1000).toBeLessThan(1500)
})

const ring = (n: number, inner: string): string => `<g id="l${n}">${inner.repeat(10)}</g>`
/** Twelve lines, each of which repeats the one before ten times. */
const bomb = (use: (id: string) => string): string =>
  `<svg xmlns="http://www.w3.org/2000/svg"><defs><path id="l0" d="M0 0h9v9z"/>${Array.from({ length: 12 }, (_, n) =>
    ring(n + 1, use(`l${n}`)),
  ).join('')}</defs>${use('l12')}</svg>`

it.each([
  ['use', bomb((id) => `<use href="#${id}"/>`)],
  ['use of the old kind', bomb((id) => `<use xlink:href='#${id}'/>`)],
  ['use with a prefix and a sign by its number', bomb((id) => `<svg:use href="&#x23;${id}"/>`)],
  ['masks', bomb((id) => `<path d="M0 0" mask="url(#${id})"/>`)],
  ['fills in style', bomb((id) => `<path d="M0 0" style="fill:url('#${id}')"/>`)],
  ['entities', '<!DOCTYPE svg [<!ENTITY a "x"><!ENTITY b "&a;&a;">]><svg>&b;</svg>'],
  [
    'a style sheet',
    `<svg><style>.a{marker-mid:url(#m)}</style><marker id="m"><path class="a" d="M0 0"/></marker><path class="a"/></svg>`,
  ],
  [
    'filters',
    `<svg><filter id="f">${'<feTurbulence/>'.repeat(20)}</filter>${'<rect filter="url(#f)"/>'.repeat(20)}</svg>`,
  ],
  ['elements without end', '<svg>'.repeat(300)],
])('a drawing of 10^12 elements by %s is not drawn', (_what, text) => {
  expect(pageProblem(text, 'svg')).toContain('repeats itself')
})

it.each([
  ['an icon', '<svg viewBox="0 0 9 9"><path d="M0 0"/></svg>'],
  ['a map', `<svg>${'<path class="land" d="M0 0h9"/>'.repeat(20_000)}</svg>`],
  ['symbols', `<svg><symbol id="s">${'<path d="M0 0"/>'.repeat(50)}</symbol>${'<use href="#s"/>'.repeat(100)}</svg>`],
  [
    'a drawing as programs write it',
    `<svg><defs><style>.a{fill:url(#g)}.b{clip-path:url(#c)}</style><linearGradient id="g"><stop class="a"/></linearGradient><clipPath id="c"><rect class="a"/></clipPath></defs><g class="b"><path class="a"/></g></svg>`,
  ],
  ['a filter', `<svg><filter id="f"><feGaussianBlur/></filter>${'<rect filter="url(#f)"/>'.repeat(20)}</svg>`],
])('%s is drawn', (_what, text) => {
  expect(pageProblem(text, 'svg')).toBeNull()
})

/** The head of a picture that claims this size. */
const png = (width: number, height: number): string => {
  const bytes = new Uint8Array(33)
  bytes.set([0x89, 0x50, 0x4e, 0x47, 13, 10, 26, 10, 0, 0, 0, 13, 0x49, 0x48, 0x44, 0x52])
  const view = new DataView(bytes.buffer)
  view.setUint32(16, width)
  view.setUint32(20, height)
  return btoa(String.fromCharCode(...bytes))
}

it.each([
  ['as data', `<img src="data:image/png;base64,${png(30_000, 30_000)}">`],
  ['in a style', `<p style="background:url(data:image/png;base64,${png(30_000, 30_000)})">`],
  ['behind a line end', `<img src="data:image/png;base64,\n${png(30_000, 30_000)}">`],
  ['behind a name for a sign', `<img src="data&colon;image/png;base64,${png(30_000, 30_000)}">`],
  [
    'by percent signs',
    `<img src="data:image/png;base64,%${'iVBOR'.charCodeAt(0).toString(16)}${png(30_000, 30_000).slice(1)}">`,
  ],
  ['many small ones', `<img src="data:image/png;base64,${png(2000, 2000)}">`.repeat(30)],
  [
    'in a drawing in a picture',
    `<img src="data:image/svg+xml,<svg><image href='data:image/png;base64,${png(30_000, 30_000)}'/></svg>">`,
  ],
  ['in a drawing in base64', `<img src="data:image/svg+xml;base64,${btoa(bomb((id) => `<use href="#${id}"/>`))}">`],
])('a picture of 30,000 x 30,000 pixels %s is not drawn in a page', (_what, text) => {
  expect(pageProblem(text, 'html')).toMatch(/too large|repeats itself/)
})

it('a page with a picture of the ordinary kind is drawn', () => {
  expect(pageProblem(`<img src="data:image/png;base64,${png(3000, 2000)}">`, 'html')).toBeNull()
})
