import { sessionsKept } from '../storage/archive/export.ts'
import type { NotKept } from '../storage/archive/not-kept.ts'
import { missingBlobs, missingOf } from '../storage/blobs.ts'
import type { Database } from '../storage/schema.ts'
import { blobBytes } from './blob-bytes.ts'

/** What fetching may take where others wait for its end. */
type Bounds = { ms: number; bytes: number }
export const BACKUP_BOUNDS: Bounds = { ms: 2 * 60_000, bytes: 1_000_000_000 }

/**
 * What these sessions name and this device does not have, before they are written to a file; null: all of them, but
 * those that were deleted. What cannot be had is missing there too; what there was no room for is returned. Out of
 * `bounds` nothing more is asked for: what is under way then is stored when it comes, for the next time. Rejects with a
 * DOMException.
 */
export async function fetchMissing(
  db: Database,
  sessionIds: readonly string[] | null,
  bounds?: Bounds,
): Promise<NotKept> {
  const notKept = new Map<string, Blob>()
  if ((await db.count('sync')) === 0) return notKept
  let timer: ReturnType<typeof setTimeout> | undefined
  let late = false
  const tooLate = new Promise<null>((resolve) => {
    const stop = (): void => {
      late = true
      resolve(null)
    }
    if (bounds !== undefined) timer = setTimeout(stop, bounds.ms)
  })
  let room = bounds?.bytes ?? Number.POSITIVE_INFINITY
  try {
    for (const sessionId of sessionIds ?? (await sessionsKept(db)))
      for (const sha of await missingOf(db, sessionId)) {
        if (notKept.has(sha)) continue
        const bytes = await Promise.race([blobBytes(db, sha), tooLate])
        // the browser holds them outside of this thread's memory
        if (bytes !== null && (await missingBlobs(db, [sha])).length > 0) notKept.set(sha, new Blob([bytes]))
        room -= bytes?.length ?? 0
        if (late || room <= 0) return notKept
      }
    return notKept
  } finally {
    clearTimeout(timer)
  }
}
