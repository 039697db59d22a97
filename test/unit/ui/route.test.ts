import { expect, it } from 'vitest'
import { parseRoute, sessionHash } from '../../../src/ui/route.ts'

it('every route is read from its hash', () => {
  expect(parseRoute('')).toEqual({ type: 'home' })
  expect(parseRoute('#/')).toEqual({ type: 'home' })
  expect(parseRoute('#/safe')).toEqual({ type: 'safe' })
  expect(parseRoute(sessionHash('a_B-9'))).toEqual({ type: 'session', id: 'a_B-9' })
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
