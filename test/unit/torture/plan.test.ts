import { expect, it } from 'vitest'
import { FAILPOINTS, parseFailpoints } from '../../../src/storage/failpoint.ts'
import { DAMAGES, JUMPS, LIFE_ENDS, makePlan, TROUBLES } from '../../torture/plan.ts'

const options = { server: 'http://127.0.0.1:1', kills: 6 }
const plans = Array.from({ length: 200 }, (_, seed) => makePlan(seed, options))
const lives = plans.flatMap((plan) => plan.lives)

it('a seed makes the same plan for ever, another seed another', () => {
  expect(makePlan(5, options)).toEqual(makePlan(5, options))
  expect(makePlan(5, options)).not.toEqual(makePlan(6, options))
})

it('every plan holds the kills it was asked for', () => {
  for (const plan of plans) expect(plan.lives.filter(({ end }) => end === 'kill')).toHaveLength(options.kills)
})

it('some sessions are to be compressed, at different sizes, and some never', () => {
  const above = plans.flatMap(({ sessions }) => sessions.map(({ config }) => config.compressAbove))
  const share = above.filter((size) => size !== undefined).length / above.length
  expect(share).toBeGreaterThan(0.3)
  expect(share).toBeLessThan(0.5)
  expect(new Set(above)).toEqual(new Set([undefined, 2000, 2600]))
})

it('every kind of end, trouble and damage comes up, and every failpoint is one that the product knows', () => {
  expect(new Set(lives.map(({ end }) => end))).toEqual(new Set(LIFE_ENDS))
  expect(new Set(lives.flatMap(({ troubles }) => troubles.map(({ what }) => what)))).toEqual(new Set(TROUBLES))
  expect(new Set(lives.flatMap(({ damage }) => damage ?? []))).toEqual(new Set(DAMAGES))
  for (const { failpoints } of lives)
    expect(parseFailpoints(new URLSearchParams(failpoints.map((plan) => ['failpoint', plan])).toString())).toHaveLength(
      failpoints.length,
    )
})

it('sessions and messages have ids of their own, and messages come in the order of their times', () => {
  for (const { sessions } of plans) {
    const messages = sessions.flatMap((session) => session.messages)
    expect(new Set(messages.map(({ id }) => id)).size).toBe(messages.length)
    expect(new Set(sessions.map(({ id }) => id)).size).toBe(sessions.length)
    for (const session of sessions) {
      const times = session.messages.map(({ at }) => at)
      expect(times).toEqual([...times].sort((a, b) => a - b))
      for (const { id } of session.messages) expect(id.startsWith(session.id)).toBe(true)
    }
  }
})

it('neighbouring seeds crash the worker at every failpoint, save the one that is passed where there is no database yet', () => {
  const crashed = lives.flatMap(({ failpoints }) => failpoints.filter((plan) => plan.endsWith(':crash')))
  const points = new Set(crashed.map((plan) => plan.split(':')[0]))
  // nobody branches or changes the place of keys there: test/browser/storage/branch.test.ts kills at the first two,
  // kept-versions.test.ts at the next two, settings/key-places.test.ts at the others
  const elsewhere = [
    ...['before-branch-head', 'after-branch-head', 'before-keep-versions', 'after-keep-versions'],
    ...['before-keys-made', 'after-keys-made', 'after-keys-named', 'after-keys-deleted'],
  ]
  expect(new Set([...points, 'inside-upgrade', ...elsewhere])).toEqual(new Set(FAILPOINTS))
  for (const { end, failpoints } of lives)
    expect(failpoints.some((plan) => plan.endsWith(':crash'))).toBe(end === 'worker-crash')
  expect(plans.some(({ fresh }) => fresh)).toBe(true)
})

it('the clocks of a plan without days are less than a day apart: a session that was deleted at the one is still there to be restored at the other', () => {
  expect(Math.max(...JUMPS) - Math.min(...JUMPS)).toBeLessThan(23 * 3_600_000)
})

it('nothing that is to be restored is deleted where the clock jumps by days, which would remove it for good', () => {
  for (const { days, sessions } of plans)
    if (days)
      expect(sessions.flatMap(({ whims }) => whims.filter(({ what }) => what === 'delete-and-restore'))).toEqual([])
  expect(new Set(plans.map(({ days }) => days))).toEqual(new Set([true, false]))
  for (const { lives: all, doomed, days } of plans)
    if (all.some(({ failpoints }) => failpoints.some((plan) => /purge.*:crash/.test(plan))))
      expect([doomed > 0, days]).toEqual([true, true])
})
