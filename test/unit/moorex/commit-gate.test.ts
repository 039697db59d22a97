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

  it('tells an effect whose own signal was rejected, and so not committed, before it acts; nobody else', async () => {
    const definition = makeDefinition({ a: '', b: '' })
    const gate = makeTestGate()
    createMoorex(definition, gate)
    const { dispatch } = definition.latest('a')
    const answers = [dispatch(note('before')), dispatch({ type: 'throw' }), dispatch(note('after'))]
    const other = definition.latest('b').dispatch(note('other'))
    await gate.accept()
    expect(await Promise.all(answers)).toEqual([false, false, false])
    expect(await other).toBe(true)
    const next = dispatch(note('next'))
    await gate.accept()
    expect(await next).toBe(true)
  })
})
