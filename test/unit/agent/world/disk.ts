import type { ContextSource } from '../../../../src/agent/context.ts'
import { apply, diff } from '../../../../src/agent/delta.ts'
import { initiate } from '../../../../src/agent/initiate.ts'
import type { Input } from '../../../../src/agent/input.ts'
import type { FileEntry, State } from '../../../../src/agent/state.ts'
import { freeze } from './machine.ts'

/** Storage as the product has it: rows changed by deltas, and a journal of the inputs that applied. */
export type Disk = { state: State; journal: readonly Input[] }

export const emptyDisk = (sessionId: string): Disk => ({ state: freeze(initiate(sessionId)), journal: [] })

export const commit = (disk: Disk, previous: State, next: State, inputs: readonly Input[]): Disk => {
  const delta = diff(previous, next)
  return { state: freeze(apply(disk.state, delta)), journal: [...disk.journal, ...inputs] }
}

/**
 * The least that a restore may load: the head, its small companions, the last row, and the rows that the index names.
 * So a decision that depends on any other row differs from the replay, which sees them all.
 */
export const restore = ({ state }: Disk): State => {
  const { head, config, summary, plan, queue, messages } = state
  const named = new Set([...head.live, ...head.unsettled].map((entry) => entry.n))
  named.add(head.count - 1)
  const rows = messages.filter((row) => named.has(row.n))
  return freeze({ head, config, summary, plan, queue, messages: rows, files: [] })
}

/** What an asking reads (`ContextSource`). */
export const rowsForContext = (state: State): Pick<ContextSource, 'messages' | 'named' | 'pruned'> => {
  const { summary } = state
  const names = new Set([...(summary?.loaded ?? []), ...(summary?.words ?? [])].map(({ n }) => n))
  return {
    messages: state.messages.filter((row) => row.seq > (summary?.cutAt ?? 0)),
    named: state.messages.filter((row) => names.has(row.n)),
    pruned: state.head.pruned,
  }
}

/** The file entries that an input builds on, as an effect reads them when it starts. */
export const knownFiles = (state: State, paths: readonly string[]): FileEntry[] =>
  state.files.filter((file) => paths.includes(file.path))
