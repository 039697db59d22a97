import { AGAIN, againMark, isOld } from './pending-marks.ts'
import { listHeads } from './read.ts'
import { readPages } from './read-pages.ts'
import type { Database, PendingRow } from './schema.ts'
import { allDraftKeys, wholeSession } from './session-range.ts'
import { blobsOfDrafts } from './settings/drafts.ts'
import { type Refusal, type Written, writerTransaction } from './writer-transaction.ts'

/** The work of `collectPending`, loaded only if there is something to collect. */

/** How far a clock may have been set back after a blob was put, in ms. */
const SET_BACK = 24 * 60 * 60 * 1000

/** As `collectPending`. `old`: the marks whose time is up. */
export async function collectBlobs(
  db: Database,
  epoch: number,
  now: number,
  old: readonly PendingRow[],
): Promise<Written<{ deleted: number }> | Refusal> {
  const namers = await findNamers(db, old)
  const sessions = [...new Set([...namers.values()].flatMap((ids) => [...ids]))]
  return writerTransaction(
    db,
    { epoch, sessionId: null, stores: ['blobs', 'blob-names', 'pending-blobs', 'sessions', 'settings'] },
    ({ store, results: [drafts, ...results] }) => {
      const unsent = blobsOfDrafts(drafts as unknown[])
      const marks = results.slice(sessions.length)
      const there = new Set(results.slice(0, sessions.length))
      let deleted = 0
      for (const [index, { sha }] of old.entries()) {
        const [mark, again] = marks.slice(2 * index)
        if (!isOld(mark, now) || unsent.has(sha) || (again !== undefined && !isOld(again, now))) continue
        store('pending-blobs').delete(sha)
        const naming = [...(namers.get(sha) ?? [])].filter((sessionId) => there.has(sessionId))
        for (const sessionId of naming) store('blob-names').put({ sessionId, sha, epoch })
        if (sha.startsWith(AGAIN) || naming.length > 0) continue
        store('blobs').delete(sha)
        deleted++
      }
      return { deleted }
    },
    {
      reads: (store) => [
        store('settings').getAll(allDraftKeys().range),
        ...sessions.map((sessionId) => store('sessions').getKey(sessionId)),
        ...old.flatMap(({ sha }) => [store('pending-blobs').get(sha), store('pending-blobs').get(againMark(sha))]),
      ],
    },
  )
}

/**
 * The sessions whose rows show these blobs, by blob. Older versions did not name what a stopped or broken answer had
 * brought, and left it pending. Blobs freed by a purge had all their names, and a session without changes since the put
 * cannot show a blob: so few rows are read, and rarely.
 */
async function findNamers(db: Database, old: readonly PendingRow[]): Promise<Map<string, Set<string>>> {
  const namers = new Map<string, Set<string>>()
  const unsent = blobsOfDrafts(await db.getAll('settings', allDraftKeys().range))
  const doubtful = old.filter(({ sha, freed }) => freed !== true && !sha.startsWith(AGAIN) && !unsent.has(sha))
  if (doubtful.length === 0) return namers
  const wanted = new Set(doubtful.map(({ sha }) => sha))
  const first = Math.min(...doubtful.map(({ since }) => since)) - SET_BACK
  const { heads, damaged } = await listHeads(db)
  const active = heads.filter(({ timestamp }) => timestamp >= first).map(({ sessionId }) => sessionId)
  for (const sessionId of [...active, ...damaged])
    for await (const page of readPages(db, 'messages', wholeSession(sessionId)))
      for (const sha of page.flatMap(({ value }) => blobsShown(value)))
        if (wanted.has(sha)) namers.set(sha, (namers.get(sha) ?? new Set<string>()).add(sessionId))
  return namers
}

/** The blobs in an unparsed row; of a damaged row, those that can be found. */
function blobsShown(row: unknown): string[] {
  const { content } = Object(row) as { content?: unknown }
  if (!Array.isArray(content)) return []
  return content.flatMap((block: unknown) => {
    const { blob } = Object(block) as { blob?: unknown }
    return typeof blob === 'string' ? [blob] : []
  })
}
