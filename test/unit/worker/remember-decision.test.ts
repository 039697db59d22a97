import { expect, it } from 'vitest'
import { subjectOf } from '../../../src/worker/remember-decision.ts'
import { Session } from '../agent/session.ts'

const A = 'origin:https://a.example'
const always = (toolCallId: string) =>
  ({ type: 'user-decide-tool-call', toolCallId, decision: 'approve', scope: 'always' }) as const
const asked = (grants: string[] = []): Session =>
  new Session({ grants }).send('u0').answer('', [{ name: 'pay', grant: A }, 'pay'])
const id = (s: Session, n: number): string => s.calls[n]?.id ?? ''

it('"always" for a site is remembered for the site, not for the tool', () => {
  const s = asked()
  expect(subjectOf(s.state, always(id(s, 0)))).toEqual({ grant: A })
  expect(subjectOf(s.state, always(id(s, 1)))).toEqual({ name: 'pay' })
})
it('once the site is granted, the word is about the tool', () => {
  const s = asked([A])
  expect(subjectOf(s.state, always(id(s, 0)))).toEqual({ name: 'pay' })
})
it('edited arguments are remembered for where they lead', () => {
  const s = asked()
  expect(subjectOf(s.state, { ...always(id(s, 0)), args: '{}', grant: 'origin:https://b.example' })).toEqual({
    grant: 'origin:https://b.example',
  })
  expect(subjectOf(s.state, { ...always(id(s, 0)), args: '{}', grant: null })).toEqual({ name: 'pay' })
  expect(subjectOf(s.state, always('nosuch'))).toBeNull()
})
