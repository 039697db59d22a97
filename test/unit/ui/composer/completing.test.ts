import { describe, expect, it } from 'vitest'
import { completionAt } from '../../../../src/ui/conversation/composer/completing/completion-at.ts'
import { commandOffers, fileOffers, fileWords } from '../../../../src/ui/conversation/composer/completing/offers.ts'
import { sentBefore } from '../../../../src/ui/conversation/composer/sent-before.ts'
import { blanksOf, filledIn } from '../../../../src/ui/settings/prompts/blanks.ts'
import { answerRow, userRow } from '../../../support/fake-rows.ts'

describe('what is being begun before the caret', () => {
  it.each([
    ['/', 1, { kind: 'command', from: 0, query: '' }],
    ['/tra', 4, { kind: 'command', from: 0, query: 'tra' }],
    ['/tra', 2, { kind: 'command', from: 0, query: 't' }],
    ['/tra nslate', 11, null],
    ['see /tra', 8, null],
    ['@', 1, { kind: 'file', from: 0, query: '' }],
    ['see @notes/pl', 13, { kind: 'file', from: 4, query: 'notes/pl' }],
    ['see\n@a', 6, { kind: 'file', from: 4, query: 'a' }],
    ['me@example', 10, null],
    ['请看@no', 5, { kind: 'file', from: 2, query: 'no' }],
    ['（@no', 4, { kind: 'file', from: 1, query: 'no' }],
    ['これ@no', 5, { kind: 'file', from: 2, query: 'no' }],
    ['@a and', 6, null],
    ['', 0, null],
    [`@${'a'.repeat(101)}`, 102, null],
  ])('%j at %d', (text, caret, begun) => expect(completionAt(text, caret)).toEqual(begun))

  it('of a long text, only its last words are looked at', () => {
    const long = `${'@'.repeat(100_000)} @x`
    expect(completionAt(long, long.length)).toEqual({ kind: 'file', from: long.length - 2, query: 'x' })
  })
})

describe('what is offered', () => {
  const run = (): void => {}
  const prompt = (name: string) => ({ id: name, name, text: `Please ${name}` })
  it("one's own prompts come before commands; a name may be begun at any of its words", () => {
    const commands = [
      { label: 'Compact now', run },
      { label: 'Settings: Tools', run },
    ]
    const labels = (query: string): string[] =>
      commandOffers([prompt('Translate'), prompt('Compare both')], commands, query).map(({ label }) => label)
    expect(labels('com')).toEqual(['Compare both', 'Compact now'])
    expect(labels('compact-n')).toEqual(['Compact now'])
    expect(labels('tools')).toEqual(['Settings: Tools'])
    expect(labels('')).toHaveLength(4)
    // a path is no command
    expect(labels('usr/bin')).toEqual([])
  })
  it('in Chinese and Japanese only the first word of a name was found: any of them is, and the first comes first', () => {
    const commands = ['显示或隐藏文件', '文件夹', 'ファイルを表示', 'Show files'].map((label) => ({ label, run }))
    const labels = (query: string): string[] =>
      commandOffers([prompt('翻译邮件')], commands, query).map(({ label }) => label)
    expect(labels('文件')).toEqual(['文件夹', '显示或隐藏文件'])
    expect(labels('邮件')).toEqual(['翻译邮件'])
    expect(labels('表示')).toEqual(['ファイルを表示'])
    expect(labels('iles')).toEqual([])
  })
  it('files are found by their name before their folder; names with blanks are quoted', () => {
    const files = ['notes/plan.md', 'plan/a.txt', 'old/airplane.md', 'b.md'].map((path) => ({ path }))
    expect(fileOffers(files, 'pl').map(({ label }) => label)).toEqual([
      'notes/plan.md',
      'plan/a.txt',
      'old/airplane.md',
    ])
    expect(fileWords('notes/plan.md')).toBe('@notes/plan.md')
    expect(fileWords('my "plan".md')).toBe('@"my \\"plan\\".md"')
  })
})

it('blanks of a prompt are asked for once each, and what is filled in is not looked through again', () => {
  const text = 'From {{ from }} into {{to}}, {{from}}: {{}} {{a\nb}}'
  expect(blanksOf(text)).toEqual(['from', 'to'])
  const values = new Map([
    ['from', '{{to}} $&'],
    ['to', ''],
  ])
  expect(filledIn(text, values)).toBe('From {{to}} $& into {{to}}, {{to}} $&: {{}} {{a\nb}}')
})

it("one's earlier messages, the last first, each once", () => {
  const rows = { 2: userRow(2, 'One'), 0: userRow(0, 'One'), 1: answerRow(1, 'No'), 4: userRow(4, 'Two\nlines') }
  expect(sentBefore(rows)).toEqual(['Two\nlines', 'One'])
})
