import { expect, it } from 'vitest'
import { repeatedWords } from '../../../src/agent/same-call.ts'
import { Session } from './session.ts'

it('the third equal call in a row is told to the model, not the second, and not a different one', () => {
  const s = new Session().send('u0')
  const told = (args: string): string | null => {
    s.answer('', [{ name: 'read', args }])
    const words = repeatedWords({ name: 'read', args }, s.state.head)
    s.respond('r')
    return words
  }
  expect([told('{}'), told('{}')]).toEqual([null, null])
  expect(told('{}')).toContain('3 times in a row')
  expect(told('{"path":"b"}')).toBe(null)
})
