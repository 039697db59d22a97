import type { Head } from '../../agent/head.ts'
import { listHeads } from '../read.ts'
import type { Database } from '../schema.ts'
import type { UsageSource } from '../usage/fold-usage.ts'
import { keptOf } from '../usage/read-usage.ts'
import { archivedHead } from './here-already.ts'
import { journalRows, sharedRows } from './same-journal.ts'
import type { ZipEntry } from './zip-reader.ts'

/** As many as `here-already.ts` compares: a file could make it cost time. */
const MOST_COMPARED = 8

/**
 * Finds the rows of an archive's session whose usage is counted here already: the rows that it shares with a session
 * here, or with a removed session whose usage is kept. A forged archive hides its own usage, not this person's. Rejects
 * with BadArchive or a DOMException.
 */
export async function makeCountedAlready(db: Database): Promise<(entry: ZipEntry) => Promise<UsageSource[]>> {
  const byMoment = new Map<number, Head[]>()
  for (const head of (await listHeads(db)).heads)
    if (head.recorded !== true) byMoment.set(head.createdAt, [...(byMoment.get(head.createdAt) ?? []), head])
  return async (entry) => {
    const archived = await archivedHead(entry)
    if (archived === null) return []
    let longest: UsageSource[] = []
    for (const { sessionId } of (byMoment.get(archived.createdAt) ?? []).slice(0, MOST_COMPARED)) {
      const shared = await sharedRows(db, entry, sessionId)
      if (shared.length > longest.length) longest = shared
    }
    if (longest.length > 0 || (await db.getKey('sessions', archived.sessionId)) !== undefined) return longest
    const kept = await keptOf(db, archived.sessionId)
    if (kept === undefined) return []
    return (await journalRows(entry)).filter(({ seq }) => seq <= kept.seq)
  }
}
