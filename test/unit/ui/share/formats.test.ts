import { Marked } from 'marked'
import { expect, it, onTestFinished } from 'vitest'
import type { Message } from '../../../../src/agent/message.ts'
import { speak } from '../../../../src/ui/base/words/language.ts'
import * as html from '../../../../src/ui/sharing/share/as-html.ts'
import * as json from '../../../../src/ui/sharing/share/as-json.ts'
import * as markdown from '../../../../src/ui/sharing/share/as-markdown.ts'
import { answerRow, userRow } from '../../../support/fake-rows.ts'

const ALL = { thinking: true, calls: true, attached: true, files: true }
const NONE = { thinking: false, calls: false, attached: false, files: false }
const contents = {
  ...{
    title: 'Kites <b>',
    createdAt: 0,
    model: 'm',
    count: 2,
    own: 1,
    answers: 1,
    thinking: 1,
    calls: 0,
    attached: 1,
    characters: 9,
  },
  ...{ hidden: 0, wire: 0, damaged: 0, files: [] },
}
const sha = 'a'.repeat(64)
const answer: Message = {
  ...answerRow(1, ''),
  content: [
    { type: 'thinking', text: 'Hm.' },
    { type: 'text', text: 'Use **paper**.' },
    { type: 'image', mediaType: 'image/png', blob: sha, name: 'kite.png' },
  ],
}
const file = {
  path: 'a.ts',
  size: 9,
  mediaType: 'text/plain',
  text: '```\n</pre><script>x</script>\n````',
  base64: null,
}
const tools = { render: (text: string) => `<p>${text}</p>`, imageOf: () => 'data:image/png;base64,AAAA' }

it('Markdown: what nothing in a file can close holds it', () => {
  const tokens = new Marked().lexer(markdown.file(file))
  const code = tokens.find(({ type }) => type === 'code') as { text: string; lang: string } | undefined
  expect(code?.text).toBe(file.text)
  expect(code?.lang).toBe('ts')
  const text = markdown.message(answer, ALL)
  expect(text).toContain('## Assistant')
  expect(text).toContain('> Hm.')
  expect(text).toContain('*[image: kite.png]*')
  expect(markdown.message(answer, NONE)).not.toMatch(/Hm|kite/)
})

it.each([
  ['openai/gpt-5*', true],
  ['m-2026-01-01', false],
  ['maker/m:latest', false],
  [undefined, false],
])(
  'who answered (%s) stands under the name where it is another model than the one that was asked',
  (answeredBy, told) => {
    const usage = { input: 1, output: 1, cacheRead: 0, cacheWrite: 0, reasoning: 0, answeredBy }
    const row: Message = { ...answer, model: { providerId: 'p', model: 'm' }, usage }
    const text = markdown.message(row, ALL)
    expect(text.includes('## Assistant\n\n*Answered by openai/gpt-5\\**\n')).toBe(told)
    expect(text.includes('Answered')).toBe(told)
    const page = html.message(row, ALL, tools)
    expect(page.includes('<p class="note">Answered by openai/gpt-5*</p>')).toBe(told)
    expect(page.includes('Answered')).toBe(told)
    const hostile = html.message({ ...row, usage: { ...usage, answeredBy: '<b>x' } }, ALL, tools)
    expect(hostile).toContain('Answered by &#60;b&#62;x')
  },
)

it('HTML: all that is not rendered markdown is escaped; the policy allows no script and nothing from elsewhere', () => {
  const hostile = '<img src=x onerror=alert(1)>"\'&'
  const page =
    html.head({ ...contents, title: hostile }, 'HASH') +
    html.message({ ...userRow(0, hostile) }, ALL, tools) +
    html.message(answer, ALL, tools) +
    html.file({ ...file, path: hostile }) +
    html.file({ ...file, path: hostile, text: null, base64: 'AAAA', mediaType: 'image/svg+xml' }) +
    html.file({ ...file, path: hostile, text: null, base64: 'AAAA', mediaType: 'image/png' }) +
    html.end
  expect(page).not.toContain('<img src=x')
  expect(page).not.toContain('<script')
  expect(page).not.toContain('image/svg')
  expect(page).toContain("default-src 'none'; style-src 'sha256-HASH'; img-src data:")
  expect(page).toContain('<img alt="[image: kite.png]" src="data:image/png;base64,AAAA">')
  expect(page.match(/src="(?!data:)/g)).toBeNull()
})

it('HTML: a recording is played from the page itself; one that is not there is named', () => {
  const talk = {
    type: 'document',
    name: '"talk".wav',
    mediaType: 'audio/wav',
    blob: sha,
    words: null,
    length: 2,
  } as const
  const row: Message = { ...userRow(0, ''), content: [talk] }
  const played = html.message(row, ALL, { ...tools, imageOf: () => 'data:audio/wav;base64,AAAA' })
  expect(played).toContain('<audio controls preload="none" src="data:audio/wav;base64,AAAA"></audio>')
  expect(played).toContain('[recording: &#34;talk&#34;.wav]')
  expect(html.message(row, ALL, { ...tools, imageOf: () => undefined })).not.toContain('<audio')
  expect(html.head(contents, 'HASH')).toContain('media-src data:;')
  expect(markdown.message(row, ALL)).toContain('[recording: "talk".wav]')
})

it('JSON: it is whole, with and without files', () => {
  const pieces = (files: boolean): string =>
    json.head(contents) +
    json.message(userRow(0, 'Plan "it"'), ALL, true) +
    json.message(answer, ALL, false) +
    json.filesHead +
    (files ? json.file(file, true) + json.file(file, false) : '') +
    json.end
  expect(JSON.parse(pieces(false))).toMatchObject({
    format: 'reflexor-conversation',
    title: 'Kites <b>',
    messages: [
      { role: 'user', content: [{ type: 'text', text: 'Plan "it"' }] },
      { role: 'assistant', content: [{ type: 'thinking' }, { type: 'text' }, { type: 'attached' }] },
    ],
    files: [],
  })
  expect(JSON.parse(pieces(true)).files).toHaveLength(2)
})

it('the pages of an answer are numbered in Markdown and HTML; neither their titles nor their addresses can get out', () => {
  const sources = [
    { url: 'https://example.org/a', title: 'Kites ](javascript:x) <b> | *and* `more`\u202e' },
    { url: 'https://example.com/%3E"onclick=x<b> [y](javascript:z)' },
    { url: 'javascript:alert(1)', title: 'No' },
  ]
  const row: Message = { ...answerRow(1, 'Yes.'), content: [{ type: 'sources', sources }] }
  const page = html.message(row, NONE, tools)
  expect(page).toContain('<ol class="sources"><li><a href="https://example.org/a" rel="noopener noreferrer">')
  expect(page).toContain('(example.org)')
  expect(page).toContain('example.com')
  expect(page).not.toMatch(/href="javascript|<b>|"onclick|\u202e/)
  const tokens = new Marked().lexer(markdown.message(row, NONE))
  const list = tokens.find(({ type }) => type === 'list')
  const links: string[] = []
  new Marked().walkTokens(list === undefined ? [] : [list], (token) => {
    if (token.type === 'link') links.push(token.href)
    expect(['list', 'list_item', 'text', 'link', 'escape', 'paragraph']).toContain(token.type)
  })
  expect(list?.type === 'list' && list.items).toHaveLength(2)
  expect(links).toContain('https://example.org/a')
  expect(links.filter((link) => !/^https:/.test(link))).toEqual([])
})

it('in Markdown and JSON the numbers behind cited words are those of the list; HTML gets them with the text', () => {
  const sources = [
    { url: 'javascript:alert(1)', title: 'No' },
    { url: 'https://example.org/a', title: 'Yes' },
  ]
  const citations = [
    { at: 3, source: 0 },
    { at: 5, source: 1 },
  ]
  const row: Message = {
    ...answerRow(1, ''),
    content: [
      { type: 'text', text: 'One two.' },
      { type: 'sources', sources, citations },
    ],
  }
  const text = markdown.message(row, NONE)
  expect(text).toContain('One two<sup>[1](<https://example.org/a>)</sup>.')
  expect(text).toContain('1. Yes: <https://example.org/a>')
  expect(text).not.toContain('javascript')
  const given: unknown[] = []
  html.message(row, NONE, { ...tools, render: (words, marks) => String(given.push(words, marks)) })
  const marks = [{ url: 'https://example.org/a', title: 'Yes', at: 5, n: 1 }]
  expect(given).toEqual(['One two.', marks])
  expect(JSON.parse(json.message(row, NONE, true))).toMatchObject({
    content: [{ text: 'One two.', marks }, { type: 'sources' }],
  })
})

it('code that the provider ran goes along with the calls, and nothing in it gets out of its frame', () => {
  const row: Message = {
    ...answerRow(1, ''),
    content: [
      {
        type: 'code-run',
        language: 'py`thon',
        code: '```\n</pre><script>x</script>',
        output: '<img src=x>',
        failed: true,
      },
      { type: 'code-run', language: 'bash', code: 'sleep 9', output: null },
    ],
  }
  const fences = new Marked().lexer(markdown.message(row, ALL)).filter(({ type }) => type === 'code')
  expect(fences).toMatchObject([
    { text: '```\n</pre><script>x</script>', lang: '' },
    { text: '<img src=x>' },
    { text: 'sleep 9', lang: 'bash' },
  ])
  const page = html.message(row, ALL, tools)
  expect(page).not.toMatch(/<script|<img/)
  expect(page.match(/<pre>/g)).toHaveLength(3)
  expect(JSON.parse(json.message(row, ALL, true))).toMatchObject({ content: [{ failed: true }, { output: null }] })
  for (const text of [markdown.message(row, NONE), html.message(row, NONE, tools), json.message(row, NONE, true)])
    expect(text).not.toContain('sleep')
})

it('in Chinese the heading of a copy had the mark that the worker added in English; for other programs it keeps it', async () => {
  // the language is put on the document, which is not there
  Object.assign(globalThis, { document: { documentElement: { lang: '' } } })
  onTestFinished(async () => {
    await speak('en')
    Reflect.deleteProperty(globalThis, 'document')
  })
  await speak('zh')
  const copy = { ...contents, title: '风筝 (branch)' }
  expect(markdown.head(copy)).toContain('# 风筝（分支）\n')
  expect(html.head(copy, 'HASH')).toContain('<h1>风筝（分支）</h1>')
  expect(html.head(copy, 'HASH')).toContain('<title>风筝（分支）</title>')
  expect(json.head(copy)).toContain('风筝 (branch)')
})
