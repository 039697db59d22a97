import { expect, it } from 'vitest'
import { dayInWords } from '../../../../src/ui/conversation/transcript/day-words.ts'
import { newDay, newModel } from '../../../../src/ui/conversation/transcript/lines-before.ts'
import { answerRow, userRow } from '../../../support/fake-rows.ts'

const at = (day: number, hour = 12): number => new Date(2026, 2, day, hour).getTime()
const asked = (n: number, timestamp: number) => ({ ...userRow(n, 'Go'), timestamp })
const answered = (n: number, model: string, providerId = 'a') => answerRow(n, 'Yes', { model: { providerId, model } })

it('a day is said where it begins, and where the conversation does, unless that is today', () => {
  const rows = { 0: asked(0, at(3)), 1: asked(1, at(3, 23)), 2: asked(2, at(4, 0)), 4: asked(4, at(9)) }
  expect([0, 1, 2, 3, 4].map((n) => newDay(rows, n, at(9)))).toEqual([at(3), null, at(4, 0), null, null])
  expect(newDay(rows, 0, at(3, 20))).toBe(null)
})

it('days are said as people say them, also where a day has 25 hours, or no clock was right', () => {
  expect(dayInWords(at(3), at(3, 23))).toBe('Today')
  expect(dayInWords(at(3, 0), at(4, 23))).toBe('Yesterday')
  expect(dayInWords(at(3), at(20))).toBe('Tuesday, March 3')
  expect(dayInWords(new Date(2025, 11, 31).getTime(), at(3))).toBe('Wednesday, December 31, 2025')
  const autumn = new Date(2026, 9, 25, 23, 30)
  expect(dayInWords(new Date(2026, 9, 24, 1).getTime(), autumn.getTime())).toBe('Yesterday')
  expect(dayInWords(Number.NaN, at(3))).toBe('Invalid Date')
})

it('another model is named at its first answer; what is not loaded is not guessed', () => {
  const rows = {
    0: asked(0, 0),
    1: answered(1, 'small'),
    2: asked(2, 0),
    3: answered(3, 'small'),
    4: answered(4, 'large'),
    5: answered(5, 'large', 'b'),
    8: answered(8, 'small'),
  }
  expect([1, 2, 3, 4, 5, 8].map((n) => newModel(rows, n))).toEqual([null, null, null, 'large', 'large', null])
})
