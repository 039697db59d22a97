import { describe, expect, it } from 'vitest'
import { MAX_ATTEMPTS, MAX_CALLS, MAX_STARTS } from '../../../../src/agent/version.ts'
import { plain, Session } from '../session.ts'

const failure = { kind: 'network', message: 'cut' } as const

describe('how answers begin and end', () => {
  it('starting to ask keeps the key: no effect cancels itself', () => {
    const s = new Session().send('u0')
    const { keys } = s
    expect(s.start().keys).toEqual(keys)
    expect(s.start().keys).toEqual(keys) // as after a crash
  })
  it('what was started too often without an end fails; starts after a good end do not count', () => {
    const s = new Session().send('u0')
    const { work } = s
    for (let k = 0; k < MAX_STARTS; k++) s.start()
    for (let k = 0; k < 3; k++)
      s.put({ type: 'brain-send-message-start', ...work, model: { providerId: 'p', model: 'm' }, clean: true })
    expect(s.status).toBe('thinking')
    expect(s.start().state.head.hold).toMatchObject({ kind: 'failed', failure: { kind: 'poison' } })
  })
  it('a failed attempt waits and is tried again, five times at most; the longest text is kept', () => {
    const s = new Session().send('u0')
    const { cut } = s.work
    for (let attempt = 0; attempt < MAX_ATTEMPTS; attempt++) {
      s.start()
      const partial = plain('x'.repeat(9 - attempt))
      s.put({ type: 'brain-fail', cut, attempt, failure, partial, retryAt: s.timestamp + 5 })
      if (attempt < MAX_ATTEMPTS - 1) s.put({ type: 'clock-reach', key: `wait-${cut}-${attempt + 1}` })
    }
    expect(s.status).toBe('failed')
    expect(s.answers[0]).toMatchObject({ status: 'failed', failure, content: plain('x'.repeat(9)) })
  })
  it('what a broken answer took counts towards the limits', () => {
    const s = new Session().send('u0').start()
    const usage = { input: 900, output: 3, cacheRead: 0, cacheWrite: 0, reasoning: 0 }
    s.put({ type: 'brain-fail', ...s.work, failure, partial: [], retryAt: s.timestamp + 5, usage, cost: 0.25 })
    expect(s.state.head.run).toMatchObject({ tokens: 903, cost: 0.25 })
    expect(s.state.head.spent.cost).toBe(0.25)
  })
  it('a picture is all that a stopped answer has: it is kept', () => {
    const s = new Session().send('u0').start()
    const picture = { type: 'image', mediaType: 'image/png', blob: 'a'.repeat(64) } as const
    s.put({ type: 'user-abort', partials: { [s.work.cut]: [picture] } })
    expect(s.answers[0]?.content).toEqual([picture])
  })
  it('what a stopped answer took counts towards the limits, and stands under it', () => {
    const s = new Session().send('u0').start()
    const usage = { input: 900, output: 3, cacheRead: 0, cacheWrite: 0, reasoning: 0 }
    const spent = { [s.work.cut]: { usage, cost: 0.25 }, 99: { usage, cost: 9 } }
    s.put({ type: 'user-abort', partials: {}, spent })
    expect(s.answers[0]).toMatchObject({ status: 'aborted', usage, cost: 0.25 })
    expect(s.state.head.run).toMatchObject({ tokens: 903, cost: 0.25 })
    expect(s.state.head.spent.cost).toBe(0.25)
  })
  it('"retry now" asks at once what waits, by its cut or without a target', () => {
    for (const target of [null, '2']) {
      const s = new Session().send('u0').start()
      s.put({ type: 'brain-fail', ...s.work, failure, partial: [], retryAt: s.timestamp + 5 })
      expect(s.put({ type: 'user-retry', target }).keys).toEqual(['ask-brain-2-1', 'name-session'])
    }
  })
  it('a long failure is whole in the row and short in the head', () => {
    const s = new Session().send('u0').start()
    const long = { kind: 'server', message: 'm'.repeat(4000) } as const
    s.put({ type: 'brain-fail', ...s.work, failure: long, partial: [], retryAt: null })
    expect(s.answers[0]?.failure).toEqual(long)
    expect(JSON.stringify(s.state.head.hold).length).toBeLessThan(400)
  })
  it('calls cut off at the output limit do not run, and the brain is asked again', () => {
    const s = new Session().send('u0').answer('', ['read', 'pay'], { stopReason: 'length' })
    expect(s.calls.map((call) => call.result?.kind)).toEqual(['cut-off', 'cut-off'])
    expect(s.status).toBe('thinking')
  })
  it('an answer cut off at the output limit ends the run; Continue asks on from it', () => {
    const s = new Session().send('u0').answer('once upon', [], { stopReason: 'length' })
    expect(s.status).toBe('idle')
    expect(s.put({ type: 'user-continue' }).status).toBe('thinking')
    expect(s.answers[0]?.status).toBe('complete')
  })
  it('after an answer that ended by itself there is nothing to continue', () => {
    new Session().send('u0').answer('done').refuse({ type: 'user-continue' })
  })
  it('a refusal ends the run, also with calls', () => {
    expect(new Session().send('u0').answer('no', [], { stopReason: 'refusal' }).status).toBe('idle')
    const s = new Session().send('u0').answer('no', ['read'], { stopReason: 'refusal' })
    expect([s.status, s.call.result?.kind]).toEqual(['idle', 'error'])
  })
  it('a call with a problem enters closed: nobody is asked to approve nonsense', () => {
    const s = new Session().send('u0').answer('', [{ name: 'pay', problem: 'amount: not a number' }])
    expect(s.call.result).toMatchObject({ kind: 'error', content: plain('amount: not a number') })
    expect(s.status).toBe('thinking')
  })
  it('a call that comes with the answer of a recording is closed with it: nobody is asked about it, nothing runs', () => {
    const answered = {
      kind: 'ok' as const,
      content: plain('as then'),
      details: { shape: 'text' as const, text: 'as then' },
    }
    const s = new Session().send('u0').answer('', [{ name: 'pay', sends: '/pay?sum=1', answered }])
    expect(s.call).toMatchObject({ status: 'closed', started: false, turnAt: null })
    expect(s.call.result).toMatchObject({ ...answered, recorded: true, terminate: false })
    expect(s.status).toBe('thinking')
    // beside one that is not known it is a call like any other
    s.answer('', [{ name: 'read', answered }, 'read'])
    expect(s.calls.map(({ status }) => status)).toEqual(['closed', 'closed', 'ready'])
    expect(s.respond('now').status).toBe('thinking')
  })
  it('calls beyond the most that an answer may make are closed with an error', () => {
    const s = new Session().send('u0').answer(
      '',
      Array.from({ length: MAX_CALLS + 1 }, () => 'read'),
    )
    expect(s.calls.map((call) => call.status)).toEqual([...Array(MAX_CALLS).fill('ready'), 'closed'])
    expect(s.keys.filter((key) => key.startsWith('request'))).toHaveLength(3)
  })
  it('a tool named like a property of every object is unknown', () => {
    const s = new Session().send('u0').answer('', ['constructor', '__proto__'])
    expect(s.calls.map((call) => call.result?.kind)).toEqual(['error', 'error'])
  })
  it('retry replaces an answer without calls, and asks on from one with calls', () => {
    const s = new Session().send('u0').answer('bad').put({ type: 'user-retry', target: null })
    expect([s.answers[0]?.status, s.status]).toEqual(['replaced', 'thinking'])
    s.answer('', ['read']).respond('r', { terminate: true })
    expect(s.status).toBe('idle')
    s.put({ type: 'user-retry', target: String(s.answers[1]?.cut) })
    expect([s.answers[1]?.status, s.status]).toEqual(['complete', 'thinking'])
  })
})

describe('delivery', () => {
  it('steer joins at the turn boundary, before the brain is asked again', () => {
    const s = new Session().send('u0').answer('', ['read']).send('u1').send('u2')
    expect(s.state.queue.map((m) => m.id)).toEqual(['u1', 'u2'])
    s.respond('r')
    expect(s.state.messages.at(-1)).toMatchObject({ id: 'u1' })
    expect(s.answer('a').state.messages.at(-1)).toMatchObject({ id: 'u2' })
  })
  it('follow-up joins when the run would end, all at once if so configured', () => {
    const s = new Session({ followUpMode: 'all' }).send('u0').start().send('u1', 'follow-up').send('u2', 'follow-up')
    s.answer('', ['read']).respond('r')
    expect(s.state.queue).toHaveLength(2)
    expect(s.answer('end').state.messages.slice(-2)).toMatchObject([{ id: 'u1' }, { id: 'u2' }])
  })
  it('now is asked beside the first stream, two at most', () => {
    const s = new Session().send('u0').start().send('u1', 'now')
    expect(s.keys.filter((key) => key.startsWith('ask-brain-'))).toHaveLength(2)
    s.start().send('u2', 'now')
    expect(s.keys.filter((key) => key.startsWith('ask-brain-'))).toHaveLength(2)
    expect(s.state.messages).toHaveLength(5)
  })
  it('interrupt stops, keeps what was received, and asks about the message', () => {
    const s = new Session().send('u0').start()
    const partials = { [s.work.cut]: plain('half') }
    s.put({ type: 'user-send-message', messageId: 'u1', content: plain('u1'), delivery: 'interrupt', partials })
    expect(s.answers[0]).toMatchObject({ status: 'aborted', content: plain('half') })
    expect(s.keys).toEqual([`ask-brain-${s.state.head.seq}-0`])
  })
  it('a queued message can be changed and taken back', () => {
    const s = new Session().send('u0').start().send('u1').send('u2')
    s.put({ type: 'user-change-queued', messageId: 'u1', content: plain('better') })
    s.put({ type: 'user-cancel-queued', messageId: 'u2' })
    expect(s.answer('a').state.messages.at(-1)).toMatchObject({ id: 'u1', content: plain('better') })
    expect(s.state.head.queued).toEqual({ steer: 0, followUp: 0 })
  })
})
