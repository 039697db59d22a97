import * as z from 'zod/mini'
import { type Head, Origin } from '../../agent/head.ts'
import { listHeads } from '../read.ts'
import { restoreSession } from '../restore.ts'
import type { Database } from '../schema.ts'
import { parseLine, readLines } from './read-lines.ts'
import { asBeginning } from './same-journal.ts'
import { BadArchive, type ZipEntry } from './zip-reader.ts'

/** Of an archive's head this much says which sessions here it may be, and what it was made of. */
const ArchivedHead = z.object({
  sessionId: z.string(),
  createdAt: z.number(),
  seq: z.int(),
  origin: z.optional(Origin),
})
type ArchivedHead = z.infer<typeof ArchivedHead>

/** Sessions here that one of an archive is compared with: those that began in one moment are few, but in a file that is made to cost time. */
const MOST_COMPARED = 8

/**
 * Tells sessions of an archive that are here already: their whole journal is the beginning of one that is here, whatever has been added since,
 * and whether that one was written here or came by an import. One that was deleted here or cannot be put together comes again, and so does one
 * that went on elsewhere. A branch has the journal of what it was made of and is not that; a recording holds what a session says, and nobody can
 * go on in it. Each stands for one of them; those that arrive later are not known. A session that cannot be read is not here: whoever imports it
 * says what is wrong. `isStopped`: whoever waits for it wants no more.
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

/** The head of an archive's session, as `exportSession` writes it behind the journal. null: there is none. Rejects with BadArchive. */
export async function archivedHead(entry: ZipEntry): Promise<ArchivedHead | null> {
  for await (const text of readLines(entry.open()))
    if (text.startsWith('{"type":"head"'))
      return ArchivedHead.safeParse((parseLine(text) as { row?: unknown }).row).data ?? null
  return null
}

/** `heads`: by what they have, the least first. The one of its name comes before them. What was branched elsewhere, or later, is not what it was made of. */
function candidatesFor({ sessionId, seq, origin }: ArchivedHead, heads: readonly Head[]): Head[] {
  const candidates = heads.filter((head) => head.seq >= seq && head.origin?.seq === origin?.seq)
  const named = candidates.filter((head) => head.sessionId === sessionId)
  return [...named, ...candidates.filter((head) => head.sessionId !== sessionId)].slice(0, MOST_COMPARED)
}

/** Its head as it is by now, which may be long after all heads were read. null: it was deleted, or only its archive can bring it back. */
async function wholeNow(db: Database, sessionId: string): Promise<Head | null> {
  const restored = await restoreSession(db, sessionId)
  if (restored.type !== 'restored' || restored.leftOut.length > 0) return null
  return restored.state.head.deletedAt === null ? restored.state.head : null
}
