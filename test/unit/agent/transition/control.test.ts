import { describe, expect, it } from 'vitest'
import type { Config } from '../../../../src/agent/config.ts'
import { runOf } from '../../../../src/agent/head.ts'
import { offers } from '../../../../src/agent/offers.ts'
import { said } from '../../../support/said.ts'
import { plain, Session } from '../session.ts'
import { CONFIG } from '../world/settings.ts'

const DAY = 86_400_000
const limited = (limits: Partial<Config['limits']>): Session =>
  new Session({ limits: { ...CONFIG.limits, maxTurns: 50, ...limits } })

describe('limits', () => {
  const round = (s: Session): Session => s.answer('', ['read']).respond('r')
  for (const [limit, s] of Object.entries({
    turns: limited({ maxTurns: 1 }),
    tokens: limited({ maxTokensPerRun: 15 }),
    'cost-run': limited({ maxCostPerRun: 0.5 }),
    'cost-day': limited({ maxCostPerDay: 0.5 }),
    'same-call': limited({ maxSameCall: 2 }),
  }))
    it(`${limit}: the run pauses, and Continue gets past it`, () => {
      round(s.send('u0'))
      if (limit === 'same-call') round(s)
      expect([s.status, s.state.head.hold]).toEqual(['paused', { kind: 'limit', limit }])
      expect(round(s.put({ type: 'user-continue' })).answers.length).toBeGreaterThan(1)
      if (limit === 'cost-day') expect(s.status).toBe('paused')
    })
  it.each([
    ['run', { maxCostPerRun: 0.5 }],
    ['day', { maxCostPerDay: 0.5 }],
  ])('an answer that claimed to cost less than nothing made room under the limit of the %s', (_what, limits) => {
    const s = limited(limits).send('u0').answer('', ['read'], { cost: -1e9 }).respond('r')
    expect(round(s).status).toBe('paused')
  })
  it('an answer that claimed to take fewer tokens than none made room under the limit of tokens', () => {
    const usage = { input: -1e9, output: 1, cacheRead: 0, cacheWrite: 0, reasoning: 0 }
    const s = limited({ maxTokensPerRun: 15 }).send('u0').answer('', ['read'], { usage }).respond('r')
    expect(round(s).status).toBe('paused')
  })
  it('the day limit also stops a new message, until the next UTC day; a clock set back does not reopen it', () => {
    const s = limited({ maxCostPerDay: 0.5 }).send('u0').answer('a').send('u1')
    expect(s.status).toBe('paused')
    s.timestamp += DAY
    s.put(said({ type: 'user-abort' }))
      .send('u2')
      .answer('b')
      .send('u3')
    expect(s.status).toBe('paused')
    s.timestamp -= 3 * DAY
    expect(s.send('u4').status).toBe('paused')
  })
  it('a call that differs in its arguments is another call, and a new run counts anew', () => {
    const s = limited({ maxSameCall: 2 }).send('u0')
    for (const args of ['1', '2', '1', '2']) s.answer('', [{ args }]).respond('r')
    expect(s.status).toBe('thinking')
    s.answer('end')
      .send('u1')
      .answer('', [{ args: '2' }])
      .respond('r')
    expect(s.status).toBe('thinking')
    expect(s.answer('', [{ args: '2' }]).respond('r').status).toBe('paused')
  })
})

describe('control', () => {
  it('after an abort nothing is asked, the queue is kept, and Continue lets it join', () => {
    const s = new Session()
      .send('u0')
      .start()
      .send('u1')
      .put(said({ type: 'user-abort' }))
    expect([s.status, s.keys, s.state.queue.length]).toEqual(['stopped', [], 1])
    expect(s.put({ type: 'user-continue' }).state.messages.at(-1)).toMatchObject({ id: 'u1' })
  })
  it('Continue after an abort with nothing queued asks the last message again', () => {
    const s = new Session()
      .send('u0')
      .put(said({ type: 'user-abort' }))
      .put({ type: 'user-continue' })
    expect(s.status).toBe('thinking')
  })
  it('a Stop, Retry or Continue that comes late hits what was begun since: it names its run, and leaves a newer one alone', () => {
    const s = new Session().send('u0').start()
    const first = runOf(s.state.head)
    s.send('u1', 'interrupt').start()
    const second = runOf(s.state.head)
    expect(second).toBeGreaterThan(first)
    s.refuse(said({ type: 'user-abort', run: first })).put(said({ type: 'user-abort', run: second }))
    s.refuse({ type: 'user-continue', run: first }).refuse({ type: 'user-retry', target: null, run: first })
    s.put({ type: 'user-continue', run: second }).refuse(said({ type: 'user-abort', run: second }))
    // stopped and begun anew by a Retry: the Continue of before is late
    const third = runOf(s.state.head)
    s.put(said({ type: 'user-abort', run: third })).put({ type: 'user-retry', target: null, run: third })
    s.refuse({ type: 'user-continue', run: third })
  })
  it('stopped before its new answer began, a Retry of a failed answer could not be gone on with: Continue asked nothing, and there was no Retry', () => {
    const s = new Session().send('u0').start()
    const failure = { kind: 'bad-key', message: 'no' } as const
    s.put({ type: 'brain-fail', cut: s.work.cut, attempt: 0, failure, partial: [], retryAt: null })
    s.put({ type: 'user-retry', target: null }).put(said({ type: 'user-abort' }))
    expect(offers(s.state)).toEqual({ stop: false, retry: true, continue: true })
    s.put({ type: 'user-continue' })
    expect([s.status, s.state.head.hold]).toEqual(['thinking', null])
    s.put(said({ type: 'user-abort' })).put({ type: 'user-retry', target: null })
    expect([s.status, ...s.answers.map(({ status }) => status)]).toEqual(['thinking', 'replaced'])
  })
  it('a run keeps its name while it works, waits for a retry, and goes on with what was queued', () => {
    const s = new Session().send('u0').start().send('u1', 'steer').send('u2', 'follow-up')
    const run = runOf(s.state.head)
    const { cut } = s.work
    const failure = { kind: 'network', message: 'cut' } as const
    s.put({ type: 'brain-fail', cut, attempt: 0, failure, partial: [], retryAt: s.timestamp + 5 })
    s.put({ type: 'user-retry', target: null, run }).answer('a', ['read']).respond('r').answer('b')
    expect(s.state.messages.at(-1)).toMatchObject({ id: 'u2' })
    expect(runOf(s.start().state.head)).toBe(run)
    s.put(said({ type: 'user-abort', run }))
  })
  it('what was written before runs had names goes on as it meant: it stops whatever runs', () => {
    const s = new Session().send('u0').start()
    const { id: _none, ...unnamed } = s.state.head.run
    s.state = { ...s.state, head: { ...s.state.head, run: unnamed } }
    s.refuse(said({ type: 'user-abort', run: 2 })).put(said({ type: 'user-abort' }))
    s.put({ type: 'user-continue', run: 0 })
    expect(runOf(s.state.head)).toBe(s.state.head.seq)
  })
  it('configuration moves the cut of a request that has not started, and leaves a streaming one alone', () => {
    const s = new Session().send('u0')
    const before = s.keys
    expect(s.put({ type: 'user-configure', config: { systemPrompt: 'x' } }).keys).not.toEqual(before)
    const running = s.start().keys
    expect(s.put({ type: 'user-configure', config: { tools: {} } }).keys).toEqual(running)
    expect(s.state.config).toMatchObject({ systemPrompt: 'x', tools: {} })
  })
  it('configuration is never something unseen', () => {
    expect(new Session().put({ type: 'user-configure', config: { systemPrompt: 'x' } }).keys).toEqual([])
  })
  it('naming ends with a name, with a failure, or by the person', () => {
    const named = (): Session => new Session().send('u0').answer('a')
    expect(named().keys).toEqual(['name-session'])
    expect(named().put({ type: 'brain-name-session', title: '' }).keys).toEqual([])
    expect(named().put({ type: 'effect-lost', key: 'name-session', error: '' }).keys).toEqual([])
    const s = named()
      .put({ type: 'user-name-session', title: 'Mine' })
      .refuse({ type: 'brain-name-session', title: 'T' })
    expect([s.keys, s.state.head.title]).toEqual([[], 'Mine'])
  })
  it('a session deleted in the middle of its work comes back stopped, with what it had received', () => {
    const s = new Session().send('u0').start()
    const partials = { [s.work.cut]: plain('half') }
    s.put({ type: 'user-delete-session', partials }).put({ type: 'user-restore-session' })
    expect([s.status, s.answers[0]?.content]).toEqual(['stopped', plain('half')])
    expect(s.put({ type: 'user-continue' }).status).toBe('thinking')
  })
  it('a session deleted at rest comes back at rest', () => {
    const s = new Session()
      .send('u0')
      .answer('a')
      .put({ type: 'user-delete-session' })
      .put({ type: 'user-restore-session' })
    expect(s.status).toBe('idle')
  })
})
