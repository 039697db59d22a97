import { describe, expect, it } from 'vitest'
import { createMoorex } from '../../../src/moorex/create-moorex.ts'
import type { EffectInitializer } from '../../../src/moorex/definition.ts'
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

const error = new Error('broken')
const broken = (): never => {
  throw error
}
const forever = (): Promise<void> => new Promise(() => {})

/** Every way in which an effect can break, with the events of its life that follow `signal-received want a`. */
const breakages: [string, () => EffectInitializer<Signal>, string[]][] = [
  ['runEffect throws, so it was never started', broken, ['effect-failed a']],
  ['start throws', () => ({ start: broken, cancel: () => {} }), ['effect-started a', 'effect-failed a']],
  [
    'start rejects',
    () => ({ start: () => Promise.reject(error), cancel: () => {} }),
    ['effect-started a', 'effect-failed a'],
  ],
]

describe('an effect that ends', () => {
  it('is reported as completed, with its effect and key', async () => {
    const definition = makeDefinition({ a: 'x' })
    const machine = createMoorex(definition)
    const completed: unknown[] = []
    machine.on((event) => {
      if (event.type === 'effect-completed') completed.push([event.key, event.effect])
    })
    definition.latest('a').end()
    await settle()
    expect(completed).toEqual([['a', { value: 'x' }]])
    expect(machine.getEffects()).toEqual({})
  })

  it('dispatches nothing any more', async () => {
    const definition = makeDefinition({ a: '' })
    const machine = createMoorex(definition)
    const run = definition.latest('a')
    run.end()
    await settle()
    expect(await run.dispatch(note('late'))).toBe(false)
    await settle()
    expect(machine.getState().notes).toEqual([])
  })
})

describe('an effect whose key goes away', () => {
  const lives = (events: string[]) => events.filter((line) => /^effect-(?:canceled|completed)/.test(line))
  const running = () => {
    const definition = makeDefinition({ a: '', b: '' })
    const machine = createMoorex(definition)
    return { machine, a: definition.latest('a'), b: definition.latest('b'), events: recordEvents(machine) }
  }

  it('by its own signal has completed, once, and lets go of what it holds', async () => {
    const { a, events } = running()
    expect(await a.dispatch(drop('a'))).toBe(false)
    a.end()
    await settle()
    expect(lives(events)).toEqual(['effect-completed a'])
    expect(a.cancels).toBe(1)
  })

  it('by the last of several signals of its own has completed', async () => {
    const { a, events } = running()
    void a.dispatch(note('half'))
    await a.dispatch(drop('a'))
    expect(lives(events)).toEqual(['effect-completed a'])
  })

  it('by a signal of somebody else was cancelled, although it spoke in the same batch', async () => {
    const { machine, a, events } = running()
    void a.dispatch(note('progress'))
    await machine.dispatch(drop('a'))
    expect(lives(events)).toEqual(['effect-canceled a'])
  })

  it('by its own signal, beside one of somebody else that removed another key', async () => {
    const { machine, a, events } = running()
    void a.dispatch(drop('a'))
    await machine.dispatch(drop('b'))
    expect(lives(events)).toEqual(['effect-completed a', 'effect-canceled b'])
  })

  it('and came back and went again in one batch: the last removal counts', async () => {
    const { machine, a, events } = running()
    void a.dispatch(drop('a'))
    void machine.dispatch(want('a'))
    await machine.dispatch(drop('a'))
    expect(lives(events)).toEqual(['effect-canceled a'])
  })

  it('by a signal of another effect was cancelled', async () => {
    const { a, events } = running()
    await a.dispatch(drop('b'))
    expect(lives(events)).toEqual(['effect-canceled b'])
  })

  it('in a batch with a signal that was rejected: the places of the others still count', async () => {
    const { machine, a, events } = running()
    void machine.dispatch({ type: 'throw' })
    await a.dispatch(drop('a'))
    expect(lives(events)).toEqual(['effect-completed a'])
  })
})

describe('an effect that breaks', () => {
  it.each(breakages)('%s: effect-failed carries the error, the machine goes on', async (_name, runEffect, life) => {
    const machine = createMoorex<State, Signal, Effect>({ ...makeDefinition(), runEffect })
    const failures: unknown[] = []
    machine.on((event) => {
      if (event.type === 'effect-failed') failures.push([event.key, event.effect, event.error])
    })
    const events = recordEvents(machine)
    await machine.dispatch(want('a', 'x'))
    await settle()
    expect(failures).toEqual([['a', { value: 'x' }, error]])
    expect(events.filter((line) => line.endsWith(' a'))).toEqual(['signal-received want a', ...life])
    expect(machine.getEffects()).toEqual({})
    await machine.dispatch(note('on'))
    expect(machine.getState().notes).toEqual(['on'])
  })

  it.each(breakages)('%s: the other effects of the record are started', async (_name, runEffect) => {
    const definition = makeDefinition({ a: '', b: '' })
    const machine = createMoorex<State, Signal, Effect>({
      ...definition,
      runEffect: (effect, state, key) => (key === 'a' ? runEffect() : definition.runEffect(effect, state, key)),
    })
    await settle()
    expect(Object.keys(machine.getEffects())).toEqual(['b'])
  })

  it('in runEffect: it is not tried again while its key stays, is not cancelled when the key goes, and may come anew', async () => {
    let tries = 0
    const machine = createMoorex<State, Signal, Effect>({
      ...makeDefinition({ a: '' }),
      runEffect: () => {
        tries += 1
        throw error
      },
    })
    const events = recordEvents(machine)
    await machine.dispatch(note('on'))
    expect(tries).toBe(1)
    await machine.dispatch(drop('a'))
    await machine.dispatch(want('a'))
    expect(tries).toBe(2)
    expect(events.filter((line) => line.startsWith('effect-'))).toEqual(['effect-failed a', 'effect-failed a'])
  })

  it.each([
    ['throws', broken],
    ['rejects', (): Promise<never> => Promise.reject(error)],
  ])('cancel %s: it is cancelled all the same, effect-failed tells, the rest is reconciled', async (_name, cancel) => {
    const definition = makeDefinition({ a: '', b: '' })
    const machine = createMoorex<State, Signal, Effect>({
      ...definition,
      runEffect: (effect, state, key) =>
        key === 'a' ? { start: forever, cancel } : definition.runEffect(effect, state, key),
    })
    await settle()
    const events = recordEvents(machine)
    machine.dispatch(drop('a'))
    machine.dispatch(drop('b'))
    await machine.dispatch(want('c'))
    await settle()
    expect(events).toContain('effect-failed a')
    expect(events).toContain('effect-canceled a')
    expect(events).toContain('effect-canceled b')
    expect(Object.keys(machine.getEffects())).toEqual(['c'])
  })
})

describe('an effect that was cancelled', () => {
  it('dispatches nothing any more, and neither its end nor its failure is reported', async () => {
    const definition = makeDefinition({ a: '', b: '' })
    const machine = createMoorex(definition)
    const [a, b] = [definition.latest('a'), definition.latest('b')]
    machine.dispatch(drop('a'))
    await machine.dispatch(drop('b'))
    const events = recordEvents(machine)
    a.end()
    b.fail(error)
    expect(await a.dispatch(note('late'))).toBe(false)
    await settle()
    expect(events).toEqual([])
    expect(machine.getState().notes).toEqual([])
  })

  it('is dead already when its cancel runs', async () => {
    const definition = makeDefinition({ a: '' })
    const answers: Promise<boolean>[] = []
    const machine = createMoorex<State, Signal, Effect>({
      ...definition,
      runEffect: () => {
        let say: ((signal: Signal) => Promise<boolean>) | null = null
        return {
          start: (dispatch) => {
            say = dispatch
            return forever()
          },
          cancel: () => {
            if (say) answers.push(say(note('aborted')))
          },
        }
      },
    })
    await machine.dispatch(drop('a'))
    await settle()
    expect(await Promise.all(answers)).toEqual([false])
    expect(machine.getState().notes).toEqual([])
  })

  it('stays dead when its key is started anew', async () => {
    const definition = makeDefinition({ a: '' })
    const machine = createMoorex(definition)
    const first = definition.latest('a')
    await machine.dispatch(drop('a'))
    await machine.dispatch(want('a'))
    expect(await first.dispatch(note('ghost'))).toBe(false)
    first.end()
    await settle()
    expect(Object.keys(machine.getEffects())).toEqual(['a'])
    expect(await definition.latest('a').dispatch(note('alive'))).toBe(true)
    expect(machine.getState().notes).toEqual(['alive'])
  })
})

describe("the promise of an effect's dispatch", () => {
  it('resolves to true while the effect is alive after the batch, one promise per batch', async () => {
    const definition = makeDefinition({ a: '' })
    const machine = createMoorex(definition)
    const { dispatch } = definition.latest('a')
    const answer = dispatch(note('1'))
    expect(dispatch(note('2'))).toBe(answer)
    expect(await answer).toBe(true)
    expect(machine.getState().notes).toEqual(['1', '2'])
  })

  it('resolves to false when its own signal removed its key', async () => {
    const definition = makeDefinition({ a: '' })
    const machine = createMoorex(definition)
    expect(await definition.latest('a').dispatch(drop('a'))).toBe(false)
    expect(machine.getState().wanted).toEqual({})
  })

  it('resolves to false when another signal of the batch removed its key', async () => {
    const definition = makeDefinition({ a: '' })
    const machine = createMoorex(definition)
    machine.dispatch(drop('a'))
    expect(await definition.latest('a').dispatch(note('started'))).toBe(false)
  })

  it('resolves to false when the effect ended meanwhile', async () => {
    const definition = makeDefinition({ a: '' })
    createMoorex(definition, { commit: () => settle() })
    const run = definition.latest('a')
    const answer = run.dispatch(note('last words'))
    run.end()
    expect(await answer).toBe(false)
  })

  it('is read before a later batch can make it untrue: what acts on true is still alive', async () => {
    const definition = makeDefinition({ a: '' })
    const machine = createMoorex(definition)
    machine.on((event) => {
      if (event.type === 'state-updated' && 'a' in event.state.wanted) machine.dispatch(drop('a'))
    })
    const alive = await definition.latest('a').dispatch(note('started'))
    expect(alive).toBe(true)
    expect(definition.latest('a').cancels).toBe(0)
    await settle()
    expect(definition.latest('a').cancels).toBe(1)
  })
})
