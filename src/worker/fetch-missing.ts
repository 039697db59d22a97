import type { NotKept } from '../storage/archive/not-kept.ts'
import { missingBlobs, missingOf } from '../storage/blobs.ts'
import type { Database } from '../storage/schema.ts'
import { blobBytes } from './blob-bytes.ts'

/**
 * What these sessions name and this device does not have, before they are written to a file; null: all of them. What cannot be had is missing
 * there too; what there was no room for is returned. Rejects with a DOMException.
 */
export async function fetchMissing(db: Database, sessionIds: readonly string[] | null): Promise<NotKept> {
  const notKept = new Map<string, Blob>()
  if ((await db.count('sync')) === 0) return notKept
  for (const sessionId of sessionIds ?? (await db.getAllKeys('sessions')))
    for (const sha of await missingOf(db, sessionId)) {
      if (notKept.has(sha)) continue
      const bytes = await blobBytes(db, sha)
      // the browser holds them outside of this thread's memory
      if (bytes !== null && (await missingBlobs(db, [sha])).length > 0) notKept.set(sha, new Blob([bytes]))
    }
  return notKept
}
