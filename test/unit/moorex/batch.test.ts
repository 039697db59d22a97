import { describe, expect, it, vi } from 'vitest'
import { createMoorex } from '../../../src/moorex/create-moorex.ts'
import { drop, makeDefinition, note, recordEvents, settle, stateOf, want } from './harness.ts'

describe('a batch', () => {
  it('is processed whole in the next microtask, and getState shows the new state only then', async () => {
    const machine = createMoorex(makeDefinition())
    machine.dispatch(note('a'))
    machine.dispatch(note('b'))
    expect(machine.getState().notes).toEqual([])
    await Promise.resolve()
    expect(machine.getState().notes).toEqual(['a', 'b'])
  })

  it('has one promise for all its signals, another for the next batch', async () => {
    const machine = createMoorex(makeDefinition())
    const first = machine.dispatch(note('a'))
    expect(machine.dispatch(note('b'))).toBe(first)
    await first
    expect(machine.dispatch(note('c'))).not.toBe(first)
  })

  it('settles its promise after effects were started', async () => {
    const definition = makeDefinition()
    const machine = createMoorex(definition)
    await machine.dispatch(want('a'))
    expect(definition.runs.map((run) => run.key)).toEqual(['a'])
    expect(machine.getState().wanted).toEqual({ a: '' })
  })

  it('tells its events in the order of the contract', async () => {
    const machine = createMoorex(makeDefinition({ old: '' }))
    await settle()
    const events = recordEvents(machine)
    machine.dispatch(want('new-1'))
    machine.dispatch(drop('old'))
    machine.dispatch(want('new-2'))
    await settle()
    expect(events).toEqual([
      'signal-received want new-1',
      'signal-received drop old',
      'signal-received want new-2',
      'effect-canceled old',
      'effect-started new-1',
      'effect-started new-2',
      'state-updated',
    ])
  })

  it('carries the new state in state-updated, once per batch', async () => {
    const machine = createMoorex(makeDefinition())
    const states: unknown[] = []
    machine.on((event) => {
      if (event.type === 'state-updated') states.push(event.state)
    })
    machine.dispatch(note('a'))
    await machine.dispatch(note('b'))
    expect(states).toEqual([{ wanted: {}, notes: ['a', 'b'] }])
    expect(states[0]).toBe(machine.getState())
  })

  it('ends before signals that its handlers dispatch are processed', async () => {
    const machine = createMoorex(makeDefinition())
    const events = recordEvents(machine)
    let echoed = false
    machine.on((event) => {
      if (event.type !== 'signal-received' || echoed) return
      echoed = true
      machine.dispatch(note('echo'))
    })
    await machine.dispatch(note('a'))
    await settle()
    expect(events).toEqual(['signal-received note a', 'state-updated', 'signal-received note echo', 'state-updated'])
  })

  it('lets those who wait for it go on before the next batch begins', async () => {
    const machine = createMoorex(makeDefinition())
    let seen: readonly string[] = []
    machine.on((event) => {
      if (event.type === 'state-updated' && event.state.notes.length === 1) machine.dispatch(note('b'))
    })
    await machine.dispatch(note('a')).then(() => {
      seen = machine.getState().notes
    })
    expect(seen).toEqual(['a'])
    await settle()
    expect(machine.getState().notes).toEqual(['a', 'b'])
  })
})

describe('a signal that does not apply', () => {
  it('is acknowledged, and neither effectsAt nor state-updated follow', async () => {
    const definition = makeDefinition()
    let asked = 0
    const machine = createMoorex({
      ...definition,
      effectsAt: (state) => {
        asked += 1
        return definition.effectsAt(state)
      },
    })
    const before = machine.getState()
    const events = recordEvents(machine)
    await machine.dispatch({ type: 'ignored' })
    expect(machine.getState()).toBe(before)
    expect(events).toEqual(['signal-received ignored'])
    expect(asked).toBe(1)
  })

  it('is not taken for a change when the state is NaN', async () => {
    const commit = vi.fn(async () => {})
    const machine = createMoorex<number, string, never>(
      {
        initiate: () => Number.NaN,
        transition: () => (state) => state,
        effectsAt: () => ({}),
        runEffect: () => ({ start: async () => {}, cancel: () => {} }),
      },
      { commit },
    )
    const types: string[] = []
    machine.on((event) => {
      types.push(event.type)
    })
    await machine.dispatch('x')
    expect(types).toEqual(['signal-received'])
    expect(commit).not.toHaveBeenCalled()
  })
})

describe('a transition that throws', () => {
  it('drops that signal, keeps the state and goes on with the batch', async () => {
    const machine = createMoorex(makeDefinition())
    const errors: unknown[] = []
    machine.on((event) => {
      if (event.type === 'signal-rejected') errors.push(event.error)
    })
    const events = recordEvents(machine)
    machine.dispatch(note('a'))
    machine.dispatch({ type: 'throw' })
    await machine.dispatch(note('b'))
    expect(machine.getState().notes).toEqual(['a', 'b'])
    expect(events).toEqual([
      'signal-received note a',
      'signal-received throw',
      'signal-rejected throw',
      'signal-received note b',
      'state-updated',
    ])
    expect(errors).toEqual([new Error('bad transition')])
  })

  it('does not wedge the machine: alone in its batch it is acknowledged and later signals are processed', async () => {
    const machine = createMoorex(makeDefinition())
    expect(await stateOf(machine.dispatch({ type: 'throw' }))).toBe('resolved')
    await machine.dispatch(note('a'))
    expect(machine.getState().notes).toEqual(['a'])
  })
})

it('a state cannot be changed through getState: it does not compile', () => {
  const machine = createMoorex(makeDefinition({ a: '' }))
  // @ts-expect-error the state is Immutable
  const write = (): number => machine.getState().notes.push('x')
  expect(write).toBeTypeOf('function')
})
