import type { Delta } from './delta-schema.ts'
import type { Message } from './message.ts'
import { placeOf } from './rows.ts'
import type { FileEntry, State } from './state.ts'

/**
 * Changes between two states of one session, by reference. `next` must come from `previous` by transitions: rows are
 * added or replaced, never removed.
 */
export const diff = (previous: State, next: State): Delta => {
  const delta: { -readonly [Key in keyof Delta]: Delta[Key] } = {}
  if (next.head !== previous.head) delta.head = next.head
  if (next.config !== previous.config) delta.config = next.config
  if (next.summary !== previous.summary) delta.summary = next.summary
  if (next.plan !== previous.plan) delta.plan = next.plan
  if (next.queue !== previous.queue) {
    const put = next.queue.filter((message) => !previous.queue.includes(message))
    const kept = new Set(next.queue.map((message) => message.id))
    const drop = previous.queue.flatMap(({ id }) => (kept.has(id) ? [] : [id]))
    if (put.length + drop.length > 0) delta.queue = { put, drop }
  }
  if (next.messages !== previous.messages) {
    const messages = changedRows(previous.messages, next.messages)
    if (messages.length > 0) delta.messages = messages
  }
  if (next.files !== previous.files) {
    const old = new Set(previous.files)
    const files = next.files.filter((file) => !old.has(file))
    if (files.length > 0) delta.files = files
  }
  return delta
}

/** Both windows are sorted by `n`; one pass over references. */
const changedRows = (previous: readonly Message[], next: readonly Message[]): Message[] => {
  const changed: Message[] = []
  let place = 0
  for (const row of next) {
    while (previous[place] !== row && (previous[place]?.n ?? row.n) < row.n) place++
    if (previous[place] === row) place++
    else changed.push(row)
  }
  return changed
}

/**
 * The state after a delta. Rows outside the window stay away, unless they are newer than its last row, so a view stays
 * a view. Inverse of `diff`: `apply(previous, diff(previous, next))` equals `next`.
 */
export const apply = (state: State, delta: Delta): State => ({
  head: delta.head ?? state.head,
  config: delta.config ?? state.config,
  summary: delta.summary === undefined ? state.summary : delta.summary,
  plan: delta.plan === undefined ? state.plan : delta.plan,
  queue: delta.queue ? changeQueue(state.queue, delta.queue) : state.queue,
  messages: delta.messages ? putRows(state.messages, delta.messages) : state.messages,
  files: delta.files ? putFiles(state.files, delta.files) : state.files,
})

/** The queue after a delta, sorted by `seq`. */
export const changeQueue = (
  queue: State['queue'],
  { put, drop }: NonNullable<Delta['queue']>,
): State['queue'][number][] => {
  const replaced = new Set([...drop, ...put.map((message) => message.id)])
  return [...queue.filter((message) => !replaced.has(message.id)), ...put].sort((a, b) => a.seq - b.seq)
}

const putRows = (messages: readonly Message[], rows: readonly Message[]): Message[] => {
  const next = messages.slice()
  for (const row of rows) {
    const place = placeOf(next, row.n)
    if (place !== -1) next[place] = row
    else if (row.n > (next.at(-1)?.n ?? -1)) next.push(row)
  }
  return next
}

/** The files after a delta, sorted by path. Deleted files stay, with `blob` null. */
export const putFiles = (files: readonly FileEntry[], changed: readonly FileEntry[]): FileEntry[] => {
  const byPath = new Map([...files, ...changed].map((file) => [file.path, file]))
  return [...byPath.values()].sort((a, b) => (a.path < b.path ? -1 : a.path > b.path ? 1 : 0))
}

/** A tail of the transcript: rows from `from` on, always including the last row. */
export type Window = { from: number }

/** The state for a reader who holds only the rows of a window. Law: `view(apply(s, d))` equals `apply(view(s), d)`. */
export const view = (state: State, { from }: Window): State => {
  const last = state.messages.at(-1)?.n ?? 0
  const messages = state.messages.filter((message) => message.n >= Math.min(from, last))
  return { ...state, messages }
}
