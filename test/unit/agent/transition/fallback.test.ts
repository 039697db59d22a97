import { describe, expect, it } from 'vitest'
import type { Config } from '../../../../src/agent/config.ts'
import { askedModel } from '../../../../src/agent/fallback.ts'
import type { Unstamped } from '../../../../src/agent/input.ts'
import { MAX_ATTEMPTS } from '../../../../src/agent/version.ts'
import { Session } from '../session.ts'

const [second, third] = [
  { providerId: 'q', model: 'second' },
  { providerId: 'r', model: 'third' },
]
const CHAIN = { models: [second, third], after: 2 }

type Kind = Extract<Unstamped, { type: 'brain-fail' }>['failure']['kind']
/** The asking starts and fails as often as it takes until it does not wait any more. */
const failing = (s: Session, kind: Kind, retryable = true): number => {
  for (let attempts = 1; ; attempts++) {
    const { work } = s
    s.start(work)
    const retryAt = retryable ? s.timestamp : null
    s.put({ type: 'brain-fail', ...work, failure: { kind, message: kind }, partial: [], retryAt })
    if (s.status !== 'retrying') return attempts
    s.put({ type: 'clock-reach', key: `wait-${work.cut}-${work.attempt + 1}` })
  }
}
const asked = (s: Session): string => askedModel(s.state).model
const set = (config: Partial<Config>): Unstamped => ({ type: 'user-configure', config })

describe('a chain of models', () => {
  it('overloaded twice: the next one is asked the same, and the answer says with whom it went on', () => {
    const s = new Session({ fallback: CHAIN }).send('u0')
    expect(asked(s)).toBe('m')
    expect(failing(s, 'overloaded')).toBe(2)
    expect(s.status).toBe('thinking')
    expect(asked(s)).toBe('second')
    expect(s.answers[0]).toMatchObject({ status: 'failed', wentOn: second })
    expect(s.answer('done').status).toBe('idle')
  })
  it('without a chain it is tried five times and then is for the person', () => {
    const s = new Session().send('u0')
    expect(failing(s, 'overloaded')).toBe(MAX_ATTEMPTS)
    expect(s.status).toBe('failed')
  })
  it('at the end of the chain the last one has all its tries, and then the run has failed', () => {
    const s = new Session({ fallback: CHAIN }).send('u0')
    expect([failing(s, 'rate-limit'), failing(s, 'server'), failing(s, 'overloaded')]).toEqual([2, 2, MAX_ATTEMPTS])
    expect(s.status).toBe('failed')
    expect(s.answers.map(({ wentOn }) => wentOn?.model)).toEqual(['second', 'third', undefined])
  })
  it('an account without credit is not asked twice', () => {
    const s = new Session({ fallback: CHAIN }).send('u0')
    expect(failing(s, 'no-credit', false)).toBe(1)
    expect(asked(s)).toBe('second')
  })
  it.each(['bad-key', 'network', 'refused', 'context-too-long', 'config', 'lost'] as const)(
    '"%s" is no matter of room: nobody else is told the question',
    (kind) => {
      const s = new Session({ fallback: CHAIN }).send('u0')
      expect(failing(s, kind, false)).toBe(1)
      expect(s.status).toBe('failed')
    },
  )
  it('its whole run goes on with that model; the next run begins with the chosen one', () => {
    const s = new Session({ fallback: CHAIN }).send('u0')
    failing(s, 'overloaded')
    s.answer('', ['read']).respond('r')
    expect(asked(s)).toBe('second')
    s.answer('done').send('u1')
    expect(asked(s)).toBe('m')
  })
  it('a turn is not lost by it, and the limits of the run count on', () => {
    const limits = { maxTurns: 1, maxTokensPerRun: 100, maxCostPerRun: null, maxCostPerDay: null, maxSameCall: null }
    const s = new Session({ fallback: CHAIN, limits }).send('u0').start()
    const usage = { input: 100, output: 0, cacheRead: 0, cacheWrite: 0, reasoning: 0 }
    const failure = { kind: 'no-credit', message: '' } as const
    s.put({ type: 'brain-fail', ...s.work, failure, partial: [], retryAt: null, usage })
    expect(s.state.head.turnsLeft).toBe(1)
    expect(s.state.head.hold).toEqual({ kind: 'limit', limit: 'tokens' })
  })
  it('Continue at the limit of the day was lost when the first model had no room: the next one was not asked', () => {
    const limits = { maxTurns: 9, maxTokensPerRun: null, maxCostPerRun: null, maxCostPerDay: 0.5, maxSameCall: null }
    const s = new Session({ fallback: CHAIN, limits }).send('u0').answer('', ['read']).respond('r')
    expect(s.state.head.hold).toEqual({ kind: 'limit', limit: 'cost-day' })
    s.put({ type: 'user-continue' })
    expect([failing(s, 'overloaded'), failing(s, 'server')]).toEqual([2, 2])
    expect([asked(s), s.status]).toEqual(['third', 'thinking'])
    // one answer is what was granted
    s.answer('', ['read']).respond('r')
    expect(s.state.head.hold).toEqual({ kind: 'limit', limit: 'cost-day' })
  })
  it('what a smaller window of another model taught is forgotten with it', () => {
    const window = { size: 1000, maxOutput: null, by: 'catalogue' } as const
    const s = new Session({ fallback: CHAIN, window, compressAt: 0.5 }).send('u0')
    s.put(set({ window }))
    expect(s.state.head.compressAbove).toBe(500)
    failing(s, 'overloaded')
    failing(s, 'context-too-long', false)
    expect(s.state.head.compressAbove).toBeLessThan(500)
    expect(s.state.config.window).toEqual(window)
    s.put({ type: 'user-abort', partials: {} }).send('u1')
    expect(s.state.head.compressAbove).toBe(500)
  })
  it('another choice of the person counts at once', () => {
    const s = new Session({ fallback: CHAIN }).send('u0')
    failing(s, 'overloaded')
    s.put(set({ model: { providerId: 'p', model: 'mine', thinking: 'off' } }))
    expect(asked(s)).toBe('mine')
    failing(s, 'overloaded')
    expect(asked(s)).toBe('second')
    s.put(set({ fallback: { models: [], after: 1 } }))
    expect(asked(s)).toBe('mine')
  })
})
