/**
 * The transition's hand-made draft against `create()` of mutative, for the change that happens most: one row of a window is replaced, and the
 * head. Both run interleaved in one process; prints the medians in microseconds. `node test/bench/draft.mjs`.
 */
import { create } from 'mutative'

const ROUNDS = 9
const STEPS = 20_000
const calls = Array.from({ length: 3 }, (_, n) => ({
  id: `1.0.${n}`,
  name: 'read_file',
  args: '{}',
  status: 'ready',
  turnAt: 0,
}))
/** @param {number} n */
const row = (n) => ({
  role: 'assistant',
  n,
  seq: n,
  cut: n,
  attempt: 0,
  status: 'complete',
  content: [{ type: 'text', text: 'x' }],
  calls,
})
const head = {
  seq: 0,
  count: 32,
  turnsLeft: 9,
  run: { tokens: 1, cost: 1 },
  live: [],
  unsettled: [],
  recent: [],
  contextSize: 1,
}
/** @typedef {ReturnType<typeof start>} State */
/** @param {number} rows */
const start = (rows) => ({
  head,
  config: {},
  summary: null,
  queue: [],
  messages: Array.from({ length: rows }, (_, n) => row(n)),
  files: [],
})

/** @typedef {(state: State, seq: number) => State} Step */
/** @type {Step} */
const byHand = (state, seq) => {
  const { messages } = state
  const old = messages[messages.length - 1]
  if (!old) return state
  const answer = { ...old, calls: old.calls.map((call) => ({ ...call })) }
  for (const call of answer.calls) call.turnAt = seq
  const next = messages.slice()
  next[next.length - 1] = answer
  return { ...state, head: { ...state.head, seq, contextSize: seq }, messages: next }
}
/** Mutative says that what it gives is not to be written to, which a step of ours takes for granted. @type {(frozen: boolean) => Step} */
const withMutative = (frozen) => (state, seq) =>
  /** @type {State} */ (
    create(
      state,
      (draft) => {
        const answer = draft.messages[draft.messages.length - 1]
        for (const call of answer?.calls ?? []) call.turnAt = seq
        draft.head.seq = seq
        draft.head.contextSize = seq
      },
      { enableAutoFreeze: frozen },
    )
  )
const ways = {
  'by hand': byHand,
  mutative: withMutative(false),
  'mutative, frozen': withMutative(true),
}

/** @type {(step: Step, rows: number) => number} */
const time = (step, rows) => {
  let state = start(rows)
  const from = process.hrtime.bigint()
  for (let seq = 1; seq <= STEPS; seq++) state = step(state, seq)
  return Number(process.hrtime.bigint() - from) / 1000 / STEPS
}
/** @type {(list: number[]) => number} */
const median = (list) => [...list].sort((a, b) => a - b)[Math.floor(list.length / 2)] ?? 0

for (const rows of [32, 1000]) {
  /** @type {Record<string, number[]>} */
  const found = {}
  for (let round = 0; round < ROUNDS; round++)
    for (const [way, step] of Object.entries(ways)) {
      found[way] ??= []
      found[way].push(time(step, rows))
    }
  for (const [way, list] of Object.entries(found))
    console.log(
      `${rows} rows, ${way}: ${median(list).toFixed(2)} us (${Math.min(...list).toFixed(2)} to ${Math.max(...list).toFixed(2)})`,
    )
}
