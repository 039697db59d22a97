import { expect, it } from 'vitest'
import { excerptOf } from '../../../../src/search/excerpt.ts'
import { withToolWords } from '../../../../src/ui/base/words/named-in-text.ts'
import { answerRow, callOf } from '../../../support/fake-rows.ts'

const call = callOf('1.0.0', { name: 'write_file', args: '{"path":"lisbon.md","content":"Three days"}' })
const shown = (query: string): string =>
  withToolWords(excerptOf(answerRow(1, '', { calls: [call] }), query) ?? [])
    .map(({ text, marked }) => (marked ? `[${text}]` : text))
    .join('')

it('a result of the search said "write_file": it says what people call it, and what was found stays marked', () => {
  expect(shown('lisbon')).toMatch(/^→ Write file \[lisbon\]\.md/)
  expect(shown('days')).toMatch(/^→ Write file lisbon.*\[days\]/)
  expect(shown('write')).toMatch(/^→ \[Write file\] lisbon/)
  expect(shown('file')).toMatch(/^→ \[?Write file\]? lisbon/)
  expect(shown('write_file')).toMatch(/^→ \[Write file\] lisbon/)
})

it('what was said is not touched', () => {
  const pieces = [{ text: 'I call write_file now', marked: false }]
  expect(withToolWords(pieces)).toEqual(pieces)
})
