import { AGENT_VERSION } from '../../agent/version.ts'
import { Line } from '../archive/export-format.ts'
import type { JournalRow, SnapshotRow } from '../schema.ts'
import { partsOf } from './copy-format.ts'

export type CopiedRows = {
  /** The pages of the newest whole snapshot of this agent version; empty: the copy has none. */
  snapshots: SnapshotRow[]
  /** In order, each once. */
  journal: JournalRow[]
  /** Views of the copy. */
  blobs: { sha: string; bytes: Uint8Array<ArrayBuffer> }[]
  /** In bytes: where the first damage begins, or the end. */
  whole: number
}

/** Bytes that are read without a pause: other work of the worker must not wait for a large copy. */
const SLICE = 2 ** 20

/** Reads a copy up to its first damage. A row that comes a second time is left out. */
export async function rowsInCopy(copy: Uint8Array<ArrayBuffer>): Promise<CopiedRows> {
  const rows: Omit<CopiedRows, 'snapshots'> = { journal: [], blobs: [], whole: 0 }
  const bySeq = new Map<number, SnapshotRow[]>()
  let paused = 0
  for (const { part, end } of partsOf(copy)) {
    if (part.type === 'blob') rows.blobs.push(part)
    else {
      const { data: line } = Line.safeParse(part.line)
      if (line === undefined) break
      if (line.type === 'journal' && line.row.seq > (rows.journal.at(-1)?.seq ?? 0)) rows.journal.push(line.row)
      if (line.type === 'snapshot' && line.row.agentVersion === AGENT_VERSION)
        bySeq.set(line.row.seq, [...(bySeq.get(line.row.seq) ?? []), line.row])
    }
    rows.whole = end
    if (end - paused < SLICE) continue
    paused = end
    await new Promise((resolve) => setTimeout(resolve))
  }
  const isWhole = (pages: readonly SnapshotRow[]): boolean =>
    pages.at(-1)?.last === true && pages.every(({ page }, n) => page === n)
  const newest = [...bySeq.keys()].sort((a, b) => b - a).find((seq) => isWhole(bySeq.get(seq) ?? []))
  return { ...rows, snapshots: newest === undefined ? [] : (bySeq.get(newest) ?? []) }
}
