import * as z from 'zod/mini'
import type { Head } from '../../agent/head.ts'
import { isSame } from '../is-same.ts'
import { listHeads } from '../read.ts'
import { readPages } from '../read-pages.ts'
import type { Database } from '../schema.ts'
import { wholeSession } from '../session-range.ts'
import { withoutBackground } from './export-session.ts'
import { parseLine, readLines } from './read-lines.ts'
import { BadArchive, type ZipEntry } from './zip-reader.ts'

/** Of an archive's head this much says which sessions here it may be. */
const Found = z.object({
  sessionId: z.string(),
  createdAt: z.number(),
  seq: z.int(),
  origin: z.optional(z.object({ family: z.optional(z.string()) })),
})
/** A session here that holds all that one of an archive holds, and under which name that one's variants go in the archive. */
export type Here = { head: Head; family: string | null }

/**
 * Tells sessions of an archive that are here already: their whole journal is the beginning of one that is here, whatever has been added since,
 * and whether that one was written here or came by an import. One that was deleted here comes again, and so does one that went on elsewhere. A
 * branch has the journal of what it was made of and is not that; a recording holds what a session says, and nobody can go on in it.
 * Each stands for one of them; those that arrive later are not known. A session that cannot be read is not here: whoever imports it says what is wrong.
 */
export async function makeHereAlready(
  db: Database,
  recording: boolean,
): Promise<(entry: ZipEntry) => Promise<Here | null>> {
  const here = new Map<number, Head[]>()
  for (const head of (await listHeads(db)).heads)
    if (head.deletedAt === null && (!recording || head.recorded === true))
      here.set(head.createdAt, [...(here.get(head.createdAt) ?? []), head])
  return async (entry) => {
    if (here.size === 0) return null
    try {
      const found = await headIn(entry)
      const same = here.get(found?.createdAt ?? Number.NaN) ?? []
      // the one of its name first, then the one that has least besides
      const order = ({ sessionId, seq }: Head): number => (sessionId === found?.sessionId ? 0 : seq)
      for (const head of same.toSorted((a, b) => order(a) - order(b)))
        if (found !== null && head.seq >= found.seq && (await isBeginning(db, entry, head, recording))) {
          same.splice(same.indexOf(head), 1)
          return { head, family: found.origin?.family ?? null }
        }
    } catch (error) {
      if (!(error instanceof BadArchive)) throw error
    }
    return null
  }
}

/** `exportSession` writes it behind the journal. */
async function headIn(entry: ZipEntry): Promise<z.infer<typeof Found> | null> {
  for await (const text of readLines(entry.open()))
    if (text.startsWith('{"type":"head"'))
      return Found.safeParse((parseLine(text) as { row?: unknown }).row).data ?? null
  return null
}

async function isBeginning(db: Database, entry: ZipEntry, head: Head, recording: boolean): Promise<boolean> {
  const rows = rowsOf(db, head.sessionId)
  let told = 0
  let recorded = recording
  let branched = false
  try {
    for await (const text of readLines(entry.open())) {
      if (text.startsWith('{"type":"head"')) break
      if (!text.startsWith('{"type":"journal"')) continue
      const stored = await rows.next()
      const row = comparable((parseLine(text) as { row?: unknown }).row)
      if (stored.done === true || row === null || !isSame(row, comparable(stored.value))) return false
      recorded ||= row.input.type === 'session-record'
      told++
    }
    // what a branch has of its origin is not its own
    for await (const row of rows) branched ||= comparable(row)?.input['type'] === 'session-branch'
  } finally {
    await rows.return(undefined)
  }
  return told > 0 && !branched && (head.recorded !== true || recorded)
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
