import { describe, expect, it } from 'vitest'
import { createMoorex } from '../../../src/moorex/create-moorex.ts'
import {
  drop,
  type Effect,
  makeDefinition,
  note,
  recordEvents,
  type Signal,
  type State,
  settle,
  want,
} from './harness.ts'

describe('the first reconciliation', () => {
  it('calls initiate once and has started the effects when createMoorex returns', () => {
    const definition = makeDefinition({ a: '1', b: '2' })
    let initiated = 0
    const machine = createMoorex<State, Signal, Effect>({
      ...definition,
      initiate: () => {
        initiated += 1
        return definition.initiate()
      },
    })
    expect(initiated).toBe(1)
    expect(definition.runs.map(({ key, effect }) => [key, effect.value])).toEqual([
      ['a', '1'],
      ['b', '2'],
    ])
    expect(machine.getEffects()).toEqual({ a: { value: '1' }, b: { value: '2' } })
  })

  it('tells its events in the next microtask, so that a handler registered right away hears them', async () => {
    const machine = createMoorex(makeDefinition({ a: '', b: '' }))
    const events = recordEvents(machine)
    expect(events).toEqual([])
    await Promise.resolve()
    expect(events).toEqual(['effect-started a', 'effect-started b'])
  })

  it('tells them before the events of signals that its effects dispatched at once', async () => {
    const definition = makeDefinition({ a: '' })
    const machine = createMoorex<State, Signal, Effect>({
      ...definition,
      runEffect: () => ({
        start: async (dispatch) => {
          await dispatch(note('from a'))
        },
        cancel: () => {},
      }),
    })
    const events = recordEvents(machine)
    await settle()
    expect(events.slice(0, 3)).toEqual(['effect-started a', 'signal-received note from a', 'state-updated'])
  })

  it('throws what initiate or effectsAt throws, with nothing started', () => {
    const definition = makeDefinition({ a: '' })
    const broken = (): never => {
      throw new Error('broken')
    }
    expect(() => createMoorex<State, Signal, Effect>({ ...definition, initiate: broken })).toThrow('broken')
    expect(() => createMoorex<State, Signal, Effect>({ ...definition, effectsAt: broken })).toThrow('broken')
    expect(definition.runs).toEqual([])
  })
})

describe('reconciliation', () => {
  it('starts new keys with their effect, the state that asked for them, and the key', async () => {
    const definition = makeDefinition()
    const machine = createMoorex(definition)
    await machine.dispatch(want('a', 'x'))
    const [run] = definition.runs
    expect(run?.key).toBe('a')
    expect(run?.effect).toEqual({ value: 'x' })
    expect(run?.state).toBe(machine.getState())
  })

  it('cancels keys that are gone, once, with the effect and key in the event', async () => {
    const definition = makeDefinition({ a: 'x' })
    const machine = createMoorex(definition)
    const canceled: unknown[] = []
    machine.on((event) => {
      if (event.type === 'effect-canceled') canceled.push([event.key, event.effect])
    })
    await machine.dispatch(drop('a'))
    await machine.dispatch(note('later'))
    expect(canceled).toEqual([['a', { value: 'x' }]])
    expect(definition.latest('a').cancels).toBe(1)
    expect(machine.getEffects()).toEqual({})
  })

  it('leaves keys alone that are still there, even if their effect differs', async () => {
    const definition = makeDefinition({ a: 'x' })
    const machine = createMoorex(definition)
    await machine.dispatch(want('a', 'y'))
    expect(definition.runs).toHaveLength(1)
    expect(definition.latest('a').cancels).toBe(0)
    expect(machine.getEffects()).toEqual({ a: { value: 'x' } })
  })

  it('leaves a key alone that went and came back within one batch', async () => {
    const definition = makeDefinition({ a: '' })
    const machine = createMoorex(definition)
    machine.dispatch(drop('a'))
    await machine.dispatch(want('a'))
    expect(definition.runs).toHaveLength(1)
    expect(definition.latest('a').cancels).toBe(0)
  })

  it('does not start an ended effect again while its key stays, but does after the key was gone', async () => {
    const definition = makeDefinition({ a: '' })
    const machine = createMoorex(definition)
    definition.latest('a').end()
    await settle()
    await machine.dispatch(note('unrelated'))
    expect(definition.runs).toHaveLength(1)
    expect(machine.getEffects()).toEqual({})
    await machine.dispatch(drop('a'))
    expect(definition.latest('a').cancels).toBe(0)
    await machine.dispatch(want('a'))
    expect(definition.runs).toHaveLength(2)
  })

  it('does not start a failed effect again while its key stays', async () => {
    const definition = makeDefinition({ a: '' })
    const machine = createMoorex(definition)
    definition.latest('a').fail(new Error('no'))
    await settle()
    await machine.dispatch(note('unrelated'))
    expect(definition.runs).toHaveLength(1)
  })

  it('asks effectsAt once per batch', async () => {
    const definition = makeDefinition()
    let asked = 0
    const machine = createMoorex<State, Signal, Effect>({
      ...definition,
      effectsAt: (state) => {
        asked += 1
        return definition.effectsAt(state)
      },
    })
    for (let index = 0; index < 10; index += 1) machine.dispatch(want(String(index)))
    await settle()
    expect(asked).toBe(2)
  })

  it.each(['__proto__', 'constructor', 'toString', 'hasOwnProperty', ''])(
    'takes %j for a key like any other',
    async (key) => {
      const definition = makeDefinition()
      const machine = createMoorex(definition)
      await machine.dispatch(note('nothing wanted yet'))
      expect(definition.runs).toEqual([])
      await machine.dispatch(want('other'))
      const asked = createMoorex<State, Signal, Effect>({
        ...definition,
        effectsAt: () => Object.fromEntries([[key, { value: 'v' }]]),
      })
      expect(Object.entries(asked.getEffects())).toEqual([[key, { value: 'v' }]])
      expect(definition.latest(key).effect).toEqual({ value: 'v' })
    },
  )

  it('takes an effect of value null, 0 or empty text for an effect', () => {
    const started: string[] = []
    createMoorex<null, never, null | number | string>({
      initiate: () => null,
      transition: () => (state) => state,
      effectsAt: () => ({ a: null, b: 0, c: '' }),
      runEffect: (_effect, _state, key) => ({
        start: async () => {
          started.push(key)
        },
        cancel: () => {},
      }),
    })
    expect(started).toEqual(['a', 'b', 'c'])
  })

  it('goes on when effectsAt throws: state committed, effects left alone, error reported, next state asked again', async () => {
    const definition = makeDefinition({ a: '' })
    const reported: unknown[] = []
    const machine = createMoorex<State, Signal, Effect>(
      {
        ...definition,
        effectsAt: (state) => {
          if (state.notes.length === 1) throw new Error('bad effectsAt')
          return definition.effectsAt(state)
        },
      },
      { report: (error) => reported.push(error) },
    )
    const events = recordEvents(machine)
    machine.dispatch(drop('a'))
    await machine.dispatch(note('poison'))
    expect(reported).toEqual([new Error('bad effectsAt')])
    expect(machine.getState().notes).toEqual(['poison'])
    expect(Object.keys(machine.getEffects())).toEqual(['a'])
    expect(events).toContain('state-updated')
    await machine.dispatch(note('antidote'))
    expect(machine.getEffects()).toEqual({})
  })
})
