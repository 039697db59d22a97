import { expect, it } from 'vitest'
import { apartWords } from '../../../../src/ui/sessions/apart-words.ts'

it.each([
  [{ messages: 0, answers: 0, results: 0 }, 'Only this device has the last steps of a run.'],
  [{ messages: 1, answers: 0, results: 0 }, 'Only this device has your last message.'],
  [{ messages: 0, answers: 1, results: 0 }, 'Only this device has an answer.'],
  [{ messages: 3, answers: 2, results: 1 }, 'your last 3 messages, 2 answers, and the result of an action.'],
])('says how much only this device has: %o', (counts, words) => {
  expect(apartWords({ by: 'Phone', session: 's', ...counts })).toContain(words)
})

it('says who went on, or that the session was deleted', () => {
  const counts = { messages: 1, answers: 0, results: 0 }
  expect(apartWords({ by: 'Phone', session: 's', ...counts })).toMatch(/^Phone continued this session\./)
  expect(apartWords({ by: '', session: null, ...counts })).toMatch(/^Another device deleted this session\./)
})
