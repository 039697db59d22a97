import type { Origin } from '../../agent/head.ts'
import { isSame } from '../is-same.ts'
import { readPages } from '../read-pages.ts'
import type { Database } from '../schema.ts'
import { wholeSession } from '../session-range.ts'
import { withoutBackground } from './export-session.ts'
import { parseLine, readLines } from './read-lines.ts'
import type { ZipEntry } from './zip-reader.ts'

/** Compares the journal of an archive's session with that of one that is here. What cannot be read rejects with BadArchive. */

/**
 * Whether the entry's journal, which has to end at `seq`, is the beginning of session `sessionId`. `recorded`: it says of itself that nothing is
 * added to it. null: it is not.
 */
export async function asBeginning(
  db: Database,
  entry: ZipEntry,
  sessionId: string,
  seq: number,
): Promise<{ recorded: boolean } | null> {
  const stored = rowsOf(db, sessionId)
  let recorded = false
  let last: unknown
  try {
    for await (const row of journalIn(entry)) {
      if (row === null || !isSame(row, comparable((await stored.next()).value))) return null
      recorded ||= row.input['type'] === 'session-record'
      last = row.seq
    }
  } finally {
    await stored.return(undefined)
  }
  return last === seq ? { recorded } : null
}

/**
 * Whether the entry's own journal shows that it was made of session `sessionId` as `origin` says: its rows up to there are that one's. A variant of
 * a variant that parts from the first of them has that other one's branch before its own: there what the three share is at its end.
 */
export async function isMadeOf(db: Database, entry: ZipEntry, origin: Origin, sessionId: string): Promise<boolean> {
  const stored = rowsOf(db, sessionId)
  let shared = 0
  let parted = false
  try {
    for await (const row of journalIn(entry)) {
      if (row === null || typeof row.seq !== 'number') return false
      if (!parted && row.seq > origin.seq) return shared === origin.seq
      parted ||= !isSame(row, comparable((await stored.next()).value))
      if (!parted) shared = row.seq
      // it names where it left, so nothing that the other one said later is passed over
      else if (row.input['type'] === 'session-branch') return shared > 0 && branchedAt(row) === shared
    }
  } finally {
    await stored.return(undefined)
  }
  return false
}

const branchedAt = ({ input }: Row): unknown => (input['origin'] as Partial<Origin> | undefined)?.seq

/** By what each line is, not by how it begins: a line that hides from this is one that the import would take all the same. */
async function* journalIn(entry: ZipEntry): AsyncGenerator<Row | null> {
  for await (const text of readLines(entry.open())) {
    const line = parseLine(text) as { type?: unknown; row?: unknown } | null
    if (line?.type === 'head') return
    if (line?.type === 'journal') yield comparable(line.row)
  }
}

async function* rowsOf(db: Database, sessionId: string): AsyncGenerator<unknown> {
  for await (const page of readPages(db, 'journal', wholeSession(sessionId))) for (const { value } of page) yield value
}

type Row = { seq: unknown; timestamp: unknown; agentVersion: unknown; input: Record<string, unknown> }

/** A row of a journal without what an export leaves out and what an import changes: whose it is, and what it was made of. */
function comparable(row: unknown): Row | null {
  if (typeof row !== 'object' || row === null) return null
  const { seq, timestamp, agentVersion, input } = row as Partial<Row>
  if (typeof input !== 'object' || input === null) return null
  const own = input['config'] === undefined ? input : (withoutBackground(input) as typeof input)
  const { sessionId: _, origin, ...said } = own
  const { session: __, family, ...at } = (origin ?? {}) as Record<string, unknown>
  return { seq, timestamp, agentVersion, input: { ...said, origin: { ...at, variant: family !== undefined } } }
}
