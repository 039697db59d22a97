import { describe, expect, it } from 'vitest'
import type { Config } from '../../../../src/agent/config.ts'
import { Session } from '../session.ts'
import { TOOLS } from '../world/settings.ts'

const A = 'origin:https://a.example'
const B = 'origin:https://b.example'
const called = (grant: string, name = 'read') => ({ name, grant })
const statuses = (s: Session) => s.calls.map((call) => call.status)
const decide = (s: Session, n: number, decision: 'approve' | 'deny', scope: 'once' | 'session' | 'always') =>
  s.put({ type: 'user-decide-tool-call', toolCallId: s.calls[n]?.id ?? '', decision, scope })
const running = (config: Partial<Config> = {}) =>
  new Session(config).send('u0').answer('', [called(A), called(A), called(B), 'read'])

describe('calls that need a word for one thing', () => {
  it('wait for it though their tool is allowed; the others run', () => {
    expect(statuses(running())).toEqual(['pending', 'pending', 'pending', 'ready'])
    expect(statuses(running({ grants: [A] }))).toEqual(['ready', 'ready', 'pending', 'ready'])
  })
  it('approved once, only that call runs, and nothing is remembered', () => {
    const s = decide(running(), 0, 'approve', 'once')
    expect(statuses(s)).toEqual(['ready', 'pending', 'pending', 'ready'])
    expect(s.state.config.grants ?? []).toEqual([])
  })
  it.each(['session', 'always'] as const)(
    'approved with scope "%s", all calls of that thing run, now and later',
    (scope) => {
      const s = decide(running(), 0, 'approve', scope)
      expect(statuses(s)).toEqual(['ready', 'ready', 'pending', 'ready'])
      expect(s.state.config.grants).toEqual([A])
      expect(s.state.config.tools).toBe(TOOLS)
      decide(s, 2, 'deny', 'once').respond('1').respond('2').respond('3')
      s.answer('', [called(A), called(B)])
      expect(statuses(s).slice(-2)).toEqual(['ready', 'pending'])
    },
  )
  it('denied for the session, the other calls of that thing are denied; the tool itself is not forbidden', () => {
    const s = decide(running(), 0, 'deny', 'session')
    expect(statuses(s)).toEqual(['closed', 'closed', 'pending', 'ready'])
    expect([s.state.config.grants ?? [], s.state.config.tools]).toEqual([[], TOOLS])
  })
  it('a tool that always asks goes on asking after its thing was granted, and is allowed by the next word', () => {
    const s = new Session().send('u0').answer('', [called(A, 'pay'), called(A, 'pay')])
    decide(s, 0, 'approve', 'session')
    expect(statuses(s)).toEqual(['ready', 'pending'])
    expect(s.state.config).toMatchObject({ grants: [A], tools: { pay: { approval: 'ask' } } })
    decide(s, 1, 'approve', 'session')
    expect(statuses(s)).toEqual(['ready', 'ready'])
    expect(s.state.config.tools['pay']?.approval).toBe('allow')
  })
  it('allowing a tool does not grant the things its other calls need', () => {
    const s = new Session({ grants: [B] }).send('u0').answer('', [called(B, 'pay'), called(A, 'pay'), 'pay'])
    decide(s, 2, 'approve', 'session')
    expect(statuses(s)).toEqual(['ready', 'pending', 'ready'])
  })
  it('a tool that is never allowed stays so, whatever was granted', () => {
    const s = new Session({ grants: [A] }).send('u0').answer('', [called(A, 'rm'), 'read'])
    expect(s.calls[0]?.result?.kind).toBe('denied')
  })
  it('edited arguments carry their own need: what is granted is what will be reached', () => {
    const s = running()
    const toolCallId = s.calls[0]?.id ?? ''
    s.put({ type: 'user-decide-tool-call', toolCallId, decision: 'approve', scope: 'session', args: '{}', grant: B })
    expect(s.state.config.grants).toEqual([B])
    expect(statuses(s)).toEqual(['ready', 'pending', 'ready', 'ready'])
    const other = running()
    other.put({
      type: 'user-decide-tool-call',
      toolCallId: other.calls[0]?.id ?? '',
      decision: 'approve',
      scope: 'once',
      args: '{}',
      grant: null,
    })
    expect(other.calls[0]?.grant).toBeUndefined()
  })
})

describe('calls that would send what nobody gave', () => {
  const sending = { name: 'read', grant: A, sends: '/log?d=1' }
  it('wait though tool and site are allowed, and a word for one of them is for that one alone', () => {
    const s = new Session({ grants: [A] }).send('u0').answer('', [sending, sending, called(A)])
    expect(statuses(s)).toEqual(['pending', 'pending', 'ready'])
    decide(s, 0, 'approve', 'always')
    expect(statuses(s)).toEqual(['ready', 'pending', 'ready'])
    decide(s, 1, 'deny', 'always')
    expect([s.state.config.grants, s.state.config.tools]).toEqual([[A], TOOLS])
  })
  it('are not let through with a word about their site or their tool', () => {
    const s = new Session().send('u0').answer('', [called(A), sending])
    expect(statuses(decide(s, 0, 'approve', 'session'))).toEqual(['ready', 'pending'])
    const paying = new Session().send('u0').answer('', ['pay', { name: 'pay', sends: '/x' }])
    expect(statuses(decide(paying, 0, 'approve', 'session'))).toEqual(['ready', 'pending'])
  })
  it('edited, they send what the person wrote', () => {
    const s = new Session({ grants: [A] }).send('u0').answer('', [sending])
    const toolCallId = s.calls[0]?.id ?? ''
    s.put({ type: 'user-decide-tool-call', toolCallId, decision: 'approve', scope: 'once', args: '{}', grant: A })
    expect([s.calls[0]?.sends, s.calls[0]?.status]).toEqual([undefined, 'ready'])
  })
})
