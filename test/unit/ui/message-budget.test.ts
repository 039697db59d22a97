import { expect, it } from 'vitest'
import { makeMessageBudget } from '../../../src/ui/rendering/cost/message-budget.ts'

/** A clock that each reading of a message moves on by so many milliseconds. */
function budgetAt(cost: () => number) {
  let at = 0
  const budget = makeMessageBudget(() => at)
  const parse =
    <T>(value: T) =>
    (): T => {
      at += cost()
      return value
    }
  const pass = (ms: number): void => {
    at += ms
  }
  return { ...budget, parse, pass }
}
type Budget = ReturnType<typeof budgetAt>
const flood = (budget: Budget, messages = 1000): void => {
  for (let n = 0; n < messages; n++) budget.read(() => 'line')
}

it('reads so many messages in a second and drops the rest unread', () => {
  const budget = budgetAt(() => 0.01)
  let read = 0
  for (let n = 0; n < 1000; n++) budget.read(() => ++read)
  expect([read, budget.isSpent()]).toEqual([200, false])
  budget.pass(1000)
  for (let n = 0; n < 1000; n++) budget.read(() => ++read)
  expect(read).toBe(400)
})

it('a flood of five seconds is ended, whether any timer fired meanwhile or not', () => {
  const budget = budgetAt(() => 0)
  let seconds = 0
  for (; !budget.isSpent() && seconds < 60; seconds++) {
    flood(budget)
    budget.pass(1000)
  }
  expect(seconds).toBe(6)
})

it('a flood that pauses every other second is ended too', () => {
  const budget = budgetAt(() => 0)
  let seconds = 0
  for (; !budget.isSpent() && seconds < 60; seconds += 2) {
    flood(budget)
    budget.pass(2000)
  }
  expect(seconds).toBeLessThanOrEqual(16)
})

it('a burst of output now and then is no flood', () => {
  const budget = budgetAt(() => 0)
  for (let minute = 0; minute < 100; minute++) {
    flood(budget)
    budget.pass(60_000)
  }
  expect(budget.isSpent()).toBe(false)
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
    budget.pass(1000)
  }
  expect(budget.isSpent()).toBe(false)
})
