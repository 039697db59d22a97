import type { Origin } from '../../agent/head.ts'
import { isSame } from '../is-same.ts'
import { readPages } from '../read-pages.ts'
import type { Database } from '../schema.ts'
import { wholeSession } from '../session-range.ts'
import type { UsageSource } from '../usage/fold-usage.ts'
import { withoutBackground } from './export-session.ts'
import { parseLine, readLines } from './read-lines.ts'
import type { ZipEntry } from './zip-reader.ts'

/**
 * Compares the journal of an archive's session with one that is here. Rejects with BadArchive for an unreadable entry.
 */

/**
 * Whether the entry's journal, which must end at `seq`, begins session `sessionId`. `recorded`: it claims to be a
 * recording. null: it does not.
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

/** The rows with which both begin; all that are equal, in order. */
export async function sharedRows(db: Database, entry: ZipEntry, sessionId: string): Promise<UsageSource[]> {
  const shared: UsageSource[] = []
  const stored = rowsOf(db, sessionId)
  try {
    for await (const row of journalIn(entry)) {
      if (row === null || !isSame(row, comparable((await stored.next()).value))) break
      const source = asSource(row)
      if (source !== null) shared.push(source)
    }
  } finally {
    await stored.return(undefined)
  }
  return shared
}

/** The rows of the entry's journal that usage can be counted from. */
export async function journalRows(entry: ZipEntry): Promise<UsageSource[]> {
  const rows: UsageSource[] = []
  for await (const row of journalIn(entry)) {
    const source = row === null ? null : asSource(row)
    if (source !== null) rows.push(source)
  }
  return rows
}

const asSource = ({ seq, timestamp, input }: Row): UsageSource | null =>
  typeof seq === 'number' && typeof timestamp === 'number' ? { seq, timestamp, input } : null

/**
 * Whether the entry's own journal proves that it was made from session `sessionId` as `origin` says: its rows up to
 * there are equal. A variant of a variant that parts in the rows of the first has the other's branch input before its
 * own: there the shared part ends.
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
      // it names where it parted, so no later row of the other is skipped
      else if (row.input['type'] === 'session-branch') return shared > 0 && branchedAt(row) === shared
    }
  } finally {
    await stored.return(undefined)
  }
  return false
}

const branchedAt = ({ input }: Row): unknown => (input['origin'] as Partial<Origin> | undefined)?.seq

/** By the type of each line, not by its first characters: a line that hides from this would still be imported. */
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

/** A journal row without the parts that an export leaves out and an import changes: its owner and its origin. */
function comparable(row: unknown): Row | null {
  if (typeof row !== 'object' || row === null) return null
  const { seq, timestamp, agentVersion, input } = row as Partial<Row>
  if (typeof input !== 'object' || input === null) return null
  const own = input['config'] === undefined ? input : (withoutBackground(input) as typeof input)
  const { sessionId: _, origin, ...said } = own
  const { session: __, family, ...at } = (origin ?? {}) as Record<string, unknown>
  return { seq, timestamp, agentVersion, input: { ...said, origin: { ...at, variant: family !== undefined } } }
}
