import { describe, expect, it } from 'vitest'
import { status } from '../../../../src/agent/status.ts'
import { MAX_STARTS } from '../../../../src/agent/version.ts'
import { said } from '../../../support/said.ts'
import { plain, Session } from '../session.ts'
import { TOOLS } from '../world/settings.ts'

const A = 'a'.repeat(64)
const B = 'b'.repeat(64)
const write = (path: string, from: string | null, to: string | null = B) => ({
  path,
  from,
  to,
  size: 1,
  mediaType: 't',
})
const entry = (path: string, blob: string | null) => ({ path, blob, size: 1, mediaType: 't', seq: 1, timestamp: 1 })

describe('calls that need the person', () => {
  it('approve once decides this call alone, with edited arguments', () => {
    const s = new Session().send('u0').answer('', ['pay', 'pay'])
    expect(status(s.state.head)).toEqual({ type: 'waiting-for-you', calls: s.calls.map((call) => call.id) })
    const [first, second] = s.calls
    const toolCallId = first?.id ?? ''
    s.put({ type: 'user-decide-tool-call', toolCallId, decision: 'approve', scope: 'once', args: '{"n":1}' })
    expect(s.calls).toMatchObject([
      { status: 'ready', args: '{"n":1}' },
      { ...second, status: 'pending' },
    ])
  })
  it('for the session, or always: its other calls and later ones follow', () => {
    for (const scope of ['session', 'always'] as const) {
      const s = new Session().send('u0').answer('', ['pay', 'pay'])
      s.put({ type: 'user-decide-tool-call', toolCallId: s.call.id, decision: 'deny', scope })
      expect(s.calls.map((call) => call.result?.kind)).toEqual(['denied', 'denied'])
      s.answer('', ['pay'])
      expect(s.call.result?.kind).toBe('denied')
      expect(TOOLS['pay']?.approval).toBe('ask')
    }
  })
  it('a question waits for its answer, whatever ends its effect', () => {
    const s = new Session().send('u0').answer('', ['read'])
    const { toolWork } = s
    s.put({ type: 'toolkit-start', ...toolWork })
    const question = { text: 'Which?', choices: ['a', 'b'] }
    s.put({ type: 'toolkit-wait', ...toolWork, for: { type: 'answer', question } })
    expect([s.status, s.keys, s.call.question]).toEqual(['waiting-for-you', ['name-session'], question])
    const { toolCallId } = toolWork
    s.refuse({ type: 'user-settle-tool-call', toolCallId, choice: 'again', content: [] })
    s.put({ type: 'user-settle-tool-call', toolCallId, choice: 'report', content: plain('b') })
    expect(s.call.result).toMatchObject({ kind: 'ok', content: plain('b') })
  })
  it('a wait is ended early by the person, and by nothing else they may say', () => {
    const s = new Session().send('u0').answer('', ['read'])
    s.put({ type: 'toolkit-start', ...s.toolWork })
    s.put({ type: 'toolkit-wait', ...s.toolWork, for: { type: 'time', until: 9e15, closeWith: plain('waited') } })
    const toolCallId = s.call.id
    expect([s.status, s.keys.some((key) => key.startsWith(`wait-${toolCallId}`))]).toEqual(['waiting-until', true])
    for (const choice of ['again', 'report'] as const)
      s.refuse({ type: 'user-settle-tool-call', toolCallId, choice, content: plain('x') })
    s.put({ type: 'user-settle-tool-call', toolCallId, choice: 'skip', content: [] })
    expect(s.call).toMatchObject({ status: 'closed', until: null, closeWith: null, result: { kind: 'skipped' } })
    expect(s.keys.some((key) => key.startsWith('ask-brain'))).toBe(true)
  })
  it('an unknown outcome is run again, skipped or reported', () => {
    const kinds = (['again', 'skip', 'report'] as const).map((choice) => {
      const s = new Session().send('u0').answer('', ['mail'])
      s.put({ type: 'toolkit-start', ...s.toolWork }).put({ type: 'effect-lost', key: s.keys[0] ?? '', error: 'gone' })
      expect(s.call.status).toBe('unknown')
      s.put({ type: 'user-settle-tool-call', toolCallId: s.call.id, choice, content: plain('it went') })
      return [s.call.status, s.call.attempt, s.call.result?.kind]
    })
    expect(kinds).toEqual([
      ['ready', 1, undefined],
      ['closed', 0, 'skipped'],
      ['closed', 0, 'reported'],
    ])
  })
})

describe('calls that run', () => {
  it('one at a time when any call of the batch is sequential, else three at once, by the order their turn came', () => {
    expect(new Session().send('u0').answer('', ['read', 'mail', 'read']).keys).toHaveLength(2)
    const s = new Session().send('u0').answer('', ['pay', 'read', 'read', 'read'])
    const tools = (): string[] => s.keys.filter((key) => key.startsWith('request'))
    const before = tools()
    s.put({ type: 'user-decide-tool-call', toolCallId: s.calls[0]?.id ?? '', decision: 'approve', scope: 'once' })
    expect(tools()).toEqual(before)
  })
  it('started too often without an end: an unknown outcome; a good end between does not count', () => {
    const s = new Session().send('u0').answer('', ['read'])
    const { toolWork } = s
    for (let k = 0; k < MAX_STARTS; k++) s.put({ type: 'toolkit-start', ...toolWork })
    s.put({ type: 'toolkit-start', ...toolWork, clean: true })
    expect(s.put({ type: 'toolkit-start', ...toolWork }).call.status).toBe('unknown')
  })
  it('a waiting call closes with its words when it is due', () => {
    const s = new Session().send('u0').answer('', ['read'])
    const { toolWork } = s
    s.put({ type: 'toolkit-start', ...toolWork })
    const until = s.timestamp + 60_000
    s.put({ type: 'toolkit-wait', ...toolWork, for: { type: 'time', until, closeWith: plain('done') } })
    expect(status(s.state.head)).toEqual({ type: 'waiting-until', at: until })
    s.put({ type: 'clock-reach', key: `wait-${s.call.id}-1` })
    expect(s.call.result).toMatchObject({ kind: 'ok', content: plain('done') })
  })
  it('an error with a time is tried again, save for a once call', () => {
    const again = (name: string): unknown => {
      const s = new Session().send('u0').answer('', [name])
      const { toolWork } = s
      s.put({ type: 'toolkit-start', ...toolWork })
      s.put({ type: 'toolkit-error', ...toolWork, error: 'busy', retryAt: s.timestamp + 5 })
      return [s.call.status, s.call.attempt, s.call.started]
    }
    expect(again('put')).toEqual(['waiting', 1, false])
    expect(again('mail')).toEqual(['closed', 0, true])
  })
  it('Stop says of a started call that it may have taken effect', () => {
    const s = new Session().send('u0').answer('', ['read', 'read'])
    s.put({ type: 'toolkit-start', ...s.toolWork }).put(said({ type: 'user-abort' }))
    const words = s.calls.map((call) => call.result?.content[0])
    expect(words).toMatchObject([
      { text: expect.stringContaining('may have') },
      { text: expect.stringContaining('before') },
    ])
    expect([s.keys, s.status]).toEqual([[], 'stopped'])
  })
  it('a batch whose results all say terminate ends the run', () => {
    const s = new Session().send('u0').answer('', ['read', 'read'])
    expect(s.respond('r', { terminate: true }).respond('r', { terminate: true }).status).toBe('idle')
  })
})

describe('files', () => {
  it('are written when nobody changed them, all or none, and the model reads which changed', () => {
    const s = new Session().send('u0').answer('', ['read'])
    const known = [entry('a', A), entry('b', null)]
    s.respond('r', { files: [write('a', A), write('b', null), write('a', B, null)], known })
    expect(s.state.files).toMatchObject([
      { path: 'a', blob: null, size: 0 },
      { path: 'b', blob: B },
    ])
    s.answer('', ['read']).respond('r', { files: [write('c', null), write('b', A), write('d', A)], known })
    expect(s.call.result).toMatchObject({ kind: 'error', content: [{ text: expect.stringContaining('b, d') }] })
    expect(s.state.files.map((file) => file.path)).toEqual(['a', 'b'])
  })
  it('the person changes them too, without asking the brain', () => {
    const s = new Session().put({ type: 'user-change-files', files: [write('b', A)], known: [entry('b', A)] })
    s.put({ type: 'user-change-files', files: [write('a', null), write('c', null)], known: [] })
    expect(s.state.files.map((file) => file.path)).toEqual(['a', 'b', 'c'])
    s.refuse({ type: 'user-change-files', files: [write('b', A)], known: [entry('b', A)] }) // the state knows better
    expect(s.keys).toEqual([])
  })
})
