// @ts-nocheck plain JavaScript; `measure` checks at run time that both machines did the same
import { once } from 'node:events'
import { fileURLToPath } from 'node:url'
import { isMainThread, parentPort, Worker, workerData } from 'node:worker_threads'
import { assign, createActor, createMachine, fromCallback } from 'xstate'
import { importBundled } from './moorex-bundle.mjs'

/**
 * Moorex without a commit gate against XState v5, on the same machine definition, in one process. The machine: every
 * `begin` introduces an effect, every `end` cancels it, both count; `tick` only counts while the effect runs on. One
 * listener reads every new state. Each contender lives in a thread with a heap and a compiler of its own, so that none
 * pays for the garbage of another; their runs are interleaved. Values are medians, ratios of medians of one run.
 */
const ROUNDS = 7
const WARM_UP = 3
const SIGNALS = 30_000
const begin = { type: 'begin' }
const end = { type: 'end' }
const tick = { type: 'tick' }

const workloads = {
  'effects start and stop': (index) => (index % 2 === 0 ? begin : end),
  'counting beside a running effect': (index) => (index === 0 ? begin : tick),
}

/** What both machines must have done when a run is over; else the figures compare different things. */
const expected = (workload) => {
  const starts = Array.from({ length: SIGNALS }, (_, index) => workload(index)).filter((one) => one === begin).length
  return { count: SIGNALS, starts }
}

const tally = { starts: 0, seen: 0 }

function makeMoorex(createMoorex) {
  const machine = createMoorex({
    initiate: () => ({ working: false, count: 0 }),
    transition: (signal) => (state) => ({
      working: signal.type === 'begin' || (signal.type === 'tick' && state.working),
      count: state.count + 1,
    }),
    effectsAt: (state) => (state.working ? { job: { kind: 'job' } } : {}),
    runEffect: () => ({
      start: () => {
        tally.starts += 1
        return new Promise(() => {})
      },
      cancel: () => {},
    }),
  })
  machine.on((event) => {
    if (event.type === 'state-updated') tally.seen = event.state.count
  })
  return machine
}

function makeXState() {
  const count = assign({ count: ({ context }) => context.count + 1 })
  const job = fromCallback(() => {
    tally.starts += 1
    return () => {}
  })
  const actor = createActor(
    createMachine({
      initial: 'idle',
      context: { count: 0 },
      states: {
        idle: { on: { begin: { target: 'working', actions: count } } },
        working: { invoke: { src: job }, on: { end: { target: 'idle', actions: count }, tick: { actions: count } } },
      },
    }),
  )
  actor.subscribe((snapshot) => {
    tally.seen = snapshot.context.count
  })
  return actor.start()
}

const runMoorex = (createMoorex, size) => async (workload) => {
  const machine = makeMoorex(createMoorex)
  for (let index = 0; index < SIGNALS; ) {
    const last = index + size
    let settled
    for (; index < last; index += 1) settled = machine.dispatch(workload(index))
    await settled
  }
  machine.stop()
}

async function runXState(workload) {
  const actor = makeXState()
  for (let index = 0; index < SIGNALS; index += 1) actor.send(workload(index))
  actor.stop()
}

const loadMoorex = async () => {
  const folder = new URL('../../src/moorex/', import.meta.url)
  return (await importBundled(`export { createMoorex } from './create-moorex.ts'`, folder)).createMoorex
}

const contenders = {
  single: async () => runMoorex(await loadMoorex(), 1),
  batched: async () => runMoorex(await loadMoorex(), 100),
  xstate: async () => runXState,
}

/** Signals per millisecond of one run. */
async function measure(contender, run, workload) {
  Object.assign(tally, { starts: 0, seen: 0 })
  const start = performance.now()
  await run(workload)
  const value = SIGNALS / (performance.now() - start)
  const { count, starts } = expected(workload)
  // In a batch, a `begin` and the `end` that follows it cancel out: no effect is started, by contract.
  const startsHold = contender === 'batched' ? tally.starts <= starts : tally.starts === starts
  if (tally.seen !== count || !startsHold) throw new Error(`the run did something else: ${JSON.stringify(tally)}`)
  return value
}

const median = (values) => values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)]

/**
 * @returns {Promise<{ rows: { what: string, value: number, unit: string, note?: string, bar?: string }[] }>}
 */
export async function benchMoorex() {
  const names = Object.keys(contenders)
  const threads = names.map((contender) => new Worker(new URL(import.meta.url), { workerData: { contender } }))
  try {
    const rows = []
    for (const workload of Object.keys(workloads)) {
      const values = names.map(() => [])
      for (let round = -WARM_UP; round < ROUNDS; round += 1) {
        for (const [index, thread] of threads.entries()) {
          thread.postMessage(workload)
          const [value] = await once(thread, 'message')
          if (round >= 0) values[index].push(value)
        }
      }
      const [single, batched, xstate] = values.map(median)
      const ratio = (value) => `${(value / xstate).toFixed(1)}x XState v5`
      const [unit, bar] = ['signals/ms', '>= 10x XState v5']
      rows.push(
        { what: `Moorex, one at a time: ${workload}`, value: single, unit, note: ratio(single), bar },
        { what: `Moorex, batches of 100: ${workload}`, value: batched, unit, note: ratio(batched), bar },
        { what: `XState v5: ${workload}`, value: xstate, unit, note: 'send is synchronous and knows no batches' },
      )
    }
    return { rows }
  } finally {
    await Promise.all(threads.map((thread) => thread.terminate()))
  }
}

if (!isMainThread && workerData?.contender in contenders) {
  const run = await contenders[workerData.contender]()
  parentPort.on('message', async (workload) => {
    parentPort.postMessage(await measure(workerData.contender, run, workloads[workload]))
  })
} else if (process.argv[1] === fileURLToPath(import.meta.url)) {
  const { rows } = await benchMoorex()
  console.table(rows.map((row) => ({ ...row, value: Number(row.value.toFixed(1)) })))
}
