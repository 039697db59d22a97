import { expect, it } from 'vitest'
import { MOST_FOUND } from '../../../../src/agent/config.ts'
import { Input } from '../../../../src/agent/input.ts'
import { Session } from '../session.ts'

const finding = (s: Session, found: string[]): Session => s.answer('', ['read']).respond('ok', { found })

it('what was found is forgotten at the next step, or told twice', () => {
  const s = finding(new Session().send('u0'), ['crm__a', 'crm__b'])
  finding(s, ['crm__c', 'crm__a', 'crm__c'])
  expect(s.state.config.found).toEqual(['crm__b', 'crm__c', 'crm__a'])
  s.answer('Done')
  expect(s.state.config.found).toEqual(['crm__b', 'crm__c', 'crm__a'])
})

it('a session that finds tools all day carries all of them', () => {
  const s = new Session().send('u0')
  for (let n = 0; n < 3; n++)
    finding(
      s,
      Array.from({ length: 20 }, (_, k) => `crm__t${n * 20 + k}`),
    )
  expect(s.state.config.found).toHaveLength(MOST_FOUND)
  expect(s.state.config.found?.at(-1)).toBe('crm__t59')
})

it('a result with thousands of names is an input', () => {
  const respond = (found: string[]): boolean =>
    Input.safeParse({
      ...{ type: 'toolkit-respond', toolCallId: '1.0.0', attempt: 0, content: [], known: [], terminate: false },
      ...{ seq: 1, timestamp: 1, found },
    }).success
  expect(respond(['a'])).toBe(true)
  expect(respond(Array.from({ length: 1000 }, (_, n) => `t${n}`))).toBe(false)
  expect(respond(['x'.repeat(65)])).toBe(false)
})
