import { readBlob } from '../storage/blobs.ts'
import { classifyFault } from '../storage/fault.ts'
import type { Database } from '../storage/schema.ts'

/**
 * The bytes of a blob; one that another device has put into the shared storage comes from there when it is asked for,
 * also where what is stored here is damaged. null: there is none, or it cannot be had now. Rejects with DamagedRecord
 * or a DOMException.
 */
export async function blobBytes(db: Database, sha: string): Promise<Uint8Array<ArrayBuffer> | null> {
  let damage: unknown = null
  const own = await readBlob(db, sha).catch((error: unknown) => {
    if (classifyFault(error).kind !== 'damaged') throw error
    damage = error
    return null
  })
  const shares = own === null && (await db.count('sync')) > 0
  const bytes = shares ? await (await import('./sync/upkeep/fetch-blob.ts')).fetchBlob(db, sha) : own
  if (bytes === null && damage !== null) throw damage
  return bytes
}
