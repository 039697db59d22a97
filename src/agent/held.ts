import type { Head } from './head.ts'
import { runningCalls } from './select.ts'
import type { State } from './state.ts'

/**
 * The part of a state that a machine must hold. The rest is on disk, and no decision of the transition depends on it.
 */

/** Rows (`n`) that the machine cannot work without, each once. */
export const neededRows = ({ live, unsettled, last }: Head): number[] => [
  ...new Set([...live, ...unsettled, ...(last === null ? [] : [last])].map(({ n }) => n)),
]

/** How many of the last rows are held in addition, for readers of recent messages. */
export const HELD_TAIL = 16
/** Rows are dropped when there are more than this. */
export const MOST_ROWS = 2 * HELD_TAIL

/**
 * A committed state without rows and files that nothing needs; the same by reference if there is little to drop. Call
 * it before the first input of a batch, never inside one: `diff` needs everything that a batch has changed. Law:
 * decisions from it equal decisions from the whole state. `reading`: a caller may have read file entries that it has
 * not dispatched yet. A running tool reads them after its turn has come, so older entries are safe to drop.
 */
export const evictRows = (state: State, reading: boolean): State => {
  const messages = rowsToHold(state)
  const files = reading ? state.files : filesToHold(state)
  return messages === state.messages && files === state.files ? state : { ...state, messages, files }
}

const rowsToHold = ({ head, messages }: State): State['messages'] => {
  if (messages.length <= MOST_ROWS) return messages
  const needed = new Set(neededRows(head))
  const from = messages.length - HELD_TAIL
  return messages.filter(({ n }, place) => place >= from || needed.has(n))
}

const filesToHold = ({ head, files }: State): State['files'] => {
  if (files.length === 0) return files
  const since = Math.min(...runningCalls(head).map(({ call }) => call.turnAt))
  const kept = files.filter(({ seq }) => seq > since)
  return kept.length < files.length ? kept : files
}
