import { cutRows } from './cut-rows.ts'
import { indexHead } from './index-head.ts'
import type { Stamp } from './input.ts'
import type { Answer, Message, QueuedMessage } from './message.ts'
import { placeOf, rowAt } from './rows.ts'
import type { State } from './state.ts'

/**
 * The state while one input is applied. Its first level is the transition's own copy: nested values are replaced, never
 * changed in place. Rows come from `readAnswer` (read only) and `editAnswer` (an own copy, calls included).
 */
export type Draft = Pick<State, 'head' | 'config' | 'summary' | 'files'> & {
  readonly before: State
  readonly seq: number
  /** Wall time, ms. */
  readonly now: number
  queue: readonly QueuedMessage[]
  /** Rows that this input touched or added, by `n`. */
  readonly rows: Map<number, Message>
  /** How many rows a copied session keeps; undefined: all. */
  keep?: number
}

export const openDraft = (before: State, { seq, timestamp }: Stamp): Draft => ({
  before,
  seq,
  now: timestamp,
  head: { ...before.head },
  config: before.config,
  summary: before.summary,
  queue: before.queue,
  files: before.files,
  rows: new Map(),
})

/** The answer in row `n`; undefined if there is none or storage has lost it. Read only. */
export const readAnswer = (draft: Draft, n: number): Answer | undefined => {
  const row = draft.rows.get(n) ?? rowAt(draft.before.messages, n)
  return row?.role === 'assistant' ? row : undefined
}

/** The same, as a copy to change. */
export const editAnswer = (draft: Draft, n: number): Answer | undefined => {
  const row = readAnswer(draft, n)
  if (row === undefined || draft.rows.has(n)) return row
  const copy = { ...row, calls: row.calls.map((call) => ({ ...call })) }
  draft.rows.set(n, copy)
  return copy
}

/** Adds a row at the end of the transcript. `n` must be `head.count`. */
export const appendRow = (draft: Draft, row: Message): void => {
  draft.rows.set(row.n, row)
  draft.head.count++
}

/** The next state. The cost is that of the touched rows, and of one copy of the window. */
export const closeDraft = (draft: Draft): State => {
  const { before, rows, config, summary, queue, files } = draft
  const messages = rows.size === 0 ? before.messages : before.messages.slice()
  if (messages !== before.messages) putRows(messages as Message[], rows)
  const state: State = { head: indexHead(draft), config, summary, queue, messages, files }
  return draft.keep === undefined ? state : cutRows(state, draft.keep)
}

const putRows = (messages: Message[], rows: ReadonlyMap<number, Message>): void => {
  for (const [n, row] of rows) {
    const place = placeOf(messages, n)
    if (place === -1) messages.push(row)
    else messages[place] = row
  }
}
