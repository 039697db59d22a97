import { cutRows } from './cut-rows.ts'
import { indexHead } from './index-head.ts'
import type { Stamp } from './input.ts'
import type { Answer, Message, QueuedMessage } from './message.ts'
import { placeOf, rowAt } from './rows.ts'
import type { State } from './state.ts'

/**
 * The state while one input is applied to it. Everything here is the transition's own copy, at its first level: nested values are
 * replaced, never written into. Rows come from `readAnswer` (to look at) and `editAnswer` (own copy, calls included, to write to).
 */
export type Draft = Pick<State, 'head' | 'config' | 'summary' | 'files'> & {
  readonly before: State
  readonly seq: number
  /** Wall time, ms. */
  readonly now: number
  queue: readonly QueuedMessage[]
  /** Rows touched or added by this input, by `n`. */
  readonly rows: Map<number, Message>
  /** So many rows stay, of a copy that goes its own way; undefined: all. */
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

/** The answer in row `n` as it is now; undefined when there is none or storage has lost it. Not to be written to. */
export const readAnswer = (draft: Draft, n: number): Answer | undefined => {
  const row = draft.rows.get(n) ?? rowAt(draft.before.messages, n)
  return row?.role === 'assistant' ? row : undefined
}

/** The same, to be written to. */
export const editAnswer = (draft: Draft, n: number): Answer | undefined => {
  const row = readAnswer(draft, n)
  if (row === undefined || draft.rows.has(n)) return row
  const copy = { ...row, calls: row.calls.map((call) => ({ ...call })) }
  draft.rows.set(n, copy)
  return copy
}

/** Adds a row at the end of the transcript; `n` must be `head.count`. */
export const appendRow = (draft: Draft, row: Message): void => {
  draft.rows.set(row.n, row)
  draft.head.count++
}

/** The next state. Its cost is that of the rows touched, and of copying the window once. */
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
