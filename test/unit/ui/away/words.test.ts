import { expect, it } from 'vitest'
import { awayFor, awayWords } from '../../../../src/ui/conversation/away/away-words.ts'
import { fakeHead } from '../../../support/fake-rows.ts'

const head = fakeHead('s', [])
const nothing = {
  ...{ answers: 0, calls: 0, files: 0, failures: 0, summaries: 0, messages: 0 },
  ...{ again: 0, twice: 0, takenUp: 0, repeated: 0, unknown: 0, run: 0 },
}
const HOUR = 3_600_000

it('says what went on, what broke off and what that cost, and how it stands; nothing where nothing happened', () => {
  expect(awayWords(nothing, head, HOUR)).toEqual([])
  // it was seen, or nearly
  expect(awayWords({ ...nothing, answers: 2 }, head, 5000)).toEqual([])
  expect(awayWords({ ...nothing, answers: 2, calls: 1, files: 1 }, head, HOUR)).toEqual([
    'Meanwhile: 2 answers, 1 tool call, 1 file changed.',
    'It is done.',
  ])
  expect(awayWords({ ...nothing, again: 1, twice: 3210 }, head, 900)).toEqual([
    '1 answer was interrupted and restarted: about 3.2k tokens were sent twice.',
    'It is done.',
  ])
  // it is one and the same answer
  expect(awayWords({ ...nothing, answers: 1, again: 1, twice: 800 }, head, HOUR).slice(0, 2)).toEqual([
    'Meanwhile: 1 answer.',
    'The answer had been interrupted and was restarted: about 800 tokens were sent twice.',
  ])
  expect(awayWords({ ...nothing, failures: 1 }, { ...head, hold: { kind: 'aborted' } }, HOUR)).toEqual([
    'Meanwhile: 1 answer failed.',
    'It is stopped.',
  ])
  expect(awayWords({ ...nothing, unknown: 2 }, head, 10)[0]).toBe('2 tool calls may or may not have run.')
})

it('says where the plan is, beside what went on', () => {
  const plan = { steps: 7, done: 3, at: 4, text: 'Run the tests' }
  expect(awayWords({ ...nothing, answers: 1 }, { ...head, plan }, HOUR)).toEqual([
    'Meanwhile: 1 answer.',
    'Plan: 4 of 7: Run the tests.',
    'It is done.',
  ])
  const over = { steps: 7, done: 7, at: 0, text: '' }
  expect(awayWords({ ...nothing, answers: 1 }, { ...head, plan: over }, HOUR)[1]).toBe('Plan: 7 of 7 steps done.')
})

it('how long one was away', () => {
  expect([10, 61_000, HOUR * 5, HOUR * 49].map(awayFor)).toEqual(['a moment', '1 minute', '5 hours', '2 days'])
})
