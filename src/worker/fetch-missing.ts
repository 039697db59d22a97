import { missingOf } from '../storage/blobs.ts'
import type { Database } from '../storage/schema.ts'
import { blobBytes } from './blob-bytes.ts'

/**
 * What these sessions name and this device does not have, before they are written to a file; null: all of them. What cannot be had is missing
 * there too. Rejects with a DOMException.
 */
export async function fetchMissing(db: Database, sessionIds: readonly string[] | null): Promise<void> {
  if ((await db.count('sync')) === 0) return
  for (const sessionId of sessionIds ?? (await db.getAllKeys('sessions')))
    for (const sha of await missingOf(db, sessionId)) await blobBytes(db, sha)
}
