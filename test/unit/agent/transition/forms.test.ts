import { expect, it } from 'vitest'
import { effectsAt } from '../../../../src/agent/effects-at.ts'
import type { Form } from '../../../../src/agent/form.ts'
import { status } from '../../../../src/agent/status.ts'
import { Session } from '../session.ts'

const FORM: Form = {
  ...{ id: 'f1', from: 'trips', about: 'form', text: 'Where to?', asksForSecret: false },
  fields: [{ name: 'city', label: 'City', hint: '', required: true, kind: 'text' }],
}
const call = (s: Session) => {
  const row = s.state.messages.at(-1)
  const [found] = row?.role === 'assistant' ? row.calls : []
  if (found === undefined) throw new Error('no call')
  return found
}
const asking = (tool = 'mail', form = FORM): Session => {
  const s = new Session().send('u0').answer('', [tool])
  const work = s.toolWork
  s.put({ type: 'toolkit-start', ...work })
  return s.put({ type: 'toolkit-wait', ...work, for: { type: 'form', form } })
}
const answer = (s: Session, more: object = {}) => ({
  ...{ type: 'user-answer-form' as const, toolCallId: call(s).id, form: 'f1', action: 'accept' as const },
  ...{ values: { city: 'Lima' }, ...more },
})

it('while a form waits something runs, or it does not look like waiting for the person', () => {
  const s = asking()
  expect(Object.values(effectsAt(s.state)).map(({ kind }) => kind)).not.toContain('request-toolkit')
  expect(status(s.state.head)).toMatchObject({ type: 'waiting-for-you' })
  expect(call(s).form).toEqual(FORM)
})

it('the answer is lost, or the call, which must not be repeated, is not run on', () => {
  const s = asking()
  s.put(answer(s))
  expect(call(s)).toMatchObject({ status: 'ready', started: false, attempt: 1 })
  expect(call(s).answered).toEqual({ id: 'f1', attempt: 1, action: 'accept', values: { city: 'Lima' } })
  expect(call(s).form).toBeUndefined()
  const work = s.toolWork
  s.put({ type: 'toolkit-start', ...work })
  s.put({ type: 'toolkit-wait', ...work, for: { type: 'form', form: { ...FORM, id: 'f2' } } })
  expect(call(s).form?.id).toBe('f2')
})

it('an answer that does not fit, to another form, or a second one counts', () => {
  const s = asking()
  s.refuse(answer(s, { values: {} }))
  s.refuse(answer(s, { values: { city: 'Lima', more: 'x' } }))
  s.refuse(answer(s, { form: 'f0' }))
  s.refuse({ type: 'user-settle-tool-call', toolCallId: call(s).id, choice: 'report', content: [] })
  s.refuse({ type: 'user-settle-tool-call', toolCallId: call(s).id, choice: 'skip', content: [] })
  s.put(answer(s, { action: 'decline', values: { city: 'Lima' } }))
  expect(call(s).answered).toMatchObject({ action: 'decline', values: {} })
  s.refuse(answer(s))
})

it('leave for a session is given by "this time", by a refusal, or forgotten', () => {
  const options = [
    { value: 'once', label: 'This time' },
    { value: 'session', label: 'For this server in this session' },
  ]
  const scope = { name: 'scope', label: 'For how long', hint: '', required: true, kind: 'choice' as const, options }
  const form: Form = { ...FORM, about: 'sampling', grant: 'sampling:s', fields: [scope] }
  const grantsAfter = (more: object) => {
    const s = asking('mail', form)
    return s.put(answer(s, more)).state.config.grants ?? []
  }
  expect(grantsAfter({ values: { scope: 'once' } })).toEqual([])
  expect(grantsAfter({ values: { scope: 'session' }, action: 'decline' })).toEqual([])
  expect(grantsAfter({ values: { scope: 'session' } })).toEqual(['sampling:s'])
})

it('Stop says that nothing happened although the server had begun', () => {
  const s = asking()
  s.put({ type: 'user-abort', partials: {} })
  expect(call(s).result).toMatchObject({ kind: 'aborted' })
  expect(JSON.stringify(call(s).result?.content)).toContain('may have taken effect')
  expect(call(s).form).toBeUndefined()
})
