import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { createMoorex } from '../../../src/moorex/create-moorex.ts'
import type { Batch } from '../../../src/moorex/definition.ts'
import { makeDefinition, type Run, recordEvents, type Signal, type State, settle, stateOf } from './harness.ts'

/**
 * Random commands against an oracle of a dozen lines: which effects must run follows from the states that were
 * reached and from which effects ended; nothing else of the machine is known to it.
 */
type Command =
  | { do: 'dispatch'; signal: Signal }
  | { do: 'dispatch-from'; key: string; signal: Signal }
  | { do: 'end'; key: string }
  | { do: 'fail'; key: string }
  | { do: 'microtask' }
  | { do: 'settle' }
  | { do: 'retry' }

const keys = fc.constantFrom('a', 'b', 'c', '__proto__', 'constructor')
const signals: fc.Arbitrary<Signal> = fc.oneof(
  {
    weight: 3,
    arbitrary: fc.record({ type: fc.constant('want' as const), key: keys, value: fc.constantFrom('x', 'y') }),
  },
  { weight: 3, arbitrary: fc.record({ type: fc.constant('drop' as const), key: keys }) },
  { weight: 2, arbitrary: fc.record({ type: fc.constant('note' as const), text: fc.string({ maxLength: 2 }) }) },
  { weight: 1, arbitrary: fc.constantFrom<Signal>({ type: 'ignored' }, { type: 'throw' }) },
)
const commands: fc.Arbitrary<Command[]> = fc.array(
  fc.oneof(
    { weight: 4, arbitrary: fc.record({ do: fc.constant('dispatch' as const), signal: signals }) },
    { weight: 3, arbitrary: fc.record({ do: fc.constant('dispatch-from' as const), key: keys, signal: signals }) },
    { weight: 2, arbitrary: fc.record({ do: fc.constantFrom('end' as const, 'fail' as const), key: keys }) },
    {
      weight: 4,
      arbitrary: fc.record({ do: fc.constantFrom('microtask' as const, 'settle' as const, 'retry' as const) }),
    },
  ),
  { maxLength: 60 },
)

/** Folds signals as the contract says: a throw drops the signal. Returns the state and what applied. */
function fold(
  definition: ReturnType<typeof makeDefinition>,
  dispatched: Signal[],
): { state: State; applied: Signal[] } {
  let state = definition.initiate()
  const applied: Signal[] = []
  for (const signal of dispatched) {
    if (signal.type === 'throw') continue
    const next = definition.transition(signal)(state)
    if (next !== state) applied.push(signal)
    state = next
  }
  return { state: state as State, applied }
}

async function play(script: Command[], refusals: boolean[] | null): Promise<void> {
  const definition = makeDefinition({ a: 'x' })
  const committed: Batch<State, Signal>[] = []
  const pendingRefusals = [...(refusals ?? [])]
  const commit = async (batch: Batch<State, Signal>): Promise<void> => {
    await settle()
    if (pendingRefusals.shift()) throw new Error('refused')
    committed.push(batch)
  }
  const machine = createMoorex(definition, refusals ? { commit } : {})
  const states = [machine.getState()]
  machine.on((event) => {
    if (event.type === 'state-updated') states.push(event.state)
  })
  const events = recordEvents(machine)

  const dispatched: Signal[] = []
  const promises = new Set<Promise<unknown>>()
  const ended = new Set<Run>()
  const latest = (key: string): Run | undefined => definition.runs.findLast((run) => run.key === key)
  const isAlive = (run: Run): boolean => run.cancels === 0 && !ended.has(run)

  const checkRunning = (): void => {
    const state = machine.getState()
    expect(state).toBe(states.at(-1))
    const due = Object.keys(state.wanted).filter((key) => {
      const run = latest(key)
      expect(run, `${key} is wanted, so it was started`).toBeDefined()
      return run && !ended.has(run)
    })
    expect(Object.keys(machine.getEffects()).sort()).toEqual(due.sort())
    expect(
      definition.runs
        .filter(isAlive)
        .map((run) => run.key)
        .sort(),
    ).toEqual(due)
  }

  for (const command of script) {
    if (command.do === 'dispatch') {
      dispatched.push(command.signal)
      promises.add(machine.dispatch(command.signal))
    } else if (command.do === 'dispatch-from') {
      const run = latest(command.key)
      if (run && isAlive(run)) dispatched.push(command.signal)
      if (run) promises.add(run.dispatch(command.signal))
    } else if (command.do === 'microtask') await Promise.resolve()
    else if (command.do === 'retry') void machine.retryCommit()
    else if (command.do === 'settle') await settle()
    else {
      const run = latest(command.key)
      if (!run || !isAlive(run)) continue
      if (command.do === 'end') run.end()
      else run.fail(new Error('failed'))
      await settle()
      if (run.cancels === 0) ended.add(run)
    }
    if (command.do === 'settle') checkRunning()
  }

  while (!(await machine.retryCommit())) await settle()
  for (let round = 0; round < 3; round += 1) {
    await settle()
    while (!(await machine.retryCommit())) await settle()
  }
  await settle()
  checkRunning()
  for (const promise of promises) expect(await stateOf(promise)).toBe('resolved')

  // Nothing is lost, doubled or reordered: the state is the fold of what was dispatched, and the journal replays to it.
  const whole = fold(definition, dispatched)
  expect(machine.getState()).toEqual(whole.state)
  expect(events.filter((line) => line.startsWith('signal-received'))).toHaveLength(dispatched.length)
  if (refusals) {
    const journal = committed.flatMap((batch) => batch.applied) as Signal[]
    expect(journal).toEqual(whole.applied)
    expect(fold(definition, journal).state).toEqual(whole.state)
    for (const [index, batch] of committed.entries()) {
      expect(batch.previous).toBe(committed[index - 1]?.next ?? states[0])
      expect(batch.applied.length).toBeGreaterThan(0)
    }
  }

  // Every introduction of a key started it once; every key that vanished while alive was cancelled once.
  const introduced = states.flatMap((state, index) => {
    const before = states[index - 1]?.wanted ?? {}
    return Object.keys(state.wanted).filter((key) => !Object.hasOwn(before, key))
  })
  expect(definition.runs.map((run) => run.key)).toEqual(introduced)
  expect(definition.runs.every((run) => run.cancels <= 1)).toBe(true)

  machine.stop()
  expect(definition.runs.filter(isAlive)).toEqual([])
}

describe('whatever happens', () => {
  it('without a gate: what runs is what the state asks for minus what ended, and the state is the fold of the signals', async () => {
    await fc.assert(
      fc.asyncProperty(commands, (script) => play(script, null)),
      { numRuns: 300 },
    )
  })

  it('with a commit gate that refuses at random: the same, and nothing is lost, doubled or reordered', async () => {
    const refusals = fc.array(fc.boolean(), { maxLength: 30 })
    await fc.assert(
      fc.asyncProperty(commands, refusals, (script, refused) => play(script, refused)),
      { numRuns: 300 },
    )
  })
})
