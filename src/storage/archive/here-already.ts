import * as z from 'zod/mini'
import { type Head, Origin } from '../../agent/head.ts'
import { listHeads } from '../read.ts'
import { restoreSession } from '../restore.ts'
import type { Database } from '../schema.ts'
import { parseLine, readLines } from './read-lines.ts'
import { asBeginning } from './same-journal.ts'
import { BadArchive, type ZipEntry } from './zip-reader.ts'

/** The part of an archive's head that says which session here it may be, and what it was made from. */
const ArchivedHead = z.object({
  sessionId: z.string(),
  createdAt: z.number(),
  seq: z.int(),
  origin: z.optional(Origin),
})
type ArchivedHead = z.infer<typeof ArchivedHead>

/**
 * How many sessions here are compared with one of an archive. Few begin at the same moment, except in a file made to
 * cost time.
 */
const MOST_COMPARED = 8

/**
 * Recognises sessions of an archive that are here already: their whole journal begins one that is here, whatever was
 * added since, whether that one was written here or imported. A session that was deleted here, cannot be restored or
 * continued elsewhere comes again. A branch contains the journal of its source without being it; a recording holds the
 * same messages, but nobody can continue it. Each session here matches one of the archive; later arrivals are not
 * considered. An unreadable session counts as missing: the import reports the problem. `isStopped`: the caller no
 * longer wants the result.
 */
export async function makeHereAlready(
  db: Database,
  recording: boolean,
  isStopped: () => boolean = () => false,
): Promise<(entry: ZipEntry) => Promise<Head | null>> {
  const byMoment = new Map<number, Head[]>()
  for (const head of (await listHeads(db)).heads)
    if (head.deletedAt === null && (!recording || head.recorded === true))
      byMoment.set(head.createdAt, [...(byMoment.get(head.createdAt) ?? []), head])
  for (const heads of byMoment.values()) heads.sort((a, b) => a.seq - b.seq)
  return async (entry) => {
    if (byMoment.size === 0) return null
    try {
      const archived = await archivedHead(entry)
      if (archived === null) return null
      const left = byMoment.get(archived.createdAt) ?? []
      for (const candidate of candidatesFor(archived, left)) {
        if (isStopped()) return null
        const compared = await asBeginning(db, entry, candidate.sessionId, archived.seq)
        if (compared === null || (candidate.recorded === true && !recording && !compared.recorded)) continue
        const head = await wholeNow(db, candidate.sessionId)
        if (head === null) continue
        left.splice(left.indexOf(candidate), 1)
        return head
      }
    } catch (error) {
      if (!(error instanceof BadArchive)) throw error
    }
    return null
  }
}

/**
 * The head of an archive's session, which `exportSession` writes after the journal; null: there is none. Rejects with
 * BadArchive.
 */
export async function archivedHead(entry: ZipEntry): Promise<ArchivedHead | null> {
  for await (const text of readLines(entry.open()))
    if (text.startsWith('{"type":"head"'))
      return ArchivedHead.safeParse((parseLine(text) as { row?: unknown }).row).data ?? null
  return null
}

/**
 * `heads`: sorted by length, shortest first. The one with the same id comes before them. A branch that was made
 * elsewhere, or later, is not its source.
 */
function candidatesFor({ sessionId, seq, origin }: ArchivedHead, heads: readonly Head[]): Head[] {
  const candidates = heads.filter((head) => head.seq >= seq && head.origin?.seq === origin?.seq)
  const named = candidates.filter((head) => head.sessionId === sessionId)
  return [...named, ...candidates.filter((head) => head.sessionId !== sessionId)].slice(0, MOST_COMPARED)
}

/**
 * Its head now, which may be long after all heads were read. null: it was deleted, or only its archive can restore it.
 */
async function wholeNow(db: Database, sessionId: string): Promise<Head | null> {
  const restored = await restoreSession(db, sessionId)
  if (restored.type !== 'restored' || restored.leftOut.length > 0) return null
  return restored.state.head.deletedAt === null ? restored.state.head : null
}
