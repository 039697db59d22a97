import { describe, expect, it } from 'vitest'
import { createMoorex } from '../../../src/moorex/create-moorex.ts'
import type { Batch } from '../../../src/moorex/definition.ts'
import {
  drop,
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

const quota = new Error('quota exceeded')
const makeTestGate = () => makeGate<Batch<State, Signal>>()
const noted = (calls: Batch<State, Signal>[]): string[][] =>
  calls.map((batch) => batch.signals.map((signal) => ('text' in signal ? signal.text : signal.type)))

describe('the commit gate', () => {
  it('shows no state, starts and cancels nothing and settles nothing before the commit is done', async () => {
    const definition = makeDefinition({ old: '' })
    const gate = makeTestGate()
    const machine = createMoorex(definition, gate)
    await settle()
    const events = recordEvents(machine)
    const before = machine.getState()
    const promise = machine.dispatch(want('a'))
    machine.dispatch(drop('old'))
    expect(await stateOf(promise)).toBe('pending')
    expect(machine.getState()).toBe(before)
    expect(Object.keys(machine.getEffects())).toEqual(['old'])
    expect(events).toEqual(['signal-received want a', 'signal-received drop old'])
    await gate.accept()
    expect(await stateOf(promise)).toBe('resolved')
    expect(Object.keys(machine.getEffects())).toEqual(['a'])
    expect(events.slice(2)).toEqual(['effect-canceled old', 'effect-started a', 'state-updated'])
  })

  it('gets the signals, the applied ones, the previous and the next state', async () => {
    const gate = makeTestGate()
    const machine = createMoorex(makeDefinition(), gate)
    const previous = machine.getState()
    const signals: Signal[] = [note('a'), { type: 'ignored' }, { type: 'throw' }, note('b')]
    for (const signal of signals) machine.dispatch(signal)
    await gate.accept()
    const [batch] = gate.calls
    expect(batch?.signals).toEqual(signals)
    expect(batch?.applied).toEqual([note('a'), note('b')])
    expect(batch?.previous).toBe(previous)
    expect(batch?.next).toBe(machine.getState())
  })

  it('is not asked when no signal applied: there is nothing to journal, the promise resolves', async () => {
    const gate = makeTestGate()
    const machine = createMoorex(makeDefinition(), gate)
    machine.dispatch({ type: 'throw' })
    await machine.dispatch({ type: 'ignored' })
    expect(gate.calls).toEqual([])
  })

  it('is asked when signals applied and led back to the same state: the journal misses none', async () => {
    const off = { on: false }
    const on = { on: true }
    const gate = makeGate<Batch<{ on: boolean }, string>>()
    const machine = createMoorex<{ on: boolean }, string, never>(
      {
        initiate: () => off,
        transition: () => (state) => (state === off ? on : off),
        effectsAt: () => ({}),
        runEffect: () => ({ start: async () => {}, cancel: () => {} }),
      },
      gate,
    )
    machine.dispatch('there')
    const promise = machine.dispatch('back')
    await gate.accept()
    await promise
    expect(gate.calls.map((batch) => batch.applied)).toEqual([['there', 'back']])
  })

  it('makes one batch of all signals that arrive during a commit (group commit)', async () => {
    const gate = makeTestGate()
    const machine = createMoorex(makeDefinition(), gate)
    machine.dispatch(note('1'))
    await settle()
    machine.dispatch(note('2'))
    await settle()
    const last = machine.dispatch(note('3'))
    await settle()
    expect(noted(gate.calls)).toEqual([['1']])
    await gate.accept()
    await gate.accept()
    await last
    expect(noted(gate.calls)).toEqual([['1'], ['2', '3']])
    expect(machine.getState().notes).toEqual(['1', '2', '3'])
  })

  it('tells an effect that was cancelled by its own batch before it acts', async () => {
    const definition = makeDefinition({ a: '' })
    const gate = makeTestGate()
    const machine = createMoorex(definition, gate)
    const answer = definition.latest('a').dispatch(note('started'))
    machine.dispatch(drop('a'))
    await gate.accept()
    expect(await answer).toBe(false)
  })
})

describe('a commit that fails', () => {
  const failing = async (error: unknown = quota) => {
    const definition = makeDefinition({ old: '' })
    const gate = makeTestGate()
    const machine = createMoorex(definition, gate)
    await settle()
    const events = recordEvents(machine)
    const promise = machine.dispatch(note('1'))
    machine.dispatch(drop('old'))
    machine.dispatch(want('new'))
    await gate.refuse(error)
    return { definition, gate, machine, events, promise }
  }

  it('keeps the old state, starts and stops nothing, tells commit-failed, leaves promises pending', async () => {
    const { machine, events, promise, definition } = await failing()
    expect(events.at(-1)).toBe('commit-failed')
    expect(events).not.toContain('state-updated')
    expect(machine.getState().notes).toEqual([])
    expect(Object.keys(machine.getEffects())).toEqual(['old'])
    expect(definition.runs).toHaveLength(1)
    expect(await stateOf(promise)).toBe('pending')
  })

  it('carries the error and the batch in its event', async () => {
    const gate = makeTestGate()
    const machine = createMoorex(makeDefinition(), gate)
    const failures: unknown[] = []
    machine.on((event) => {
      if (event.type === 'commit-failed') failures.push(event.error, event.batch)
    })
    machine.dispatch(note('1'))
    await gate.refuse(quota)
    expect(failures).toEqual([quota, gate.calls[0]])
  })

  it('lets later signals queue behind it, unprocessed and in order, until retryCommit succeeds', async () => {
    const { machine, gate, events, promise } = await failing()
    const heard = events.length
    const second = machine.dispatch(note('2'))
    await settle()
    machine.dispatch(note('3'))
    expect(await stateOf(second)).toBe('pending')
    expect(events).toHaveLength(heard)
    expect(gate.calls).toHaveLength(1)

    const retried = machine.retryCommit()
    await gate.accept()
    expect(await retried).toBe(true)
    expect(await stateOf(promise)).toBe('resolved')
    expect(gate.calls[1]).toBe(gate.calls[0])
    await gate.accept()
    await second
    expect(machine.getState().notes).toEqual(['1', '2', '3'])
    expect(Object.keys(machine.getEffects())).toEqual(['new'])
    expect(events.slice(heard)).toEqual([
      'effect-canceled old',
      'effect-started new',
      'state-updated',
      'signal-received note 2',
      'signal-received note 3',
      'state-updated',
    ])
  })

  it('is held again when the retry fails', async () => {
    const { machine, gate, events, promise } = await failing()
    const retried = machine.retryCommit()
    await gate.refuse(quota)
    expect(await retried).toBe(false)
    expect(events.filter((line) => line === 'commit-failed')).toHaveLength(2)
    expect(await stateOf(promise)).toBe('pending')
    const again = machine.retryCommit()
    await gate.accept()
    expect(await again).toBe(true)
    await promise
  })

  it('is retried once, however many ask at the same time (single-flight)', async () => {
    const { machine, gate } = await failing()
    const first = machine.retryCommit()
    expect(machine.retryCommit()).toBe(first)
    await settle()
    expect(machine.retryCommit()).toBe(first)
    expect(gate.calls).toHaveLength(2)
    await gate.accept()
    expect(await first).toBe(true)
  })

  it('may be retried from the handler of commit-failed itself', async () => {
    let refusals = 3
    const machine = createMoorex(makeDefinition(), {
      commit: async () => {
        refusals -= 1
        if (refusals >= 0) throw quota
      },
    })
    machine.on((event) => {
      if (event.type === 'commit-failed') void machine.retryCommit()
    })
    await machine.dispatch(note('1'))
    expect(refusals).toBe(-1)
    expect(machine.getState().notes).toEqual(['1'])
  })

  it('is the same whether commit rejects or throws', async () => {
    let broken = true
    const machine = createMoorex(makeDefinition(), {
      commit: () => {
        if (broken) throw quota
        return Promise.resolve()
      },
    })
    const events = recordEvents(machine)
    const promise = machine.dispatch(note('1'))
    expect(await stateOf(promise)).toBe('pending')
    expect(events).toEqual(['signal-received note 1', 'commit-failed'])
    broken = false
    expect(await machine.retryCommit()).toBe(true)
    await promise
  })
})

describe('retryCommit with nothing held', () => {
  it('resolves to true and commits nothing', async () => {
    const gate = makeTestGate()
    const machine = createMoorex(makeDefinition(), gate)
    expect(await machine.retryCommit()).toBe(true)
    expect(await createMoorex(makeDefinition()).retryCommit()).toBe(true)
    expect(gate.calls).toEqual([])
  })

  it('is the commit under way, called from within commit too: the same batch is never committed twice at once', async () => {
    const gate = makeTestGate()
    let inside: Promise<boolean> | null = null
    const machine = createMoorex(makeDefinition(), {
      commit: (batch) => {
        inside = machine.retryCommit()
        return gate.commit(batch)
      },
    })
    machine.dispatch(note('1'))
    await settle()
    expect(machine.retryCommit()).toBe(inside)
    expect(gate.calls).toHaveLength(1)
    await gate.accept()
    expect(await machine.retryCommit()).toBe(true)
    expect(gate.calls).toHaveLength(1)
  })
})
