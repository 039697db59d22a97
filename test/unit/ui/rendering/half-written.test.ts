import { expect, it } from 'vitest'
import { lexBounded } from '../../../../src/ui/rendering/bounded-lexer.ts'
import { fenceOutside } from '../../../../src/ui/rendering/details-syntax.ts'
import { finished } from '../../../../src/ui/rendering/half-written.ts'
import { lexerOptions, renderTokens } from '../../../../src/ui/rendering/markdown-render.ts'

const html = (text: string) => renderTokens(lexBounded(text, {}, lexerOptions)).trim()

const SAMPLE =
  'Some **bold and *both*** words, `code`, [a link](https://example.org/path "t"), ~~gone~~ and ![a map](https://x.example/m.png).'
it('cut at any place, growing text never shows its marks raw', () => {
  for (let length = 1; length <= SAMPLE.length; length++) {
    const shown = html(finished(SAMPLE.slice(0, length))).replace(/<[^>]*>/g, '')
    expect(shown, SAMPLE.slice(0, length)).not.toMatch(/\*\*\w|\]\(|https?:/)
  }
})

it.each([
  ['a tag', 'Press <kbd>Ctrl</kbd> and **a <b>bold</b> word** or x<sup>2</sup>.', /&lt;|<kbd/],
  ['an address', 'See <https://f.example/auto> and <mailto:a@b.example>.', /&lt;/],
  ['a task', '- [x] done **thing**\n- [ ] open one\n  - [ ] a nested one', /[[\]]/],
  ['a formula', 'Inline $a^2 + b_1$, \\(x_1\\) and $\\frac{1}{2}$.', /\$|\(|\\\)/],
  ['a formula in lines of its own', 'See:\n\n\\[ e^{i\\pi} + 1 = 0 \\]\n\nand\n\n$$\\int_0^1 x dx$$', /\$|\[|\]|\\$/],
  ['a footnote', 'Some words.[^1] And more[^note].', /\^|\[/],
  ['bold in Chinese', '**重点：**请看**“第一节”**的内容，**不是**第二节，请看**重点**和`代码`**粗体**。', /\*/],
  ['bold in Japanese and Korean', '「**完了**」です、**見て**ください。**안녕**하세요, 이것은**중요**합니다.', /\*/],
  ['a fence', 'Some code:\n\n```mermaid\ngraph TD\n```', /`|mermaid/],
])('cut at any place, %s never shows how it is written', (_what, text, raw) => {
  for (let length = 1; length <= text.length; length++) {
    const cut = text.slice(0, length)
    // as the page does it: of what grows, only the last block is finished; one of code is shown as code
    const last = lexBounded(cut, {}, lexerOptions).findLast(({ type }) => type !== 'space')
    if (last === undefined || (last.type === 'code' && last.raw.includes('\n'))) continue
    const shown = html(finished(last.raw))
    expect(shown.replace(/<(?:var|samp)>.*?<\/(?:var|samp)>/gs, '').replace(/<[^>]*>/g, ''), cut).not.toMatch(raw)
  }
})

it('amounts of money and names of variables stay what they are while the text grows', () => {
  for (const text of ['It costs $5 a day and $10 in', 'Set $HOME/my_path and then go', 'From $5 to', 'a US$ and b'])
    expect(html(finished(text))).toBe(`<p>${text}</p>`)
})

it('a table is one from its first line on', () => {
  const table = '| Day | Cost |\n| --- | ---: |\n| 1 | 48 |'
  for (let length = 6; length <= table.length; length++)
    expect(html(finished(table.slice(0, length)))).toContain('<table')
})

it.each([
  ['$x^2$', '<p><var>x^2</var></p>'],
  ['\\(x\\)', '<p><var>x</var></p>'],
  ['a \\[x\\] b', '<p>a <samp>x</samp> b</p>'],
  ['$$\nx\n$$', '<p><samp>x</samp></p>'],
  ['$$\na\n- b\n+ c', '<p><samp>a\n- b\n+ c</samp></p>'],
  ['Text\n\\[\nx < y\n\\]\nmore', '<p>Text</p>\n<p><samp>x &#60; y</samp></p><p>more</p>'],
  ['$5 or $10', '<p>$5 or $10</p>'],
  ['$5 (or 6$)', '<p>$5 (or 6$)</p>'],
  ['US$5/US$6 and $HOME/$PATH', '<p>US$5/US$6 and $HOME/$PATH</p>'],
  ['`$x$`', '<p><code>$x$</code></p>'],
  ['$a_b$ and $c_d$', '<p><var>a_b</var> and <var>c_d</var></p>'],
  ['<var>x</var>', '<p>&lt;var&gt;x&lt;/var&gt;</p>'],
  ['A[^1]\n\n[^1]: note *b*', '<p>A<dfn>1</dfn></p>\n<p><dfn>1</dfn> <small>note <em>b</em></small></p>'],
  ['[^1]: https://x.example', '<p><dfn>1</dfn> <small><a href="https://x.example">https://x.example</a></small></p>'],
  [
    '<details><summary>More *here*</summary>Hidden **words**.</details>',
    '<details><summary>More <em>here</em></summary><p>Hidden <strong>words</strong>.</p>\n</details>',
  ],
  [
    '<details>\n<summary>More</summary>\n\n- one\n\n<details>two</details>\n\n</details>\n\nAfter',
    '<details><summary>More</summary><ul>\n<li>one</li>\n</ul>\n<details><p>two</p>\n</details></details><p>After</p>',
  ],
  ['<details onclick="x()">y</details>', '<p>&#60;details onclick=&#34;x()&#34;&#62;y&#60;/details&#62;</p>'],
  ['after all\n</details>', '<p>after all</p>'],
])('%s', (text, expected) => expect(html(text)).toBe(expected))

it('what opens and closes never shows its tags, cut at any place', () => {
  const text = 'Before\n\n<details>\n<summary>More</summary>\n\nHidden **words**.\n\n</details>\n\nAfter'
  for (let length = 1; length <= text.length; length++) {
    const from = text.slice(0, length).lastIndexOf('<details') === -1 ? 0 : text.indexOf('<details')
    const shown = html(finished(text.slice(from, length))).replace(/<[^>]*>/g, '')
    expect(shown, text.slice(from, length)).not.toMatch(/&(?:lt|#60);/)
  }
})

it('code inside of it stays inside, and code after it begins a block of its own', () => {
  expect(fenceOutside('a\n```js\nx')).toBe(1)
  expect(fenceOutside('<details>\n```js\n1\n```\n</details>\nb\n```')).toBe(34)
  expect(fenceOutside('<details>\n\n```js\n1')).toBe(-1)
  expect(fenceOutside('the `<details>` tag:\n```html')).toBe(20)
})

it('no sign is lost between the blocks of maths and footnotes', () => {
  const text = 'A\n\n$$\nx\n$$\nb\n\n[^1]: one\n[^2]: two\nstill two\n\n\\[\ny'
  expect(
    lexBounded(text, {}, lexerOptions)
      .map(({ raw }) => raw)
      .join(''),
  ).toBe(text)
})
