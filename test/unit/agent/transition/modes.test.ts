import { describe, expect, it } from 'vitest'
import type { Config } from '../../../../src/agent/config.ts'
import { allows, lesserMode, MODES, type Mode } from '../../../../src/agent/mode.ts'
import { Session } from '../session.ts'
import { TOOLS } from '../world/settings.ts'

const A = 'origin:https://a.example'
const statuses = (s: Session) => s.calls.map((call) => call.status)
const session = (mode: Mode | undefined, config: Partial<Config> = {}) =>
  new Session({ ...(mode && { mode }), ...config }).send('u0')
const page = (freeIn: Mode) => ({ name: 'read', grant: A, freeIn })

describe('a mode', () => {
  it.each(MODES.flatMap((mode) => MODES.map((freeIn) => [mode, freeIn] as const)))(
    '"%s" lets a call that is free in "%s" run just if it is at least that',
    (mode, freeIn) => {
      const s = session(mode).answer('', [page(freeIn), { name: 'pay', freeIn }])
      const expected = MODES.indexOf(mode) >= MODES.indexOf(freeIn) ? 'ready' : 'pending'
      expect(statuses(s)).toEqual([expected, expected])
      expect(s.calls.map((call) => call.freeIn)).toEqual(Array(2).fill(expected === 'ready' ? freeIn : undefined))
    },
  )
  it('that was never set is "ask"', () => {
    expect(statuses(session(undefined).answer('', [page('ask'), page('careful')]))).toEqual(['ready', 'pending'])
  })
  it.each(MODES)('"%s" never lets a forbidden tool run, nor data that nobody gave leave', (mode) => {
    const s = session(mode).answer('', [
      { name: 'rm', freeIn: 'ask' },
      { name: 'read', freeIn: 'ask', sends: '/?d=SECRET' },
      { name: 'read', freeIn: 'ask', grant: `links:https://a.example`, opens: { count: 4, list: [] } },
      { name: 'nosuch', freeIn: 'ask' },
    ])
    expect(statuses(s)).toEqual(['closed', 'pending', 'pending', 'closed'])
    expect(s.calls[0]?.result?.kind).toBe('denied')
  })
  it('leaves no mark on a call that would not have asked', () => {
    const s = session('free', { grants: [A] }).answer('', [page('free'), { name: 'read', freeIn: 'free' }])
    expect(s.calls.map(({ status, freeIn }) => [status, freeIn])).toEqual([
      ['ready', undefined],
      ['ready', undefined],
    ])
  })
  it('that the person makes more careful asks about what it alone allowed and has not started', () => {
    const mail = { name: 'mail', freeIn: 'free' as const, grant: A }
    const s = session('free').answer('', [mail, mail, page('ask')])
    expect(statuses(s)).toEqual(['ready', 'ready', 'ready'])
    s.put({ type: 'toolkit-start', ...s.toolWork })
    s.put({ type: 'user-configure', config: { mode: 'careful' } })
    expect(statuses(s)).toEqual(['ready', 'pending', 'ready'])
    s.put({ type: 'user-configure', config: { mode: 'free' } })
    expect(statuses(s), 'calls that wait for a person go on waiting').toEqual(['ready', 'pending', 'ready'])
  })
  it('does not take back what a person approved', () => {
    const s = session('ask').answer('', [page('free'), page('free')])
    s.put({ type: 'user-decide-tool-call', toolCallId: s.calls[0]?.id ?? '', decision: 'approve', scope: 'once' })
    s.put({ type: 'user-configure', config: { mode: 'ask' } })
    expect(statuses(s)).toEqual(['ready', 'pending'])
  })
  it('that is changed beside other settings stays as it is', () => {
    const s = session('careful')
    s.put({ type: 'user-configure', config: { steerMode: 'all' } })
    expect(s.state.config.mode).toBe('careful')
  })
  it('orders itself: the lesser of two is allowed by both', () => {
    for (const one of MODES)
      for (const other of MODES) {
        const least = lesserMode(one, other)
        expect([allows(one, least), allows(other, least), [one, other].includes(least)]).toEqual([true, true, true])
      }
  })
})

describe('one decision about several calls', () => {
  const five = () =>
    session('ask').answer('', [page('free'), page('free'), 'pay', { name: 'read', sends: '/x' }, 'read'])
  const also = (s: Session) => s.calls.map(({ id }) => id)
  it('approves all that wait, in one step', () => {
    const s = five()
    const before = s.state.head.seq
    const [first = '', ...others] = also(s)
    s.put({ type: 'user-decide-tool-call', toolCallId: first, also: others, decision: 'approve', scope: 'once' })
    expect([statuses(s), s.state.head.seq]).toEqual([Array(5).fill('ready'), before + 1])
    expect([s.state.config.grants ?? [], s.state.config.tools]).toEqual([[], TOOLS])
  })
  it('denies all that wait, each with the reason', () => {
    const s = five()
    const [first = '', ...others] = also(s)
    s.put({
      ...{ type: 'user-decide-tool-call', toolCallId: first, also: [...others, first, 'x'], decision: 'deny' },
      ...{ scope: 'once', reason: ' use the files ' },
    })
    expect(statuses(s)).toEqual(['closed', 'closed', 'closed', 'closed', 'ready'])
    for (const { result } of s.calls.slice(0, 4))
      expect(result).toMatchObject({
        kind: 'denied',
        content: [{ text: 'Denied by the user, who gave this reason:' }, { text: 'use the files' }],
      })
  })
  it('without a reason says what it said', () => {
    const s = five()
    const toolCallId = s.calls[0]?.id ?? ''
    s.put({ type: 'user-decide-tool-call', toolCallId, decision: 'deny', scope: 'once', reason: '  ' })
    expect(s.calls[0]?.result?.content).toEqual([{ type: 'text', text: 'Denied by the user.' }])
  })
})
