import { create, type Draft as Mutable } from 'mutative'
import type { Config } from './config.ts'
import { cutRows } from './cut-rows.ts'
import type { Head } from './head.ts'
import { indexHead } from './index-head.ts'
import type { Stamp } from './input.ts'
import type { Answer, Message, QueuedMessage, ToolCall } from './message.ts'
import type { Plan } from './plan.ts'
import { placeOf, rowAt } from './rows.ts'
import type { FileEntry, State, Summary } from './state.ts'

export type OpenAnswer = Mutable<Answer>
export type OpenCall = Mutable<ToolCall>

/** A head to change. Its index of work is derived from rows: entries are replaced, never changed. */
type OpenHead = Mutable<Omit<Head, 'live' | 'unsettled'>> & { live: Head['live']; unsettled: Head['unsettled'] }

/**
 * The state while one input is applied. `head` and the rows of `editAnswer` are drafts of mutative: what is written
 * there leaves `before` as it is. The other parts are replaced as a whole.
 */
export type Draft = {
  readonly before: State
  readonly head: OpenHead
  config: Config
  summary: Summary | null
  plan: Plan | null
  queue: readonly QueuedMessage[]
  files: readonly FileEntry[]
  readonly seq: number
  /** Wall time, ms. */
  readonly now: number
  readonly messages: Mutable<Message>[]
  /** Rows that this input touched or added, by `n`. */
  readonly rows: Map<number, Mutable<Message>>
  /** How many rows a copied session keeps; undefined: all. */
  keep?: number
  /** mutative's end of the draft. */
  readonly finish: (parts: Pick<State, 'config' | 'summary' | 'plan' | 'queue' | 'files'>) => State
}

export const openDraft = (before: State, { seq, timestamp }: Stamp): Draft => {
  const { config, summary, plan, queue, files } = before
  const { live, unsettled } = before.head
  const [state, finalize] = create(before, {
    // read at every step and only ever replaced: a draft of each entry would cost more than all the rest
    mark: (value, { mutable }) => (value === live || value === unsettled ? mutable : undefined),
  })
  const finish: Draft['finish'] = (parts) => {
    const { config, summary, plan, queue, files } = parts
    Object.assign(state, { config, summary, plan, queue, files })
    return finalize()
  }
  const { head, messages } = state
  const rows = new Map<number, Mutable<Message>>()
  return { before, head, config, summary, plan, queue, files, seq, now: timestamp, messages, rows, finish }
}

/** The answer in row `n`; undefined if there is none or storage has lost it. Read only. */
export const readAnswer = ({ rows, before }: Draft, n: number): Answer | undefined => {
  const row = rows.get(n) ?? rowAt(before.messages, n)
  return row?.role === 'assistant' ? row : undefined
}

/** The same, to change. */
export const editAnswer = (draft: Draft, n: number): OpenAnswer | undefined => {
  const { rows, before, messages } = draft
  const row = rows.get(n) ?? messages[placeOf(before.messages, n)]
  if (row?.role !== 'assistant') return undefined
  rows.set(n, row)
  return row
}

/** Adds a row at the end of the transcript. `n` must be `head.count`. */
export const appendRow = ({ rows, messages, head }: Draft, row: Mutable<Message>): void => {
  messages.push(row)
  rows.set(row.n, row)
  head.count++
}

/** The next state. The cost is that of the touched rows, and of one copy of the window. */
export const closeDraft = (draft: Draft): State => {
  const { before, queue } = draft
  const next = draft.finish(draft)
  const rows = new Map([...draft.rows.keys()].map((n) => [n, rowAt(next.messages, n) as Message]))
  const state = { ...next, head: indexHead({ before, queue, head: next.head, rows }) }
  return draft.keep === undefined ? state : cutRows(state, draft.keep)
}
