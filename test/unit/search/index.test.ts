import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import type { Message } from '../../../src/agent/message.ts'
import { excerptOf, markWords } from '../../../src/search/excerpt.ts'
import { fold } from '../../../src/search/fold.ts'
import { findSessions, type IndexedSession, titleWordsOf } from '../../../src/search/query.ts'
import { rowTexts } from '../../../src/search/row-texts.ts'
import { eachPlace, SEGMENT_ROWS, type Segment, startSegment } from '../../../src/search/segment.ts'
import { eachWord, termsOf } from '../../../src/search/words.ts'
import { answerRow, callOf, userRow } from '../../support/fake-rows.ts'

const segmentOf = (rows: readonly Message[], from = 0): Segment => {
  const builder = startSegment(from)
  for (const row of rows) builder.add(row)
  return builder.end()
}
const session = (rows: readonly Message[], more: Partial<IndexedSession> = {}): IndexedSession => {
  const segments: Segment[] = []
  for (let from = 0; from < rows.length; from += SEGMENT_ROWS)
    segments.push(segmentOf(rows.slice(from, from + SEGMENT_ROWS), from))
  const { title = '' } = more
  return { title, titleWords: titleWordsOf(title), timestamp: NOW, segments, ...more }
}
const NOW = 1_800_000_000_000
const find = (sessions: Record<string, IndexedSession>, query: string) =>
  findSessions(new Map(Object.entries(sessions)), query, { limit: 10, now: NOW })
const ids = (sessions: Record<string, IndexedSession>, query: string): string[] =>
  find(sessions, query).map(({ sessionId }) => sessionId)

describe('the index', () => {
  const WORDS = ['alpha', 'alps', 'beta', 'café', '全文搜索', '検索', 'Zürich', 'x', '42', 'al-gol', '']
  const text = fc.array(fc.constantFrom(...WORDS), { maxLength: 6 }).map((words) => words.join(' '))
  const rowsOf = (texts: readonly string[]): Message[] =>
    texts.map((words, n) => (n % 3 === 0 ? userRow(n, words) : answerRow(n, words)))

  it('finds in a segment exactly the rows that hold a word with this beginning', () => {
    fc.assert(
      fc.property(
        fc.array(text, { maxLength: SEGMENT_ROWS }),
        fc.constantFrom(...WORDS, 'al', 'z', '文'),
        (texts, query) => {
          const rows = rowsOf(texts)
          for (const term of termsOf(query)) {
            const found = new Set<number>()
            eachPlace(segmentOf(rows), term, (offset) => found.add(offset))
            const expected = rows.filter((row) => {
              let holds = false
              eachWord(fold(rowTexts(row).said), (word) => {
                holds ||= word.startsWith(term)
              })
              return holds
            })
            expect([...found].sort((a, b) => a - b)).toEqual(expected.map(({ n }) => n))
          }
        },
      ),
    )
  })

  it('finds in a session exactly the rows that hold all words', () => {
    fc.assert(
      fc.property(fc.array(text, { maxLength: 300 }), text, (texts, query) => {
        const rows = rowsOf(texts)
        const terms = termsOf(query)
        const holds = (row: Message): boolean => {
          const words: string[] = []
          eachWord(fold(rowTexts(row).said), (word) => words.push(word))
          return terms.every((term) => words.some((word) => word.startsWith(term)))
        }
        const hit = find({ only: session(rows) }, query)[0]
        const expected = terms.length === 0 ? 0 : rows.filter(holds).length
        expect(hit?.count ?? 0).toBe(expected)
        // what is found can be shown
        for (const { n } of hit?.rows ?? []) expect(excerptOf(rows[n] as Message, query)).not.toBeNull()
      }),
    )
  })

  it('finds whatever a tool was given and gave back, below what was said', () => {
    const call = callOf('0.0.0', { name: 'write_file', args: '{"path":"budget.csv"}' })
    const did = session([answerRow(0, 'done', { calls: [call] })])
    expect(ids({ did, said: session([userRow(0, 'the budget')]) }, 'budget')).toEqual(['said', 'did'])
  })

  it('a word that begins a line of what a tool was given is found', () => {
    const call = callOf('0.0.0', { args: JSON.stringify({ content: 'First\nSecond "quoted"' }) })
    const sessions = { a: session([answerRow(0, 'done', { calls: [call] })]) }
    expect(ids(sessions, 'second')).toEqual(['a'])
    expect(ids(sessions, 'quoted')).toEqual(['a'])
  })

  it.each([
    ['paths of Windows', { path: 'C:\\notes\\report.txt' }, ['notes', 'report']],
    ['LaTeX', { content: '\\title{Rivers} \\begin{document}' }, ['title', 'rivers', 'begin']],
    ['a line that follows a backslash', { content: 'end\\\nnext' }, ['end', 'next']],
  ])('words behind a backslash in what a tool was given were not found: %s', (_, args, words) => {
    const call = callOf('0.0.0', { args: JSON.stringify(args) })
    const sessions = { a: session([answerRow(0, 'done', { calls: [call] })]) }
    for (const word of words) expect(ids(sessions, word)).toEqual(['a'])
  })

  it('what a model wrote as \\u4f60\\u597d in the arguments of a tool was not found as 你好', () => {
    const call = callOf('0.0.0', { args: '{"content":"\\u4f60\\u597d, caf\\u00E9 \\ud83d\\ude00"}' })
    const row = answerRow(0, 'done', { calls: [call] })
    const sessions = { a: session([row]) }
    for (const word of ['你好', 'café']) expect(ids(sessions, word)).toEqual(['a'])
    expect(rowTexts(row).did).toContain('你好, café 😀')
  })

  it('does not find thinking', () => {
    const row = answerRow(0, 'words', { content: [{ type: 'thinking', text: 'hidden' }] })
    expect(ids({ a: session([row]) }, 'hidden')).toEqual([])
  })

  it('puts a title first, whole words above beginnings, the newer of two alike first', () => {
    const day = 86_400_000
    const sessions = {
      old: session([userRow(0, 'plan')], { timestamp: NOW - 90 * day }),
      newer: session([userRow(0, 'plan')], { timestamp: NOW - day }),
      begun: session([userRow(0, 'planet')], { timestamp: NOW - day }),
      titled: session([userRow(0, 'other')], { title: 'The plan', timestamp: NOW - 90 * day }),
    }
    expect(ids(sessions, 'plan')).toEqual(['titled', 'newer', 'begun', 'old'])
  })

  it('finds words of which one stands in the title and one in a message', () => {
    const sessions = {
      a: session([userRow(0, 'tomatoes and basil')], { title: 'Shopping' }),
      b: session([userRow(0, 'basil')]),
    }
    expect(find(sessions, 'shopping basil')).toMatchObject([{ sessionId: 'a', count: 1, rows: [{ n: 0 }] }])
  })

  it('finds Chinese and Japanese within a sentence, and folded words by their bare letters', () => {
    const sessions = {
      zh: session([userRow(0, '请帮我做一个全文搜索引擎')]),
      ja: session([userRow(0, '東京で検索エンジンを作る')]),
      fr: session([userRow(0, 'Déjà vu à Orléans')]),
    }
    expect(ids(sessions, '搜索引擎')).toEqual(['zh'])
    expect(ids(sessions, '索')).toEqual(expect.arrayContaining(['zh']))
    expect(ids(sessions, '検索エン')).toEqual(['ja'])
    expect(ids(sessions, 'deja orl')).toEqual(['fr'])
  })

  it('cannot be led astray by words that objects know', () => {
    expect(ids({ a: session([userRow(0, 'constructor __proto__ hasOwnProperty')]) }, 'constructor')).toEqual(['a'])
    expect(ids({ a: session([userRow(0, 'plain')]) }, 'constructor')).toEqual([])
  })
})

describe('the excerpt', () => {
  const shown = (text: string, query: string): string | undefined =>
    excerptOf(userRow(0, text), query)
      ?.map(({ text: words, marked }) => (marked ? `[${words}]` : words))
      .join('')

  it('marks what was found, in its own letters, on one line', () => {
    expect(shown('Voilà:\n\tla CAFÉTIÈRE', 'cafe')).toBe('Voilà: la [CAFÉ]TIÈRE')
    expect(shown('请帮我做全文搜索引擎', '搜索引')).toBe('请帮我做全文[搜索引]擎')
  })

  it('shows the part around it of a long text', () => {
    const words = shown(`${'before '.repeat(5000)}needle ${'after '.repeat(5000)}`, 'needle') ?? ''
    expect(words).toMatch(/^…before .*\[needle\] after .*…$/)
    expect(words.length).toBeLessThan(200)
  })

  it('does not mark the middle of a word', () => {
    expect(shown('unplanned plan', 'plan')).toBe('unplanned [plan]')
    expect(shown('unplanned', 'plan')).toBeUndefined()
  })

  it('gives the whole text back, whatever is marked', () => {
    fc.assert(
      fc.property(
        fc.string({ unit: 'binary', maxLength: 80 }),
        fc.string({ unit: 'binary', maxLength: 8 }),
        (text, query) => {
          expect(
            markWords(text, query)
              .map((piece) => piece.text)
              .join(''),
          ).toBe(text)
        },
      ),
    )
  })
})
