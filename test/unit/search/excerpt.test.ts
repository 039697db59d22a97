import { expect, it } from 'vitest'
import { excerptOf } from '../../../src/search/excerpt.ts'
import { answerRow, callOf } from '../../support/fake-rows.ts'

const shown = (text: string, query: string): string | undefined =>
  excerptOf(answerRow(1, text), query)
    ?.map(({ text, marked }) => (marked ? `[${text}]` : text))
    .join('')

it.each([
  ['## The **river** Tejo\n\n- long\n- `wide`', 'tejo', ' The river [Tejo] long wide'],
  ['See [the map](https://x.example/m) of *all* rivers', 'rivers', '…map of all [rivers]'],
  ['a_b * c and 2*3 in write_file rivers', 'rivers', 'a_b * c and 2*3 in write_file [rivers]'],
  ['| Day | River |\n|---|---|\n| 1 | Tejo |', 'tejo', ' Day River 1 [Tejo] '],
])('an excerpt shows words and not how they are laid out: %s', (text, query, expected) =>
  expect(shown(text, query)?.replace(/ +/g, ' ')).toBe(expected),
)

it('what a tool was given was shown as JSON: its values are', () => {
  const args = JSON.stringify({
    path: 'a/note.md',
    lines: [1, 2],
    content: '# Rivers\n"Tejo" and { more }',
    deep: { to: 'b' },
  })
  const row = answerRow(0, '', { calls: [callOf('0.0.0', { name: 'write_file', args, result: null })] })
  const words = excerptOf(row, 'tejo')
    ?.map(({ text }) => text)
    .join('')
  expect(words?.replace(/ +/g, ' ').trim()).toBe('… a/note.md [1,2] # Rivers "Tejo" and { more } b')
})
