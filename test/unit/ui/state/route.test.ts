import { expect, it } from 'vitest'
import { sessionHash } from '../../../../src/ui/base/kit/session-hash.ts'
import { asSafe, isSafe, parseRoute, withoutSafe } from '../../../../src/ui/base/state/route.ts'

it('every route is read from its hash', () => {
  expect(parseRoute('')).toEqual({ type: 'home' })
  expect(parseRoute('#/')).toEqual({ type: 'home' })
  expect(parseRoute(sessionHash('a_B-9'))).toEqual({ type: 'session', id: 'a_B-9' })
})

it('safe mode goes with every route, and a session is reached under it', () => {
  for (const hash of ['#/', sessionHash('a_B-9'), '#/connect?kind=anthropic', '#/nowhere']) {
    const safe = asSafe(hash)
    expect([isSafe(hash), isSafe(safe), asSafe(safe), withoutSafe(safe)]).toEqual([false, true, safe, hash])
    if (hash !== '#/nowhere') expect(parseRoute(safe)).toEqual(parseRoute(hash))
  }
  for (const hash of ['#/safe', asSafe('')]) expect([isSafe(hash), parseRoute(hash)]).toEqual([true, { type: 'home' }])
  expect(isSafe('#/safety')).toBe(false)
})

it('a link fills in a provider but never a key, and an unknown kind becomes the usual one', () => {
  expect(parseRoute('#/connect?kind=anthropic&baseUrl=https%3A%2F%2Fa.example%2Fv1&model=m&key=secret')).toEqual({
    type: 'connect',
    link: { kind: 'anthropic', baseUrl: 'https://a.example/v1', model: 'm' },
  })
  for (const kind of ['demo', 'evil', ''])
    expect(parseRoute(`#/connect?kind=${kind}`)).toMatchObject({ link: { kind: 'openai-compatible', baseUrl: '' } })
})

it('anything else is unknown, whatever stands in it', () => {
  for (const hash of [
    '#/session/',
    '#/session/../x',
    '#/session/a b',
    '#/nowhere',
    '#%',
    `#/session/${'x'.repeat(65)}`,
  ])
    expect(parseRoute(hash).type).toBe('unknown')
})
