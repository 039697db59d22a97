import { readBlob } from '../storage/blobs.ts'
import type { Database } from '../storage/schema.ts'

/**
 * The bytes of a blob; one that another device has put into the shared storage comes from there when it is asked for. null: there is none, or
 * it cannot be had now. Rejects with DamagedRecord or a DOMException.
 */
export async function blobBytes(db: Database, sha: string): Promise<Uint8Array<ArrayBuffer> | null> {
  const own = await readBlob(db, sha)
  if (own !== null || (await db.count('sync')) === 0) return own
  return (await import('./sync/fetch-blob.ts')).fetchBlob(db, sha)
}
