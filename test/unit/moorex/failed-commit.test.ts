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
