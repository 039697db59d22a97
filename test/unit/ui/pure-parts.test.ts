import { describe, expect, it } from 'vitest'
import type { Display } from '../../../src/agent/content.ts'
import { argumentsOf, mainArgument, prettyArguments, replacementIn } from '../../../src/search/call-arguments.ts'
import { diffLines } from '../../../src/search/diff-lines.ts'
import { mediaTypeOf } from '../../../src/tools/workspace/media-type.ts'
import { fileSize } from '../../../src/ui/base/kit/file-size.ts'
import { relativeTime } from '../../../src/ui/base/kit/relative-time.ts'
import { directionOf } from '../../../src/ui/base/kit/text-direction.ts'
import { grantWords, wordsToAllow } from '../../../src/ui/base/words/grant-words.ts'
import { messageProblem } from '../../../src/ui/conversation/composer/message-problem.ts'
import { toolState } from '../../../src/ui/conversation/tool-calls/tool-state.ts'
import { guessSeparator, parseCsv } from '../../../src/ui/files/csv.ts'
import { treeLines } from '../../../src/ui/files/file-tree.ts'
import { pdfInfo } from '../../../src/ui/files/pdf-info.ts'
import { kindInWords, previewKind } from '../../../src/ui/files/preview-kind.ts'
import { sheetsIn } from '../../../src/ui/files/sheets-in.ts'
import { sessionWords } from '../../../src/ui/sessions/session-words.ts'
import { readAdvanced, textOfAdvanced } from '../../../src/ui/settings/providers/advanced-form.ts'
import { checkFields, needsTrust, newProviderId, toProvider } from '../../../src/ui/settings/providers/provider-form.ts'
import { LIMIT_FIELDS, type LimitField, parseLimit } from '../../../src/ui/settings/session-settings/limit-input.ts'

describe('provider form', () => {
  const fields = {
    kind: 'openai-compatible' as const,
    baseUrl: 'https://x.example/v1',
    key: '',
    model: 'm',
    trusted: false,
    name: '',
    advanced: textOfAdvanced(undefined),
  }
  it('an unknown address from a link must be confirmed; this computer and known providers need not', () => {
    expect(checkFields(fields, true, null).trusted).toBeDefined()
    expect(checkFields({ ...fields, trusted: true }, true, null)).toEqual({})
    expect(checkFields(fields, false, null)).toEqual({})
    expect(needsTrust('http://localhost:1234/v1')).toBe(false)
    expect(needsTrust('https://api.anthropic.com/v1')).toBe(false)
    expect(needsTrust('https://api.anthropic.com.evil.example/v1')).toBe(true)
  })
  it('every wrong field gets a sentence of its own', () => {
    const wrong = checkFields({ ...fields, baseUrl: 'ftp://x', model: ' ', key: 'two words' }, false, null)
    expect(Object.keys(wrong).sort()).toEqual(['baseUrl', 'key', 'model'])
    expect(checkFields({ ...fields, baseUrl: 'https://u:p@x.example' }, false, null).baseUrl).toContain('password')
    expect(checkFields({ ...fields, key: `x\u200by` }, false, null).key).toBeDefined()
  })
  it('a longest answer of "16,000" tokens became 16', () => {
    const read = (more: object) => readAdvanced({ ...fields.advanced, ...more })
    expect(read({ maxOutput: '16,000', temperature: '0,125', topP: '.5' }).advanced).toEqual({
      maxOutput: 16_000,
      temperature: 0.125,
      topP: 0.5,
    })
    expect(Object.keys(read({ maxOutput: '16,5', retries: '1.000' }).problems)).toEqual(['maxOutput', 'retries'])
  })
  it('the provider is named by its host, and the URL loses its last slash', () => {
    expect(toProvider({ ...fields, baseUrl: 'https://x.example/v1/' }, [], 'id', 5)).toMatchObject({
      label: 'x.example',
      baseUrl: 'https://x.example/v1',
    })
  })
  it('the same provider has the same id on every device, a second key for it another one, and none takes the place of what is there', () => {
    const provider = { kind: 'anthropic', baseUrl: 'https://api.anthropic.com/v1' } as const
    expect(newProviderId(provider, [])).toBe('anthropic@api.anthropic.com/v1')
    expect(newProviderId(provider, ['anthropic@api.anthropic.com/v1'])).toBe('anthropic@api.anthropic.com/v1#2')
    expect(newProviderId({ ...provider, baseUrl: `https://x.example/${'y'.repeat(99)}` }, []).length).toBeLessThan(65)
    expect(newProviderId(provider, null)).toMatch(/^[0-9a-f-]{36}$/)
  })
})

describe('files', () => {
  const file = (path: string) => ({ path, blob: 'a', size: 1, mediaType: '', seq: 1, timestamp: 1 })
  it('folders stand before files, and a closed one hides what is in it', () => {
    const files = ['b.md', 'a/z.md', 'a/c/d.md', 'a.md'].map(file)
    expect(treeLines(files, new Set()).map((line) => line.path)).toEqual([
      'a/',
      'a/c/',
      'a/c/d.md',
      'a/z.md',
      'a.md',
      'b.md',
    ])
    expect(treeLines(files, new Set(['a/'])).map((line) => line.path)).toEqual(['a/', 'a.md', 'b.md'])
  })
  it('names sizes and kinds', () => {
    expect([999, 1000, 1_549_000, 12_000_000].map(fileSize)).toEqual(['999 B', '1.0 kB', '1.5 MB', '12 MB'])
    expect(previewKind('a.md', '')).toBe('markdown')
    expect(previewKind('a.svg', 'image/svg+xml')).toBe('image')
    expect(previewKind('a.html', 'text/html')).toBe('text')
    expect(previewKind('a.bin', 'application/octet-stream')).toBe('other')
    expect(previewKind('a.DOCX', '')).toBe('docx')
    expect(previewKind('book', mediaTypeOf('a.xlsx', new Uint8Array()))).toBe('xlsx')
    expect(kindInWords(mediaTypeOf('a.pptx', new Uint8Array()))).toBe('PowerPoint (PPTX)')
    expect(sheetsIn('## One\na,b\n1,2\n\n## Two\n## 3,4\n\n## Empty')).toEqual([
      { name: 'One', csv: 'a,b\n1,2' },
      { name: 'Two', csv: '## 3,4' },
      { name: 'Empty', csv: '' },
    ])
  })
})

describe('diff', () => {
  const marks = (before: string, after: string) => diffLines(before, after).map((line) => line.mark + line.text)
  it('shows what changed with three lines around it', () => {
    expect(marks('1\n2\n3\n4\nold\n6\n7\n8\n9', '1\n2\n3\n4\nnew\n6\n7\n8\n9')).toEqual([
      ' 2',
      ' 3',
      ' 4',
      '-old',
      '+new',
      ' 6',
      ' 7',
      ' 8',
    ])
    expect(marks('', 'a\nb')).toEqual(['+a', '+b'])
    expect(marks('a', '')).toEqual(['-a'])
  })
  it('two files of 2,000 different lines do not block', () => {
    const lines = (mark: string) => Array.from({ length: 2000 }, (_, n) => `${mark}${n}`).join('\n')
    expect(marks(lines('a'), lines('b')).length).toBe(4000)
  })
})

it('a tool call is told by its main argument; arguments that are no JSON are shown as they came', () => {
  expect(mainArgument('{"content":"long","path":"a.md"}')).toBe('a.md')
  expect(mainArgument('{"n":1}')).toBe('')
  expect(mainArgument('{"path":"","content":"long"}')).toBe('')
  expect(mainArgument(JSON.stringify({ path: 'p'.repeat(10_000), content: 'x' }))).toBe('p'.repeat(200))
  expect(mainArgument('{"path":"a')).toBe('')
  expect(prettyArguments('{"path":"a')).toBe('{"path":"a')
  expect(prettyArguments('[1]')).toBe('[1]')
  expect(argumentsOf('[1]')).toBeNull()
  expect(argumentsOf(`{"deep":${'['.repeat(60)}${']'.repeat(60)}}`)).toBeNull()
})

it('arguments stand one by one, none left out and none shortened', () => {
  const long = 'x'.repeat(300_000)
  const given = { path: '', content: long, n: 0, on: false, none: null, list: [1, { a: 2 }], lines: 'a\nb' }
  const line = (text: string) => ({ kind: 'line', text })
  expect(argumentsOf(JSON.stringify(given))).toEqual([
    { name: 'path', value: line('') },
    { name: 'content', value: { kind: 'text', text: long } },
    { name: 'n', value: line('0') },
    { name: 'on', value: { kind: 'word', text: 'false' } },
    { name: 'none', value: line('null') },
    {
      name: 'list',
      value: { kind: 'list', items: [line('1'), { kind: 'fields', fields: [{ name: 'a', value: line('2') }] }] },
    },
    { name: 'lines', value: { kind: 'text', text: 'a\nb' } },
  ])
  expect(replacementIn('{"path":"a","old_text":"b","new_text":""}')).toEqual({ path: 'a', before: 'b', after: '' })
  expect(replacementIn('{"path":"a","old_text":1,"new_text":""}')).toBeNull()
})

it('a message over 1 MB is refused by its bytes, not its characters', () => {
  expect(messageProblem('x'.repeat(1_000_000))).toBeNull()
  expect(messageProblem('é'.repeat(500_001))).toContain('too long')
  expect(messageProblem(' \n')).toBe('Write a message first.')
})

it.each([
  ['مرحبا world', 'rtl'],
  ['1. “שלום', 'rtl'],
  ['Hello مرحبا', undefined],
  ['你好', undefined],
  [`${' '.repeat(1000)}مرحبا`, undefined],
  ['', undefined],
])('%j begins from %s', (text, direction) => expect(directionOf(text)).toBe(direction))

it('times are told by their age', () => {
  const now = 1_700_000_000_000
  expect(relativeTime(now - 30_000, now)).toBe('just now')
  expect(relativeTime(now - 3_600_000 * 3, now)).toBe('3 hours ago')
  expect(relativeTime(now - 86_400_000 * 30, now)).toMatch(/2023/)
})

it('a session of a time that no calendar has kept the whole list from being shown: its age is not told', () => {
  const now = 1_700_000_000_000
  expect(relativeTime(-9e15, now)).toBe('')
  expect(relativeTime(-8.64e15, now)).not.toBe('')
})

it('the list says what a session waits for or why it stands still, and else how old it is', () => {
  const item = { id: 'a', title: '', timestamp: 0, createdAt: 0, busy: false, count: 0, deletedAt: null }
  const words = (status: string, more = {}): string => sessionWords({ ...item, status, ...more }, { now: 3_600_000 })
  expect(words('idle')).toBe('1 hour ago')
  expect(words('failed')).toBe('Failed')
  expect(words('waiting-for-you')).toBe('Waiting for you')
  expect(words('thinking', { busy: true })).toBe('Thinking')
  expect(words('damaged', { damaged: true })).toBe('Unreadable')
})

it('a session that was still being named when its answer had ended was listed as "idle" or "stopped"', () => {
  const item = { id: 'a', title: '', timestamp: 0, createdAt: 0, busy: true, count: 0, deletedAt: null }
  for (const status of ['idle', 'stopped'])
    expect(sessionWords({ ...item, status }, { now: 3_600_000 })).toBe('1 hour ago')
})

it('of limits that were typed, wrong ones are told from absent ones', () => {
  const field = (name: string) => LIMIT_FIELDS.find((limit) => limit.name === name) as LimitField
  expect(parseLimit(field('maxTokensPerRun'), ' ')).toBe(null)
  expect(parseLimit(field('maxCostPerRun'), '0,5')).toBe(0.5)
  expect(parseLimit(field('maxCostPerDay'), '1,000')).toEqual({
    problem: '1,000 is ambiguous: write 1000 or 1.00.',
  })
  expect(parseLimit(field('maxTokensPerRun'), '16.000')).toBe(16_000)
  expect(parseLimit(field('maxTurns'), '2.5')).toEqual({ problem: 'Enter a whole number.' })
  expect(parseLimit(field('maxTurns'), '1e9')).toEqual({ problem: 'Enter 10,000 or less.' })
  expect(parseLimit(field('maxTurns'), 'Infinity')).toMatchObject({ problem: expect.any(String) })
})

it('tables that are text: quotes, other separators, rows without end', () => {
  expect(parseCsv('a,"b\n""c""",\r\n\n1', ',', 9)).toEqual({
    rows: [['a', 'b\n"c"', ''], ['1']],
    more: false,
    wide: false,
  })
  expect(parseCsv('1\n2\n3', ',', 2)).toEqual({ rows: [['1'], ['2']], more: true, wide: false })
  expect(parseCsv(`${'a,'.repeat(99_000)}\n1,2`, ',', 9, 2)).toEqual({
    rows: [
      ['a', 'a'],
      ['1', '2'],
    ],
    more: false,
    wide: true,
  })
  expect(guessSeparator('a;b;c,d\n', 'x.csv')).toBe(';')
  expect(guessSeparator('a,b', 'x.tsv')).toBe('\t')
})

it('a grant is said in words; an unknown kind is shown as it is', () => {
  expect(grantWords('origin:https://a.example')).toBe('Open pages on a.example')
  expect(grantWords('origin:http://localhost:80')).toBe('Open pages on localhost (this computer)')
  expect(grantWords('origin:http://192.168.1.7')).toBe('Open pages on 192.168.1.7 (your network) (unencrypted)')
  expect(wordsToAllow({ grant: 'origin:https://a.example', sends: '/log?d=1' })).toBe(
    'Open a page on a.example and send data to it',
  )
  expect(grantWords('links:https://a.example')).toBe('Open more pages on a.example')
  expect(wordsToAllow({})).toBeNull()
  expect(grantWords('changed:weather__get:abc')).toContain('weather__get')
  expect(grantWords('origin:javascript')).toBe('origin:javascript')
  expect(grantWords('nothing')).toBe('nothing')
})

it('a PDF tells its pages where they stand in plain sight; other bytes are none', () => {
  const bytes = (text: string): Uint8Array => new TextEncoder().encode(text)
  expect(pdfInfo(bytes('%PDF-1.7 /Type /Pages /Kids [1 0 R] /Count 3 /Title (A \\(b\\))'))).toEqual({
    version: '1.7',
    pages: 3,
    title: 'A (b)',
    encrypted: false,
  })
  expect(pdfInfo(bytes('hello'))).toBe(null)
})
it('a long hostile PDF does not stop the page: only its ends are looked at, and no pages are guessed from them', () => {
  const text = `%PDF-1.4 ${'/Type/Pages '.repeat(400_000)} /Count 3 ${' '.repeat(600_000)} /Title (End)`
  const end = text.replace('/Title', '/Encrypt 1 0 R /Title')
  const middle = text.replace('/Count', '/Encrypt 1 0 R /Count')
  const known = { version: '1.4', pages: null, title: 'End', encrypted: false }
  expect(pdfInfo(new TextEncoder().encode(middle))).toEqual(known)
  expect(pdfInfo(new TextEncoder().encode(end))).toEqual({ ...known, encrypted: true })
})

it('an image that read_file did not read says "Done" in green: it says that it was not read', () => {
  const result = { kind: 'ok' as const, content: [], terminate: false, timestamp: 1 }
  const call = (name: string, details: Display | undefined) =>
    toolState({ name, status: 'closed', started: true, result: { ...result, ...(details && { details }) } })
  const image = { shape: 'image' as const, mediaType: 'image/png', blob: 'a'.repeat(64) }
  expect(call('read_file', image)).toBe('Not read: an image')
  expect(call('read_file', { shape: 'file', path: 'a.zip' })).toBe('Not read: no text')
  expect(call('read_file', { shape: 'code', language: 'text', text: 'a' })).toBe('Done')
  expect(call('paint', image)).toBe('Done')
})
