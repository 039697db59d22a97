import { AGENT_VERSION } from '../../agent/version.ts'
import { Line } from '../archive/export-format.ts'
import type { JournalRow, SnapshotRow } from '../schema.ts'
import type { CopyPart } from './copy-format.ts'

export type CopiedRows = {
  /** The pages of the newest whole snapshot of this agent version; empty: the copy has none. */
  snapshots: SnapshotRow[]
  /** In order, each once. */
  journal: JournalRow[]
  blobs: { sha: string; bytes: Uint8Array<ArrayBuffer> }[]
}

/** What a copy holds, up to the first line that is damaged. A row that comes a second time is left out. */
export function rowsInCopy(parts: readonly CopyPart[]): CopiedRows {
  const journal: JournalRow[] = []
  const blobs: CopiedRows['blobs'] = []
  const bySeq = new Map<number, SnapshotRow[]>()
  for (const part of parts) {
    if (part.type === 'blob') {
      blobs.push(part)
      continue
    }
    const { data: line } = Line.safeParse(part.line)
    if (line === undefined) break
    if (line.type === 'journal' && line.row.seq > (journal.at(-1)?.seq ?? 0)) journal.push(line.row)
    if (line.type === 'snapshot' && line.row.agentVersion === AGENT_VERSION)
      bySeq.set(line.row.seq, [...(bySeq.get(line.row.seq) ?? []), line.row])
  }
  const isWhole = (pages: readonly SnapshotRow[]): boolean =>
    pages.at(-1)?.last === true && pages.every(({ page }, n) => page === n)
  const newest = [...bySeq.keys()].sort((a, b) => b - a).find((seq) => isWhole(bySeq.get(seq) ?? []))
  return { snapshots: newest === undefined ? [] : (bySeq.get(newest) ?? []), journal, blobs }
}
