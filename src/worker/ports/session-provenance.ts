import { isFinal, learn, nothingLearnt, type Provenance } from '../../effects/provenance.ts'
import { readRows } from '../../storage/read.ts'
import type { Database } from '../../storage/schema.ts'

/**
 * What a session has learnt from the rows that are committed. The rows are read once, at the first call that could send something, and then
 * those that have come or changed since: no step of a session pays for how long it is. Rejects with a DOMException when they cannot be read.
 */
export function sessionProvenance(db: Pick<Database, 'transaction'>, sessionId: string): () => Promise<Provenance> {
  const provenance = nothingLearnt()
  /** All rows before this one are final and learnt from. */
  let upTo = 0
  return async () => {
    for (let from = upTo; ; ) {
      const read = await readRows(db as Database, sessionId, from, Number.MAX_SAFE_INTEGER)
      // nobody knows what stood in a row that cannot be read
      if (read === null || read.damaged.length > 0) provenance.private = true
      if (read === null || (read.messages.length === 0 && read.damaged.length === 0)) return provenance
      for (const row of read.messages) {
        learn(provenance, row)
        if (row.n === upTo && isFinal(row)) upTo++
      }
      from = Math.max(...read.messages.map(({ n }) => n), ...read.damaged) + 1
    }
  }
}
