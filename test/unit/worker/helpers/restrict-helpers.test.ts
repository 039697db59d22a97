import { expect, it } from 'vitest'
import type { Unstamped, UserInput } from '../../../../src/agent/input.ts'
import type { State } from '../../../../src/agent/state.ts'
import { transition } from '../../../../src/agent/transition.ts'
import type { HelperMachine } from '../../../../src/worker/helpers/helper-machine.ts'
import { restrictHelpers } from '../../../../src/worker/helpers/restrict-helpers.ts'
import { refused } from '../../../../src/worker/refused.ts'
import { Session } from '../../agent/session.ts'

const ASK: UserInput = { type: 'user-configure', config: { mode: 'ask' } }

/** A session in the freest mode, whose calls wait for these helpers. */
function helped(helpers: readonly string[]): Session {
  const s = new Session().put({ type: 'user-configure', config: { mode: 'free' } }).send('u0')
  if (helpers.length === 0) return s
  s.answer(
    '',
    helpers.map(() => 'read'),
  )
  for (const session of helpers) {
    const work = s.toolWork
    s.put({ type: 'toolkit-start', ...work }).put({ type: 'toolkit-wait', ...work, for: { type: 'helper', session } })
  }
  return s
}

/** Machines of these sessions, and what was dispatched to them, in order. */
function tree(sessions: Readonly<Record<string, Session | null>>) {
  const states = new Map(Object.entries(sessions).map(([id, session]) => [id, session?.state ?? null]))
  const done: string[] = []
  const reported: unknown[] = []
  const machineOf = (id: string, state: State): HelperMachine => ({
    state: () => states.get(id) ?? state,
    live: {} as never,
    dispatch: async (input: Unstamped) => {
      const { seq, timestamp } = state.head
      states.set(id, transition({ ...input, seq: seq + 1, timestamp } as never)(state))
      done.push(id)
    },
  })
  const ports = {
    machines: {
      of: async (id: string) => {
        const state = states.get(id)
        if (!state) throw refused('session-gone')
        return machineOf(id, state)
      },
      use: <Value>(_id: string, work: () => Promise<Value>) => work(),
    },
    report: (error: unknown) => void reported.push(error),
  }
  return { ports, done, reported, modeOf: (id: string) => states.get(id)?.config.mode }
}

it('a mode taken from a session stayed with its helpers, and with theirs: the deepest lose it first', async () => {
  const parent = helped(['a', 'b'])
  const { ports, done, modeOf } = tree({ a: helped(['c']), b: helped([]), c: helped([]) })
  await restrictHelpers(ports, parent.state, ASK)
  expect(done).toEqual(['c', 'a', 'b'])
  expect(['a', 'b', 'c'].map(modeOf)).toEqual(['ask', 'ask', 'ask'])
  // sent again after a kill
  await restrictHelpers(ports, parent.state, ASK)
  expect(done).toHaveLength(3)
  await restrictHelpers(ports, parent.state, { type: 'user-configure', config: { mode: 'free' } })
  expect(done).toHaveLength(3)
})

it('a helper that is damaged or gone kept the others from losing it', async () => {
  const { ports, done, reported } = tree({ a: null, b: helped([]) })
  await restrictHelpers(ports, helped(['a', 'b']).state, ASK)
  expect(done).toEqual(['b'])
  expect(reported).toHaveLength(1)
})
