import { afterEach, beforeEach, expect, it } from 'vitest'
import { documentOf } from '../../../src/tools/web/page-document.ts'
import { articleOf, baseOf, readable } from '../../../src/tools/web/readable.ts'

/** In a thread of the browser there is a place, and libraries resolve against it. */
const OURS = 'http://localhost:4173/assets/readable-worker.js'
beforeEach(() => {
  Object.defineProperty(globalThis, 'location', { value: new URL(OURS), configurable: true })
})
afterEach(() => {
  Reflect.deleteProperty(globalThis, 'location')
})

const PAGE = 'https://news.example/2026/rivers/article.html?page=2'
const PROSE =
  '<p>Rivers run, slowly, to the sea, and the sea is never full, as everybody knows who has been there.</p>'.repeat(8)
const pageWith = (parts: string, head = ''): string =>
  `<!doctype html><html><head><title>On rivers</title>${head}</head><body><nav><a href="/">Home</a></nav><article><h1>On rivers</h1>${PROSE}<p>${parts}</p>${PROSE}</article></body></html>`
const linkIn = (href: string, head = ''): string | undefined =>
  /\[it\]\((.*?)\)/.exec(readable(pageWith(`There is more of <a href="${href}">it</a> there.`, head), PAGE).text)?.[1]

it.each([
  ['/top/a', 'https://news.example/top/a'],
  ['//cdn.example/a', 'https://cdn.example/a'],
  ['?q=1', 'https://news.example/2026/rivers/article.html?q=1'],
  ['#x', 'https://news.example/2026/rivers/article.html?page=2#x'],
  ['../a', 'https://news.example/2026/a'],
  ['../../../a', 'https://news.example/a'],
  ['a/b.html', 'https://news.example/2026/rivers/a/b.html'],
  ['./', 'https://news.example/2026/rivers/'],
  [' \n/a b ', 'https://news.example/a%20b'],
  ['https:/odd', 'https://news.example/odd'],
  ['https://other.example/a?b#c', 'https://other.example/a?b#c'],
  ['mailto:a@b.example', 'mailto:a@b.example'],
])('a relative link of an article led to our own origin: %s', (href, target) => {
  expect(linkIn(href)).toBe(target)
})

it('`//host` keeps the scheme of the page', () => {
  const { text } = readable(
    pageWith('There is more of <a href="//cdn.example/a">it</a> there.'),
    'http://news.example/',
  )
  expect(text).toContain('[it](http://cdn.example/a)')
})

it.each([
  ['<base href="/docs/">', 'a', 'https://news.example/docs/a'],
  ['<base href="../v2/">', 'a', 'https://news.example/2026/v2/a'],
  ['<base href="//cdn.example/x/">', 'a', 'https://cdn.example/x/a'],
  ['<base target="_blank"><base href="/docs/"><base href="/other/">', '?q=1', 'https://news.example/docs/?q=1'],
  ['<base href="/docs/">', '#x', 'https://news.example/docs/#x'],
  ['<base href="javascript:0">', 'a', 'https://news.example/2026/rivers/a'],
  ['<base href="data:text/plain,a">', '/a', 'https://news.example/a'],
  ['<base href="https://[">', '/a', 'https://news.example/a'],
])('%s counts as it does in a browser', (head, href, target) => {
  expect(linkIn(href, head)).toBe(target)
})

it.each(['javascript:alert(1)', 'data:text/html,x', 'https://[', 'blob:https://a.example/x'])(
  'what is no web address is no link: %s',
  (href) => {
    expect(linkIn(href)).toBeUndefined()
  },
)

it("an article's pictures led to our own origin, in whatever attribute their address was", () => {
  const document = documentOf(
    pageWith(
      '<img src="../a.png" srcset="b.png 1x, /c.png 2x" alt="a"> <img data-src="/lazy.jpg" class="lazy" alt="b"> <video poster="p.png" src="//cdn.example/v.mp4"></video>',
    ),
  )
  const article = articleOf(document, baseOf(document, PAGE))
  expect(article).not.toBeNull()
  const html = String((article as unknown as { root: { innerHTML: string } }).root.innerHTML)
  expect(html).toContain('src="https://news.example/2026/a.png"')
  expect(html).toContain('srcset="https://news.example/2026/rivers/b.png 1x, https://news.example/c.png 2x"')
  expect(html).toContain('src="https://news.example/lazy.jpg"')
  expect(html).not.toContain('localhost')
})

it('a table of a page fell apart into paragraphs, and a pipe in it made one cell two', () => {
  const { text } = readable(
    `<h1>Plans</h1><table><caption>All</caption><thead><tr><th>Plan</th><th>Price</th></tr></thead><tbody><tr><td>Starter</td><td><p>9 EUR</p><p>a|b</p></td></tr>
     <tr><td>Pro</td><td>29 EUR</td></tr></tbody></table><p>After.</p>`,
    'https://a.example/',
  )
  expect(text).toContain('Plan | Price |\n--- | --- |\nStarter | 9 EUR a\\|b |\nPro | 29 EUR |\n\nAfter.')
  expect(text.match(/---/g)).toHaveLength(2)
})
