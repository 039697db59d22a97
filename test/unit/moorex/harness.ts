import type { EffectDispatch, Moorex, MoorexDefinition, MoorexEvent } from '../../../src/moorex/definition.ts'

/** A machine whose signals say what must run. `wanted` maps keys to effect values; `notes` is everything applied. */
export type State = { wanted: Record<string, string>; notes: string[] }
export type Signal =
  | { type: 'want'; key: string; value?: string }
  | { type: 'drop'; key: string }
  | { type: 'note'; text: string }
  | { type: 'ignored' }
  | { type: 'throw' }
export type Effect = { value: string }

/** One start of an effect, under the control of the test. */
export type Run = {
  key: string
  effect: Effect
  state: unknown
  dispatch: EffectDispatch<Signal>
  cancels: number
  end: () => void
  fail: (error: unknown) => void
}

export type TestDefinition = MoorexDefinition<State, Signal, Effect> & { runs: Run[]; latest: (key: string) => Run }

export function makeDefinition(initial: Record<string, string> = {}): TestDefinition {
  const runs: Run[] = []
  return {
    runs,
    latest: (key) => {
      const run = runs.findLast((one) => one.key === key)
      if (!run) throw new Error(`${key} was never started`)
      return run
    },
    initiate: () => ({ wanted: initial, notes: [] }),
    transition: (signal) => (state) => {
      if (signal.type === 'ignored') return state
      if (signal.type === 'throw') throw new Error('bad transition')
      if (signal.type === 'note') return { ...state, notes: [...state.notes, signal.text] }
      if (signal.type === 'want') return { ...state, wanted: { ...state.wanted, [signal.key]: signal.value ?? '' } }
      return {
        ...state,
        wanted: Object.fromEntries(Object.entries(state.wanted).filter(([key]) => key !== signal.key)),
      }
    },
    effectsAt: (state) => Object.fromEntries(Object.entries(state.wanted).map(([key, value]) => [key, { value }])),
    runEffect: (effect, state, key) => ({
      start: (dispatch) =>
        new Promise<void>((resolve, reject) => {
          runs.push({ key, effect, state, dispatch, cancels: 0, end: resolve, fail: reject })
        }),
      cancel: () => {
        const run = runs.findLast((one) => one.key === key)
        if (run) run.cancels += 1
      },
    }),
  }
}

/** Every event from now on, in order, each as a short line: `effect-started a`, `signal-received note x`. */
export function recordEvents(machine: Moorex<State, Signal, Effect>): string[] {
  const lines: string[] = []
  machine.on((event) => {
    lines.push(lineOf(event))
  })
  return lines
}

function lineOf(event: MoorexEvent<State, Signal, Effect>): string {
  if ('key' in event) return `${event.type} ${event.key}`
  if (!('signal' in event)) return event.type
  const { signal } = event
  const what = 'key' in signal ? ` ${signal.key}` : 'text' in signal ? ` ${signal.text}` : ''
  return `${event.type} ${signal.type}${what}`
}

export const note = (text: string): Signal => ({ type: 'note', text })
export const want = (key: string, value = ''): Signal => ({ type: 'want', key, value })
export const drop = (key: string): Signal => ({ type: 'drop', key })

/** All microtasks that are due, and those that they make. */
export function settle(): Promise<void> {
  return new Promise((resolve) => setImmediate(resolve))
}

/** What became of a promise so far, without waiting for it. */
export async function stateOf(promise: Promise<unknown>): Promise<'pending' | 'resolved' | 'rejected'> {
  const pending = Symbol('pending')
  try {
    return (await Promise.race([promise, settle().then(() => pending)])) === pending ? 'pending' : 'resolved'
  } catch {
    return 'rejected'
  }
}

/** A commit gate under the control of the test: each call waits for `accept` or `refuse`. */
export function makeGate<Call>(): {
  calls: Call[]
  commit: (call: Call) => Promise<void>
  accept: () => Promise<void>
  refuse: (error: unknown) => Promise<void>
} {
  const calls: Call[] = []
  const waiting: { resolve: () => void; reject: (error: unknown) => void }[] = []
  const next = async (): Promise<(typeof waiting)[number]> => {
    await settle()
    const one = waiting.shift()
    if (!one) throw new Error('no commit is under way')
    return one
  }
  return {
    calls,
    commit: (call) => {
      calls.push(call)
      return new Promise((resolve, reject) => waiting.push({ resolve, reject }))
    },
    accept: async () => {
      const one = await next()
      one.resolve()
      await settle()
    },
    refuse: async (error) => {
      const one = await next()
      one.reject(error)
      await settle()
    },
  }
}
