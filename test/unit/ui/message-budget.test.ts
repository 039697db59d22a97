import { expect, it } from 'vitest'
import { makeMessageBudget } from '../../../src/ui/files/artifacts/message-budget.ts'

/** A clock that each reading of a message moves on by so many milliseconds. */
function budgetAt(cost: () => number): ReturnType<typeof makeMessageBudget> & { parse: <T>(value: T) => () => T } {
  let at = 0
  return {
    ...makeMessageBudget(() => at),
    parse: (value) => () => {
      at += cost()
      return value
    },
  }
}

it('reads so many messages in a beat and drops the rest unread', () => {
  const budget = budgetAt(() => 0.01)
  let read = 0
  for (let n = 0; n < 1000; n++) budget.read(() => ++read)
  expect([read, budget.isSpent(), budget.next(), budget.next()]).toEqual([200, false, true, false])
})

it('messages of 20 MB, few as they are, use it up: time counts, not their number', () => {
  const budget = budgetAt(() => 30)
  let read = 0
  for (; !budget.isSpent() && read < 100; read++) budget.read(budget.parse(null))
  expect(read).toBeLessThanOrEqual(4)
})

it('a message that is as it should be may take long on a busy machine', () => {
  const budget = budgetAt(() => 30)
  for (let n = 0; n < 30; n++) {
    budget.read(budget.parse('line'))
    budget.next()
  }
  expect(budget.isSpent()).toBe(false)
})
