import type { Config } from '../../agent/config.ts'
import type { State } from '../../agent/state.ts'
import { isPrivateText } from '../../effects/private-text.ts'
import {
  becomePrivate,
  isFinal,
  learn,
  learnInstructions,
  nothingLearnt,
  type Provenance,
} from '../../effects/provenance.ts'
import { readRows } from '../../storage/read.ts'
import type { Database } from '../../storage/schema.ts'

/**
 * What a session has learnt from the rows that are committed, its head and its configuration. The rows are read once,
 * at the first call that could send something, and then those that have come or changed since: no step of a session
 * pays for how long it is. Rejects with a DOMException when they cannot be read.
 */
export function sessionProvenance(
  db: Pick<Database, 'transaction'>,
  sessionId: string,
  state: () => Pick<State, 'head' | 'config'>,
): () => Promise<Provenance> {
  const provenance = nothingLearnt()
  /** All rows before this one are final and learnt from. */
  let upTo = 0
  return async () => {
    const { head, config } = state()
    if (head.private) becomePrivate(provenance, -1)
    learnInstructions(provenance, config.background?.instructions ?? '')
    learnInstructions(provenance, config.background?.project?.instructions ?? '')
    for (let from = upTo; ; ) {
      const read = await readRows(db as Database, sessionId, from, Number.MAX_SAFE_INTEGER)
      // an unreadable row may hold anything, so treat it as private
      if (read === null || read.damaged.length > 0) becomePrivate(provenance, -1)
      if (read === null || (read.messages.length === 0 && read.damaged.length === 0)) return provenance
      for (const row of read.messages) {
        learn(provenance, row)
        if (row.n === upTo && isFinal(row)) upTo++
      }
      from = Math.max(...read.messages.map(({ n }) => n), ...read.damaged) + 1
    }
  }
}

/**
 * Whether a request contains private material that is in no row: memory, private instructions, or rows of other
 * devices. Committed with the start of the request (`head.private`). Rejects with a DOMException.
 */
export async function tellsPrivate(
  db: Pick<Database, 'getKey'>,
  sessionId: string,
  { background }: Pick<Config, 'background'>,
): Promise<boolean> {
  const { memory = null, instructions = '', project, files = [] } = background ?? {}
  // as what a person attaches
  if (files.length > 0) return true
  if ([memory, project?.memory].some((notes) => (notes ?? '').trim() !== '')) return true
  if ([instructions, project?.instructions ?? ''].some(isPrivateText)) return true
  return (await db.getKey('sync', sessionId)) !== undefined
}
