import { describe, expect, it } from 'vitest'
import { initiate } from '../../../src/agent/initiate.ts'
import type { Unstamped } from '../../../src/agent/input.ts'
import { transition } from '../../../src/agent/transition.ts'
import { MAX_QUEUED, MAX_RECENT } from '../../../src/agent/version.ts'
import { said } from '../../support/said.ts'
import { plain, Session, USAGE } from './session.ts'
import { CONFIG } from './world/settings.ts'

/** An input that does not apply gives the same state, by reference. */

const work = { cut: 999, attempt: 0 }
const call = { toolCallId: '1.0.0', attempt: 0 }
const file = { path: 'a', from: 'a'.repeat(64), to: null, size: 0, mediaType: '' }
const complete = { content: plain('late'), stopReason: 'stop', usage: USAGE, cost: null } as const
const failure = { kind: 'network', message: 'no' } as const

/** What is refused by a session where nothing happens. */
const IDLE: Unstamped[] = [
  { type: 'session-create', sessionId: 's', config: CONFIG },
  { type: 'user-cancel-queued', messageId: 'x' },
  { type: 'user-change-queued', messageId: 'x', content: plain('x') },
  said({ type: 'user-abort' }),
  { type: 'user-retry', target: 'x' },
  { type: 'user-retry', target: null },
  { type: 'user-continue' },
  { type: 'user-decide-tool-call', toolCallId: 'x', decision: 'approve', scope: 'once' },
  { type: 'user-settle-tool-call', toolCallId: 'x', choice: 'skip', content: [] },
  { type: 'user-restore-session' },
  { type: 'user-change-files', files: [file], known: [] },
  { type: 'brain-send-message-start', ...work, model: { providerId: 'p', model: 'm' } },
  { type: 'brain-call-tools', ...work, toolCalls: [] },
  { type: 'brain-send-message-complete', ...work, ...complete, content: [] },
  { type: 'brain-fail', ...work, failure, partial: [], retryAt: 1 },
  { type: 'brain-load-tool-call', ...work, toolCallId: 'x', n: 0, size: 1 },
  { type: 'brain-expand-history', ...work, cutAt: 0, size: 1 },
  { type: 'brain-compress-history', cut: 999, summary: '', cutAt: 1, remaining: 0, calls: [] },
  { type: 'brain-fail-compress', cut: 999 },
  { type: 'session-drop-summary', size: 1 },
  { type: 'brain-name-session', title: 'x' },
  { type: 'toolkit-start', ...call },
  { type: 'toolkit-respond', ...call, content: [], known: [], terminate: false },
  { type: 'toolkit-error', ...call, error: '', retryAt: null },
  { type: 'toolkit-interrupt', ...call },
  { type: 'toolkit-wait', ...call, for: { type: 'time', until: 1, closeWith: [] } },
  { type: 'clock-reach', key: 'wait-1-1' },
  { type: 'effect-lost', key: 'ask-brain-1-0', error: '' },
  { type: 'effect-lost', key: '__proto__', error: '' },
]

describe('refusals', () => {
  for (const input of IDLE)
    it(`an idle session refuses ${JSON.stringify(input).slice(0, 60)}`, () => {
      new Session().refuse(input)
    })
  it('nothing applies before session-create, and that only once and for its own session', () => {
    const empty = initiate('s')
    const stamp = { seq: 1, timestamp: 1 }
    const send = said({
      type: 'user-send-message',
      messageId: 'u',
      content: plain('u'),
      delivery: 'now',
    })
    expect(transition({ ...send, ...stamp })(empty)).toBe(empty)
    const create = { type: 'session-create', sessionId: 'other', config: CONFIG } as const
    expect(transition({ ...create, ...stamp })(empty)).toBe(empty)
  })
  it('an input that is not newer than the state is refused, whatever the clock says', () => {
    const s = new Session().send('u0')
    const { seq } = s.state.head
    for (const stale of [seq, seq - 1, 0, Number.NaN]) s.refuse(said({ type: 'user-abort' }), { seq: stale })
    s.timestamp -= 10_000
    s.put(said({ type: 'user-abort' }))
  })
  it('an input of a later version does not apply', () => {
    new Session().refuse({ type: 'user-sing' } as unknown as Unstamped)
  })
  it('a command that comes twice counts once', () => {
    const s = new Session()
    s.put({ type: 'user-configure', config: {}, commandId: 'c1' }).refuse({
      type: 'user-configure',
      config: {},
      commandId: 'c1',
    })
    for (let k = 0; k < MAX_RECENT; k++) s.put({ type: 'user-configure', config: {}, commandId: `d${k}` })
    expect(s.state.head.recent).toHaveLength(MAX_RECENT)
  })
  it('a queued or last message sent again is refused', () => {
    const s = new Session().send('u0')
    const again = (messageId: string): Unstamped =>
      said({
        type: 'user-send-message',
        messageId,
        content: plain('x'),
        delivery: 'now',
      })
    s.refuse(again('u0')).start().send('u1').refuse(again('u1'))
  })
  it('a full queue refuses more, and the messages that do not queue still get through', () => {
    const s = new Session().send('u0').start()
    for (let k = 0; k < MAX_QUEUED; k++) s.send(`q${k}`, k % 2 ? 'steer' : 'follow-up')
    const more = said({ type: 'user-send-message', messageId: 'm', content: plain('x'), delivery: 'steer' })
    s.refuse(more)
      .refuse({ ...more, delivery: 'follow-up' })
      .send('now', 'now')
  })
  it('work of another attempt, or of an answer that has ended, is refused', () => {
    const s = new Session().send('u0').start()
    const { cut } = s.work
    s.refuse({ type: 'brain-send-message-complete', cut, attempt: 1, ...complete, content: [] })
    s.put({ type: 'brain-fail', cut, attempt: 0, failure, partial: plain('half'), retryAt: s.timestamp + 5 })
    s.refuse({ type: 'brain-send-message-complete', cut, attempt: 0, ...complete, content: [] })
    expect(s.keys).toEqual([`wait-${cut}-1`, 'name-session'])
    s.refuse({ type: 'clock-reach', key: `wait-${cut}-0` }).put({ type: 'clock-reach', key: `wait-${cut}-1` })
    expect(s.keys).toEqual([`ask-brain-${cut}-1`, 'name-session'])
  })
  it('calls are announced once', () => {
    const s = new Session().send('u0').start()
    const announce = {
      type: 'brain-call-tools',
      ...s.work,
      toolCalls: [{ providerId: '', name: 'read', args: '' }],
    } as const
    s.put({ ...announce, toolCalls: [...announce.toolCalls] }).refuse({
      ...announce,
      toolCalls: [...announce.toolCalls],
    })
  })
  it('a call that waits its turn or its approval cannot start', () => {
    const s = new Session().send('u0').answer('', ['mail', 'mail', 'pay'])
    const [first, second, third] = s.calls
    s.refuse({ type: 'toolkit-start', toolCallId: second?.id ?? '', attempt: 0 })
    s.refuse({ type: 'toolkit-start', toolCallId: third?.id ?? '', attempt: 0 })
    s.put({ type: 'toolkit-start', toolCallId: first?.id ?? '', attempt: 0 })
    s.refuse({ type: 'toolkit-start', toolCallId: first?.id ?? '', attempt: 0 }) // once, and started
  })
  it('a deleted session refuses everything but its restoring', () => {
    const s = new Session().send('u0').start().put({ type: 'user-delete-session' })
    expect([s.keys, s.status]).toEqual([[], 'idle'])
    for (const input of IDLE.filter((i) => i.type !== 'user-restore-session')) s.refuse(input)
    s.refuse(said({ type: 'user-send-message', messageId: 'm', content: plain('m'), delivery: 'now' }))
    expect(s.put({ type: 'user-restore-session' }).status).toBe('stopped')
  })
  it('rows that storage has lost: no throw, their inputs do not apply, Stop still works', () => {
    const s = new Session().send('u0').answer('', ['read'])
    const { toolWork } = s
    s.state = { ...s.state, messages: [] }
    s.refuse({ type: 'toolkit-start', ...toolWork }).refuse({ type: 'user-retry', target: null })
    expect(s.put(said({ type: 'user-abort' })).keys).toEqual([])
    const live = new Session().send('u0').start()
    const { work: lost } = live
    live.state = { ...live.state, messages: [] }
    live.refuse({ type: 'brain-fail', ...lost, failure, partial: [], retryAt: null })
    expect(live.put(said({ type: 'user-abort' })).status).toBe('stopped')
  })
  it('work whose row is lost ends with its effect, and the person reads why', () => {
    const s = new Session().send('u0').answer('', ['read', 'pay'])
    s.state = { ...s.state, messages: [] }
    s.put({ type: 'effect-lost', key: s.keys[0] ?? '', error: '' })
    expect([s.keys, s.status]).toEqual([['name-session'], 'failed'])
  })
})
