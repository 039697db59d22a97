import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { createMoorex } from '../../../src/moorex/create-moorex.ts'
import type { Batch } from '../../../src/moorex/definition.ts'
import { MoorexStopped } from '../../../src/moorex/moorex-stopped.ts'
import {
  drop,
  type Effect,
  makeDefinition,
  makeGate,
  note,
  recordEvents,
  type Signal,
  type State,
  settle,
  stateOf,
  want,
} from './harness.ts'

const unhandled: unknown[] = []
const remember = (error: unknown): void => {
  unhandled.push(error)
}
beforeEach(() => {
  unhandled.length = 0
  process.on('unhandledRejection', remember)
})
afterEach(async () => {
  await settle()
  process.off('unhandledRejection', remember)
  expect(unhandled).toEqual([])
})

describe('stop', () => {
  it('cancels every running effect and tells so, once', async () => {
    const definition = makeDefinition({ a: '', b: '' })
    const machine = createMoorex(definition)
    await settle()
    const events = recordEvents(machine)
    machine.stop()
    machine.stop()
    expect(definition.runs.map((run) => run.cancels)).toEqual([1, 1])
    expect(events).toEqual(['effect-canceled a', 'effect-canceled b'])
    expect(machine.getEffects()).toEqual({})
  })

  it('tells the events of the first reconciliation before those of the stop', async () => {
    const machine = createMoorex(makeDefinition({ a: '' }))
    const events = recordEvents(machine)
    machine.stop()
    await settle()
    expect(events).toEqual(['effect-started a', 'effect-canceled a'])
  })

  it('rejects queued signals with MoorexStopped and never processes them', async () => {
    const machine = createMoorex(makeDefinition())
    const events = recordEvents(machine)
    const promise = machine.dispatch(note('queued'))
    machine.stop()
    await expect(promise).rejects.toBeInstanceOf(MoorexStopped)
    expect(machine.getState().notes).toEqual([])
    expect(events).toEqual([])
  })

  it('ignores later signals: rejected, not acknowledged; the dispatch of effects answers false', async () => {
    const definition = makeDefinition({ a: '' })
    const machine = createMoorex(definition)
    machine.stop()
    await expect(machine.dispatch(note('late'))).rejects.toBeInstanceOf(MoorexStopped)
    expect(await definition.latest('a').dispatch(note('late'))).toBe(false)
    expect(machine.getState().notes).toEqual([])
    expect(await machine.retryCommit()).toBe(false)
  })

  it('raises no unhandled rejection when nobody waits for the promises it rejects', async () => {
    const gate = makeGate<Batch<State, Signal>>()
    const machine = createMoorex(makeDefinition(), gate)
    void machine.dispatch(note('in the commit'))
    await settle()
    void machine.dispatch(note('queued'))
    machine.stop()
    void machine.dispatch(note('late'))
    await settle()
    expect(unhandled).toEqual([])
  })

  it('rejects the held batch and those behind it, in order', async () => {
    const gate = makeGate<Batch<State, Signal>>()
    const machine = createMoorex(makeDefinition(), gate)
    const held = machine.dispatch(note('held'))
    await gate.refuse(new Error('quota'))
    const behind = machine.dispatch(note('behind'))
    const order: string[] = []
    held.catch(() => order.push('held'))
    behind.catch(() => order.push('behind'))
    machine.stop()
    await settle()
    expect(order).toEqual(['held', 'behind'])
    expect(await machine.retryCommit()).toBe(false)
    expect(gate.calls).toHaveLength(1)
  })

  it.each(['accept', 'refuse'] as const)(
    'in the middle of a commit: when it ends (%s), nothing happens',
    async (how) => {
      const definition = makeDefinition()
      const gate = makeGate<Batch<State, Signal>>()
      const machine = createMoorex(definition, gate)
      const events = recordEvents(machine)
      const promise = machine.dispatch(want('a'))
      await settle()
      const retried = machine.retryCommit()
      machine.stop()
      expect(await stateOf(promise)).toBe('rejected')
      await gate[how](new Error('too late'))
      expect(await retried).toBe(false)
      expect(events).toEqual(['signal-received want a'])
      expect(definition.runs).toEqual([])
      expect(machine.getState().wanted).toEqual({})
    },
  )

  it("answers false to an effect that waits for its dispatch, so that it doesn't act", async () => {
    const definition = makeDefinition({ a: '' })
    const machine = createMoorex(definition, { commit: () => new Promise(() => {}) })
    const answer = definition.latest('a').dispatch(note('started'))
    await settle()
    machine.stop()
    expect(await answer).toBe(false)
  })
})

describe('stop called from within', () => {
  const signals = [drop('old'), want('a'), want('b')]

  it.each([
    ['signal-received', ['signal-received drop old', 'effect-canceled old']],
    [
      'effect-canceled',
      ['signal-received drop old', 'signal-received want a', 'signal-received want b', 'effect-canceled old'],
    ],
    [
      'effect-started',
      [
        'signal-received drop old',
        'signal-received want a',
        'signal-received want b',
        'effect-canceled old',
        'effect-started a',
        'effect-canceled a',
      ],
    ],
  ])('a handler of %s: the batch breaks off there, its promise rejects, nothing runs', async (type, expected) => {
    const definition = makeDefinition({ old: '' })
    const machine = createMoorex(definition)
    await settle()
    const events = recordEvents(machine)
    machine.on((event) => {
      if (event.type === type) machine.stop()
    })
    const promises = signals.map((signal) => machine.dispatch(signal))
    expect(await stateOf(Promise.all(promises))).toBe('rejected')
    expect(events).toEqual(expected)
    expect(definition.runs.map((run) => run.key)).toEqual(['old'])
    expect(machine.getEffects()).toEqual({})
  })

  it.each(['runEffect', 'start'])('%s: that effect and those after it do not run on', async (where) => {
    const definition = makeDefinition()
    const calls: string[] = []
    const machine = createMoorex<State, Signal, Effect>({
      ...definition,
      runEffect: (_effect, _state, key) => {
        calls.push(`runEffect ${key}`)
        if (where === 'runEffect') machine.stop()
        return {
          start: async () => {
            calls.push(`start ${key}`)
            if (where === 'start') machine.stop()
          },
          cancel: () => {
            calls.push(`cancel ${key}`)
          },
        }
      },
    })
    const events = recordEvents(machine)
    for (const signal of signals) machine.dispatch(signal)
    await settle()
    expect(calls).toEqual(where === 'start' ? ['runEffect a', 'start a', 'cancel a'] : ['runEffect a'])
    // what `runEffect` made was never started, so there is nothing to tell of it
    expect(events.slice(3)).toEqual(where === 'start' ? ['effect-started a', 'effect-canceled a'] : [])
  })
})
