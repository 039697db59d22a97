import { describe, expect, it, onTestFinished, vi } from 'vitest'
import { speak } from '../../../src/ui/base/words/language.ts'
import { spokenWords } from '../../../src/ui/conversation/voice/spoken-words.ts'
import { makeMarkdownView } from '../../../src/ui/rendering/markdown.ts'

function mount(): { host: HTMLElement; view: ReturnType<typeof makeMarkdownView> } {
  const host = document.createElement('div')
  document.body.append(host)
  const view = makeMarkdownView(host)
  onTestFinished(() => {
    view.dispose()
    host.remove()
  })
  return { host, view }
}
/** Nothing stands unformatted, and nothing has changed in four looks: the goes of a slow machine may lie far apart. */
const settled = async (host: HTMLElement): Promise<void> => {
  let before = ''
  for (let same = 0; same < 4; ) {
    await new Promise((resolve) => setTimeout(resolve, 30))
    same = before === host.innerHTML && host.querySelector('.plain') === null ? same + 1 : 0
    before = host.innerHTML
  }
}

const CORPUS = [
  '<script>window.pwned = 1</script>',
  '<img src=x onerror="window.pwned=1">',
  '![x](https://tracker.example/a.png)',
  '![x](data:image/svg+xml;base64,PHN2Zz4=)',
  '[x](javascript:window.pwned=1)',
  '[x](JaVaScRiPt:window.pwned=1)',
  '[x](java&#10;script:window.pwned=1)',
  '[x](data:text/html,<script>window.pwned=1</script>)',
  '[x](vbscript:msgbox)',
  '<a href="javascript:window.pwned=1">x</a>',
  '<iframe src="https://evil.example"></iframe>',
  '<form action="https://evil.example"><input name=a><button>Send</button></form>',
  '<style>body{display:none}</style>',
  '<p style="position:fixed" id="root" class="app">x</p>',
  '<svg><script>window.pwned=1</script></svg>',
  '<math><mtext><style><img src=x onerror=window.pwned=1></style></mtext></math>',
  '<details open ontoggle="window.pwned=1">x</details>',
  '<b onmouseover="window.pwned=1">x</b>',
  '<link rel=stylesheet href=https://evil.example/a.css>',
  '<base href=https://evil.example>',
  '<meta http-equiv=refresh content="0;url=https://evil.example">',
  '<object data=https://evil.example></object><embed src=https://evil.example>',
  '```html\n<script>window.pwned=1</script>\n```',
  '`<img src=x onerror=window.pwned=1>`',
  '| <img src=x onerror=window.pwned=1> | b |\n| --- | --- |\n| <script>window.pwned=1</script> | [x](javascript:window.pwned=1) |',
  '[x]: javascript:window.pwned=1\n\n[x]',
  '<noscript><p title="</noscript><img src=x onerror=window.pwned=1>">',
  '<input autofocus onfocus=window.pwned=1>',
]
const ALLOWED =
  /^(P|BR|HR|H[2-6]|EM|STRONG|DEL|CODE|PRE|BLOCKQUOTE|UL|OL|LI|A|TABLE|THEAD|TBODY|TR|TH|TD|B|I|U|S|KBD|SUB|SUP|MARK|SMALL|INS|DIV|SPAN|FIGURE|FIGCAPTION|BUTTON|BDI|DETAILS|SUMMARY)$/

it('text that takes a while to format stands whole meanwhile: what was read before the formatting came does not disappear', async () => {
  const { host, view } = mount()
  const lines = Array.from(
    { length: 500 },
    (_, n) => `Line **${n}** of many, with \`code\` and [a link](https://a.test/${n}).`,
  )
  const missing: string[] = []
  let goes = 0
  const look = (): void => {
    goes++
    const shown = host.textContent ?? ''
    for (const n of [0, 1, 249, 250, 498, 499])
      if (!new RegExp(`Line (\\*\\*)?${n}(\\*\\*)? of many`).test(shown)) missing.push(`${n} in go ${goes}`)
  }
  const watch = new MutationObserver(look)
  watch.observe(host, { childList: true, subtree: true, characterData: true })
  onTestFinished(() => watch.disconnect())
  view.update(lines.join('\n\n'), false)
  look()
  expect(host.querySelectorAll('.md-block').length).toBeLessThan(500)
  await expect.poll(() => host.querySelectorAll('.md-block').length, { timeout: 20_000 }).toBe(500)
  await settled(host)
  expect(goes).toBeGreaterThan(3)
  expect(missing).toEqual([])
  expect(host.querySelector('.plain')).toBeNull()
})

it('an answer of a usual length is formatted in one go when a conversation opens: in several, each moved what stood below', () => {
  const { host, view } = mount()
  const clock = vi.spyOn(performance, 'now')
  onTestFinished(() => clock.mockRestore())
  // a machine on which every look at the clock is late
  let now = 0
  clock.mockImplementation(() => (now += 5))
  view.update(Array.from({ length: 60 }, (_, n) => `Paragraph **${n}**`).join('\n\n'), false)
  expect(host.querySelectorAll('strong')).toHaveLength(60)
})

describe('text of a model is inert', () => {
  it.each(CORPUS)('%s', async (text) => {
    const { host, view } = mount()
    // whole, and as it would come in: every prefix is rendered too
    view.update(text, false)
    for (let end = 1; end <= text.length; end += 3) view.update(text.slice(0, end), true)
    view.update(text, false)
    await settled(host)
    expect((window as { pwned?: number }).pwned).toBeUndefined()
    for (const element of host.querySelectorAll('*')) {
      expect(element.tagName).toMatch(ALLOWED)
      for (const { name, value } of element.attributes) {
        expect(name).not.toMatch(/^on|^style$|^id$|^src/)
        if (name === 'href') expect(value).toMatch(/^(https?|mailto):/i)
      }
    }
  })
})

it('text that grows after it was shown as not growing goes on in its own paragraph, list and code', async () => {
  for (const [before, after] of [
    ['Threads of code are', 'Threads of code are woven into cloth.'],
    ['One.\n\nTwo of th', 'One.\n\nTwo of them, **at least**.\n\nThree.'],
    ['- a\n- b', '- a\n- because\n- c'],
    ['```js\nlet a = 1\n```', '```js\nlet a = 1\n```\nAnd after.'],
    ['```js\nlet a', '```js\nlet a = 1\n```'],
  ] as const) {
    const { host, view } = mount()
    view.update(before, false)
    await settled(host)
    view.update(after, true)
    view.update(after, false)
    await settled(host)
    const whole = mount()
    whole.view.update(after, false)
    await settled(whole.host)
    expect(host.textContent).toBe(whole.host.textContent)
    expect(host.querySelectorAll('p, li, pre').length).toBe(whole.host.querySelectorAll('p, li, pre').length)
  }
})

it('another text takes the place of a long one without a moment of emptiness', async () => {
  const { host, view } = mount()
  const text = (word: string) => Array.from({ length: 400 }, (_, n) => `${word} ${n} of *many*`).join('\n\n')
  view.update(text('old'), false)
  await settled(host)
  const height = host.offsetHeight
  view.update(`${text('new')}\n\nend`, true)
  expect(host.offsetHeight).toBeGreaterThan(height * 0.9)
  await settled(host)
  expect(host.textContent).not.toContain('old')
  view.update('short', false)
  await settled(host)
  expect(host.textContent?.trim()).toBe('short')
})

it('links open elsewhere, tell nothing, and say where they lead', () => {
  const { host, view } = mount()
  view.update('[Docs](https://docs.example/a) and https://other.example/b', false)
  const [first, second] = host.querySelectorAll('a')
  expect(first?.textContent).toBe('Docs (docs.example)')
  expect(first?.target).toBe('_blank')
  expect(first?.rel).toBe('noopener noreferrer')
  expect(second?.textContent).toBe('https://other.example/b')
})

it('an image is a link with its host, and nothing is fetched', () => {
  const { host, view } = mount()
  view.update('![A map](https://maps.example/m.png)', false)
  expect(host.querySelector('img')).toBeNull()
  expect(host.textContent?.trim()).toBe('Image: A map (maps.example)')
})

const TEXT = `# Head\n\nA *b* [ref] c\nlazy\n\n- one\n- two\n\n  more\n\n\`\`\`js\nlet a = '\`\`'\n\n\n// x\n\`\`\`\nafter\n\n| a | b |\n|---|--:|\n| 1 | 2 |\n\n> quote\n> more\n\n1. x\n   \`\`\`\n   in list\n   \`\`\`\n2. y\n\nSetext\n===\n\n***\n\nlast **bold\n\n[ref]: https://example.org\n`

it.each([1, 2, 3, 7, 50])('text that came in pieces of %i looks as if it had come at once', async (size) => {
  const whole = mount()
  whole.view.update(TEXT, false)
  const pieces = mount()
  for (let end = size; end < TEXT.length; end += size) pieces.view.update(TEXT.slice(0, end), true)
  pieces.view.update(TEXT, false)
  await settled(pieces.host)
  await settled(whole.host)
  // the colours of code come to each in their time
  const isSame = (): boolean => pieces.host.innerHTML === whole.host.innerHTML
  await expect.poll(isSame, { timeout: 10_000 }).toBe(true)
})

it('a very long paragraph, list and code block lose nothing', async () => {
  const words = Array.from({ length: 30_000 }, (_, n) => `w${n}`).join(' ')
  const items = Array.from({ length: 500 }, (_, n) => `- item ${n}`).join('\n')
  const code = Array.from({ length: 500 }, (_, n) => `line ${n}`).join('\n')
  const { host, view } = mount()
  view.update(`${words}\n\n${items}\n\n\`\`\`\n${code}\n\`\`\`\n`, false)
  await expect.poll(() => host.querySelector('code')?.textContent).toBe(code)
  expect(host.querySelectorAll('li').length).toBe(500)
  const text = [...host.querySelectorAll('p')].map((p) => p.textContent).join(' ')
  expect(text.split(/\s+/).length).toBe(30_000)
})

it('code went no further than a fence in it at which a piece of the answer had ended', async () => {
  const { host, view } = mount()
  const code = '# Start\n\n```bash\nnpm start'
  const whole = `\`\`\`markdown\n${code}\n\`\`\`\n`
  const fence = whole.indexOf('```bash') + 3
  for (const end of [fence, fence + 4, whole.length - 1]) {
    view.update(whole.slice(0, end), true)
    await settled(host)
  }
  expect(host.querySelector('code')?.textContent).toBe(code)
  view.update(whole, false)
  await expect.poll(() => host.querySelectorAll('code span[class^="hl-"]').length).toBeGreaterThan(0)
  expect(host.querySelector('code')?.textContent).toBe(code)
})

it('a long line of code that streams in was cut into a line of its own for each piece', async () => {
  const { host, view } = mount()
  const code = 'a=1;'.repeat(10_000)
  for (let end = 100; end <= code.length; end += 100) view.update(`\`\`\`\n${code.slice(0, end)}`, true)
  // a slow machine draws the last of it a moment later
  await expect.poll(() => host.querySelector('code')?.textContent === code).toBe(true)
  expect(host.querySelectorAll('.code-part').length).toBeLessThanOrEqual(3)
})

it('"Copy" gives the whole code, in the middle of it and when it stands there in colours', async () => {
  const { host, view } = mount()
  const copied: string[] = []
  const write = navigator.clipboard.writeText
  navigator.clipboard.writeText = async (text) => void copied.push(text)
  onTestFinished(() => {
    navigator.clipboard.writeText = write
  })
  view.update('Text.\n\n```ts\nconst a = 1\nconst b', true)
  await expect.poll(() => host.querySelector('code')?.textContent).toBe('const a = 1\nconst b')
  host.querySelector<HTMLButtonElement>('.copy')?.click()
  view.update('Text.\n\n```ts\nconst a = 1\nconst b = 2\n```\n\nMore.', false)
  await expect.poll(() => host.querySelectorAll('code span[class^="hl-"]').length).toBeGreaterThan(0)
  host.querySelector<HTMLButtonElement>('.copy')?.click()
  await expect.poll(() => copied).toEqual(['const a = 1\nconst b', 'const a = 1\nconst b = 2'])
})

it('a "Copy" that was pressed twice said "Copied" for good', async () => {
  const { host, view } = mount()
  const write = navigator.clipboard.writeText
  const finish: (() => void)[] = []
  navigator.clipboard.writeText = () => new Promise((resolve) => finish.push(resolve))
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
  onTestFinished(() => {
    vi.useRealTimers()
    navigator.clipboard.writeText = write
  })
  view.update('```\nlet a\n```\n', false)
  const copy = host.querySelector<HTMLButtonElement>('.copy')
  const press = async (times: number): Promise<void> => {
    for (let n = 0; n < times; n++) copy?.click()
    for (const end of finish.splice(0)) end()
    await vi.advanceTimersByTimeAsync(0)
    expect(copy?.textContent).toBe('Copied')
  }
  await press(1)
  await vi.advanceTimersByTimeAsync(1500)
  // with one after the other, and with two that are under way together
  await press(2)
  await vi.advanceTimersByTimeAsync(1500)
  expect(copy?.textContent).toBe('Copied')
  await vi.advanceTimersByTimeAsync(600)
  expect(copy?.textContent).toBe('Copy')
  await press(1)
  await vi.advanceTimersByTimeAsync(2100)
  expect(copy?.textContent).toBe('Copy')
})

it('lines of code are numbered in all blocks at once, remembered, and what is copied has no numbers', async () => {
  localStorage.removeItem('reflexor:code-numbers')
  onTestFinished(() => localStorage.removeItem('reflexor:code-numbers'))
  const { host, view } = mount()
  const numbered = () => [...host.querySelectorAll('code')].map((code) => code.querySelectorAll('.code-line').length)
  const button = () => host.querySelector<HTMLButtonElement>('.numbers')
  const other = '```\none\n\nthree\n```\n\n'
  view.update(`${other}\`\`\`ts\n/* one\ntwo */ const a = 1\nco`, true)
  await expect.poll(() => host.querySelectorAll('code').length).toBe(2)
  button()?.click()
  expect(button()?.ariaPressed).toBe('true')
  await expect.poll(numbered).toEqual([3, 3])
  // what comes afterwards goes on in the same line
  view.update(`${other}\`\`\`ts\n/* one\ntwo */ const a = 1\nconst b = 2\nlast`, true)
  await expect.poll(numbered).toEqual([3, 4])
  const text = '/* one\ntwo */ const a = 1\nconst b = 2\nlast'
  view.update(`${other}\`\`\`ts\n${text}\n\`\`\`\n`, false)
  await expect.poll(() => host.querySelectorAll('code span[class^="hl-"]').length).toBeGreaterThan(0)
  await expect.poll(numbered).toEqual([3, 4])
  expect([...host.querySelectorAll('code')].map((code) => code.textContent)).toEqual(['one\n\nthree', text])
  // a comment over two lines has its colour in both
  await expect.poll(() => host.querySelectorAll('code .hl-cmnt').length).toBe(2)
  const next = mount()
  next.view.update(other, false)
  await expect.poll(() => next.host.querySelectorAll('.code-line').length).toBe(3)
  next.host.querySelector<HTMLButtonElement>('.numbers')?.click()
  await expect.poll(numbered).toEqual([0, 0])
  expect([...host.querySelectorAll('code')].map((code) => code.textContent)).toEqual(['one\n\nthree', text])
  expect(localStorage.getItem('reflexor:code-numbers')).toBe(null)
})

it('formulas are set when their code is there, name nothing of the page and lead nowhere; what cannot be read stays as it was written', async () => {
  const { host, view } = mount()
  const hostile = '$\\href{javascript:alert(1)}{x}$ $\\label{root}y$ $\\frac{1}{$ \\(\\htmlId{main}{z}\\)'
  view.update(`Half of $\\frac{1}{2}$ and\n\n$$\nx = 1\n$$\n\n${hostile}`, false)
  await expect.poll(() => host.querySelectorAll('math').length, { timeout: 15_000 }).toBeGreaterThanOrEqual(2)
  await expect.poll(() => host.querySelector('var math mfrac')?.textContent).toBe('12')
  expect(host.querySelector('samp math')?.getAttribute('display')).toBe('block')
  expect(host.querySelectorAll('[id], [href], a, script')).toHaveLength(0)
  expect(host.textContent).toContain('\\frac{1}{')
})

it('bold in Chinese and Japanese is bold beside their punctuation, and no asterisk is seen', async () => {
  const { host, view } = mount()
  const lines = [
    '**重点：**请看**“第一节”**的内容，**不是**第二节。',
    '- **安装（可选）**：运行`a**b`，**见[文档](https://docs.example/x)。**然后**「完了」**です',
    '2 ** 3 和 **不闭合 ** 后面 \\**文：\\**字',
  ]
  const text = lines.join('\n\n')
  for (let at = 1; at < text.length; at++) {
    view.update(text.slice(0, at), true)
    if (at < (lines[0]?.length ?? 0)) expect(host.textContent).not.toContain('**')
  }
  view.update(text, false)
  await expect
    .poll(() => [...host.querySelectorAll('strong')].map(({ textContent }) => textContent))
    .toEqual([...['重点：', '“第一节”', '不是', '安装（可选）', '见文档 (docs.example)。', '「完了」']])
  expect(host.textContent).toContain('2 ** 3 和 **不闭合 ** 后面 **文：**字')
})

it('a list goes on counting behind a code block, and columns stand as they were told to: all lists began at 1, all cells at the left', async () => {
  const { host, view } = mount()
  const text = '1. one\n\n```sh\nls\n```\n\n2. two\n3. three\n\n| a | b | c |\n|:--|:-:|--:|\n| x | y | z |\n'
  for (let at = 7; at < text.length; at += 7) view.update(text.slice(0, at), true)
  view.update(text, false)
  await expect.poll(() => host.querySelectorAll('td')).toHaveLength(3)
  expect([...host.querySelectorAll('ol')].map(({ start }) => start)).toEqual([1, 2])
  for (const row of ['td', 'th'])
    expect([...host.querySelectorAll(row)].map((cell) => getComputedStyle(cell).textAlign)).toEqual([
      ...['-webkit-left', '-webkit-center', '-webkit-right'],
    ])
})

it('a table is copied as CSV, and what a spreadsheet would run is text there', async () => {
  const { host, view } = mount()
  const copied: string[] = []
  const write = navigator.clipboard.writeText
  navigator.clipboard.writeText = async (text) => void copied.push(text)
  onTestFinished(() => {
    navigator.clipboard.writeText = write
  })
  view.update('| a | b, c |\n|---|---|\n| =1+1 | say "x" |\n| -5 | -a |', false)
  await expect.poll(() => host.querySelector('table')).not.toBeNull()
  host.querySelector<HTMLButtonElement>('.table-frame button')?.click()
  await expect.poll(() => copied).toEqual(['a,"b, c"\r\n\'=1+1,"say ""x"""\r\n-5,\'-a'])
})

it('the number of a page, the sign of a footnote and the host of a link were copied as part of what a cell says', async () => {
  const { host, view } = mount()
  const copied: string[] = []
  const write = navigator.clipboard.writeText
  navigator.clipboard.writeText = async (text) => void copied.push(text)
  onTestFinished(() => {
    navigator.clipboard.writeText = write
  })
  const table =
    '| a | b | c | d |\n|---|---|---|---|\n| 1200 | 1300[^1] | [ACME](https://acme.example) | x<sup>2</sup> |'
  const text = `${table}\n\n[^1]: In dollars.`
  const marks = [{ n: 3, at: text.indexOf('1200') + 4, url: 'https://source.example/', title: 'Source' }]
  view.update(text, false, marks)
  await expect.poll(() => host.querySelector('td')?.textContent).toBe('12003')
  expect([...host.querySelectorAll('sup')].map(({ textContent }) => textContent)).toEqual(['3', '1', '2', '1'])
  host.querySelector<HTMLButtonElement>('.table-frame button')?.click()
  await expect.poll(() => copied).toEqual(['a,b,c,d\r\n1200,1300,ACME,x2'])
  expect(host.querySelector('td')?.textContent).toBe('12003')
})

it('is read aloud in sentences, once each: code is named, links by their words alone, tables cell by cell', () => {
  const text =
    '# Plan\n\nSee [the docs](https://docs.example/x) **now**.[^1]\n\n- one\n  - two\n- three\n\n> Quoted.\n\n| a | b |\n|---|---|\n| 1 | 2 |\n\n```js\nconst a = 1\n```\n\n<details><summary>More</summary>Hidden.</details>'
  const spokenPieces = (markdown: string) => spokenWords(markdown, 'en').pieces
  expect(spokenPieces(text)).toEqual([
    ...['Plan', 'See the docs now.', 'one', 'two', 'three', 'Quoted.', 'a, b', '1, 2', 'Code.', 'More', 'Hidden.'],
  ])
  const long = spokenPieces(
    `${'A sentence of some words. '.repeat(40)}\n\n${'长句子。'.repeat(100)}\n\n${'x'.repeat(1000)}`,
  )
  expect(Math.max(...long.map((piece) => piece.length))).toBeLessThanOrEqual(220)
  expect(long.join('').replace(/\s/g, '')).toBe(
    'Asentenceofsomewords.'.repeat(40) + '长句子。'.repeat(100) + 'x'.repeat(1000),
  )
  expect(spokenPieces('')).toEqual([])
})

it('a voice for English was given the Chinese word for code, and said nothing: it is named in the language of the text', async () => {
  await speak('zh')
  onTestFinished(() => speak('en'))
  const code = '```js\nlet a = "易北河很长易北河很长易北河很长"\n```'
  expect(spokenWords(`The river.\n\n${code}`, 'zh-CN')).toEqual({ pieces: ['The river.', 'Code.'], language: 'en' })
  expect(spokenWords(`易北河很长。\n\n${code}`, 'en')).toEqual({
    pieces: ['易北河很长。', '代码。'],
    language: 'zh-CN',
  })
})
