import type { Head } from './head.ts'
import { runningCalls } from './select.ts'
import type { State } from './state.ts'

/** What of a state a machine has to hold. The rest is on disk, and nothing that the transition decides depends on it. */

/** Rows of the transcript without which the machine cannot go on (their `n`), each once. */
export const neededRows = ({ live, unsettled, last }: Head): number[] => [
  ...new Set([...live, ...unsettled, ...(last === null ? [] : [last])].map(({ n }) => n)),
]

/** So many of the last rows are held besides, for whoever wants to look at what was said just now. */
export const HELD_TAIL = 16
/** Rows are evicted when there are more than this many. */
export const MOST_ROWS = 2 * HELD_TAIL

/**
 * A committed state without rows and files that nothing needs; the same by reference when there is little to drop. To be asked before
 * the first input of a batch, never inside one: what a batch has changed must be there for `diff`. Law: what is decided from it is
 * what is decided from the whole. `reading`: somebody may have read file entries that he has not dispatched yet; a tool that
 * runs reads them after its turn has come, so entries older than that are safe to drop.
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
