import { afterEach, expect, it } from 'vitest'
import {
  armFailpoint,
  disarmFailpoints,
  FAILPOINTS,
  failpoint,
  failpointNow,
  parseFailpoints,
  passesOf,
} from '../../../src/storage/failpoint.ts'

afterEach(disarmFailpoints)

it('reads plans from the query of a test page', () => {
  expect(parseFailpoints('?x=1&failpoint=before-commit:2:crash&failpoint=after-commit:0:delay-50')).toEqual([
    { point: 'before-commit', at: 2, action: { type: 'crash' } },
    { point: 'after-commit', at: 0, action: { type: 'delay', ms: 50 } },
  ])
  expect(parseFailpoints('?failpoint=inside-commit:1:throw-QuotaExceededError')).toEqual([
    { point: 'inside-commit', at: 1, action: { type: 'throw', name: 'QuotaExceededError' } },
  ])
  expect(parseFailpoints('')).toEqual([])
})

it.each([
  'nowhere:1:crash',
  'before-commit:x:crash',
  'before-commit:1:explode',
  'before-commit:1',
  'before-commit:1:delay-',
])('does not let a plan pass that it does not know: %s', (plan) => {
  expect(() => parseFailpoints(`?failpoint=${plan}`)).toThrow(TypeError)
})

it.each(FAILPOINTS)('%s passes without a plan and fails with one', async (point) => {
  await failpoint(point)
  armFailpoint({ point, at: 2, action: { type: 'throw', name: 'QuotaExceededError' } })
  await failpoint(point)
  await expect(failpoint(point)).rejects.toThrow(`Failpoint ${point}`)
  await failpoint(point)
  expect(passesOf(point)).toBe(3)
})

it('fails every time when the plan says so, and no longer once it is taken back', () => {
  armFailpoint({ point: 'inside-commit', at: 0, action: { type: 'throw', name: 'AbortError' } })
  for (let time = 0; time < 3; time++) expect(() => failpointNow('inside-commit')).toThrow('inside-commit')
  disarmFailpoints()
  expect(() => failpointNow('inside-commit')).not.toThrow()
})

it('never goes on after a hang', async () => {
  armFailpoint({ point: 'before-commit', at: 1, action: { type: 'hang' } })
  const outcome = await Promise.race([
    failpoint('before-commit'),
    new Promise((resolve) => setTimeout(resolve, 20, 'hangs')),
  ])
  expect(outcome).toBe('hangs')
})
