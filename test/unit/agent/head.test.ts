import { describe, expect, it } from 'vitest'
import { effectsAt } from '../../../src/agent/effects-at.ts'
import { Head } from '../../../src/agent/head.ts'
import type { Input } from '../../../src/agent/input.ts'
import type { State } from '../../../src/agent/state.ts'
import { isBusyStatus, status } from '../../../src/agent/status.ts'
import { transition } from '../../../src/agent/transition.ts'
import { MAX_RECENT } from '../../../src/agent/version.ts'
import { rounds, Session } from './session.ts'
import { restore } from './world/disk.ts'

/** The same session with that many old rows before it. */
const long = (state: State, old: number): State => {
  const [first] = state.messages
  if (!first) throw new Error('no row')
  const { head } = state
  return {
    ...state,
    head: {
      ...head,
      count: head.count + old,
      last: head.last && { ...head.last, n: head.last.n + old },
      unsettled: head.unsettled.map((entry) => ({ ...entry, n: entry.n + old })),
    },
    messages: [
      ...Array.from({ length: old }, (_, n) => ({ ...first, n })),
      ...state.messages.map((row) => ({ ...row, n: row.n + old })),
    ],
  }
}
const bytes = (value: unknown): number => new TextEncoder().encode(JSON.stringify(value)).length

describe('the head', () => {
  it('is under 2 kB in the middle of work, and does not grow with the session', () => {
    const short = rounds(MAX_RECENT)
    const grown = rounds(200)
    expect(bytes(short.state.head)).toBeLessThan(2048)
    expect(bytes(grown.state.head) - bytes(short.state.head)).toBeLessThan(40)
    expect(Head.parse(grown.state.head)).toEqual(grown.state.head)
  })
  it('alone decides what runs and what the status says', () => {
    const { state } = rounds(2)
    const poor = { head: state.head } as State
    expect(effectsAt(poor)).toEqual(effectsAt(state))
    expect(status(poor.head)).toEqual({ type: 'using', tools: ['read', 'put'] })
  })
  it('an input of each kind touches few rows: the others are the same objects, however long the session', () => {
    const s = rounds(50)
    const before = s.state
    const toolCallId = s.calls.at(-1)?.id ?? ''
    const input = { type: 'toolkit-start', toolCallId, attempt: 0, seq: before.head.seq + 1, timestamp: 1 } as const
    const next = transition(input)(before)
    expect(next.messages.filter((row, n) => row !== before.messages[n])).toHaveLength(1)
  })
  it('a transition costs the same with a full window and with a restored one of three rows', () => {
    const state = long(rounds(1).state, 10_000)
    const small = restore({ state, journal: [] })
    const toolCallId = state.head.unsettled[0]?.calls[0]?.id ?? ''
    const input: Input = { type: 'toolkit-start', toolCallId, attempt: 0, seq: state.head.seq + 1, timestamp: 1 }
    const time = (from: State): number => {
      const times = Array.from({ length: 41 }, () => {
        const start = performance.now()
        for (let k = 0; k < 20; k++) transition(input)(from)
        return (performance.now() - start) / 20
      })
      return times.sort((a, b) => a - b)[20] ?? 0
    }
    time(small)
    expect(transition(input)(state)).not.toBe(state)
    expect(time(state) - time(small), 'ms more than with three rows').toBeLessThan(0.5)
  })
})

describe('status', () => {
  it('is busy exactly while something but naming runs', () => {
    const s = new Session().send('u0').answer('a')
    expect([s.keys, s.status]).toEqual([['name-session'], 'idle'])
    expect(isBusyStatus(status(s.send('u1').state.head))).toBe(true)
  })
  it('tells what waits: a retry and its time', () => {
    const s = new Session().send('u0').start()
    const failure = { kind: 'rate-limit', message: 'slow down' } as const
    s.put({ type: 'brain-fail', ...s.work, failure, partial: [], retryAt: 77 })
    expect(status(s.state.head)).toEqual({ type: 'retrying', at: 77 })
  })
  it('tells why it failed', () => {
    const s = new Session().send('u0').start()
    const failure = { kind: 'bad-key', message: 'The key was refused.' } as const
    s.put({ type: 'brain-fail', ...s.work, failure, partial: [], retryAt: null })
    expect(status(s.state.head)).toEqual({ type: 'failed', failure })
  })
})
