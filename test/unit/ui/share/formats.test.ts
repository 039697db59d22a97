import { Marked } from 'marked'
import { expect, it } from 'vitest'
import type { Message } from '../../../../src/agent/message.ts'
import * as html from '../../../../src/ui/share/as-html.ts'
import * as json from '../../../../src/ui/share/as-json.ts'
import * as markdown from '../../../../src/ui/share/as-markdown.ts'
import { answerRow, userRow } from '../../../support/fake-rows.ts'

const ALL = { thinking: true, calls: true, attached: true, files: true }
const NONE = { thinking: false, calls: false, attached: false, files: false }
const contents = {
  ...{ title: 'Kites <b>', createdAt: 0, model: 'm', count: 2, own: 1, answers: 1, thinking: 1, calls: 0, attached: 1 },
  ...{ hidden: 0, damaged: 0, files: [] },
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
