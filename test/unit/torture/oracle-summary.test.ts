import { expect, it } from 'vitest'
import type { Summary } from '../../../src/agent/state.ts'
import { violations } from '../../torture/oracle.ts'
import { journalOf, record, type Spoilings, type Spoilt } from './evidence.ts'

/** Spoilt evidence of a session whose history was compressed. */

const summaryOf = ({ rows }: Spoilt): Summary => rows['summaries']?.[0]?.['summary'] as Summary
const saidOf = (spoilt: Spoilt) => {
  const found = journalOf(spoilt).find(({ input }) => input.type === 'brain-compress-history')
  if (found?.input.type !== 'brain-compress-history') throw new Error('Nothing was compressed')
  return found.input
}

it('a flawless session with a summary has no violation', () => {
  const flawless = record({ compressed: true })
  expect(summaryOf(flawless)).toMatchObject({ text: 'All is done.', words: [{ n: 0, whole: true }] })
  expect(violations(flawless)).toEqual([])
})

const spoilings: Spoilings = [
  ['a summary that is gone', /the summary is not the folded/, ({ rows }) => Object.assign(rows, { summaries: [] })],
  [
    'a summary with other words than were said',
    /nobody said the summary/,
    (e) => Object.assign(summaryOf(e), { text: 'x' }),
  ],
  ['a summary that ends elsewhere than the head says', /ends at/, (e) => Object.assign(summaryOf(e), { cutAt: 3 })],
  [
    'a last message that is not repeated',
    /the last message of the person, row 0, is summarised and not repeated whole/,
    (e) => Object.assign(summaryOf(e), { words: [] }),
  ],
  [
    'a last message of which only the text is repeated',
    /row 0, is summarised and not repeated whole/,
    (e) => Object.assign(summaryOf(e).words?.[0] ?? {}, { whole: false }),
  ],
  [
    'a call without its result behind the summary',
    /row 1 is summarised, and its calls .* have no result/,
    ({ rows }) => {
      const calls = rows['messages']?.[1]?.['calls']
      Object.assign(Array.isArray(calls) ? calls[0] : {}, { result: null })
    },
  ],
  ['a compression that said nothing', /said nothing, and was taken/, (e) => Object.assign(saidOf(e), { summary: ' ' })],
  [
    'a summary that no compression made',
    /no compression in the journal/,
    (e) => {
      const rest = journalOf(e).filter(({ input }) => input.type !== 'brain-compress-history')
      Object.assign(e.rows, { journal: rest })
    },
  ],
  [
    'a summary row of a writer that did not make it',
    /the summary was written by 7/,
    ({ rows }) => Object.assign(rows['summaries']?.[0] ?? {}, { epoch: 7 }),
  ],
]

it.each(spoilings)('sees %s', (_what, words, spoil) => {
  const spoilt = record({ compressed: true })
  spoil(spoilt)
  expect(violations(spoilt).join('\n')).toMatch(words)
})
