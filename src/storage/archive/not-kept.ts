import { readBlob } from '../blobs.ts'
import type { Database } from '../schema.ts'

/** Bytes by name that were fetched from another device for a file and had no room here: they still go into the file. */
export type NotKept = ReadonlyMap<string, Blob>

/** The bytes of a blob, stored or not; null: there are none. Rejects with DamagedRecord or a DOMException. */
export async function bytesFor(db: Database, sha: string, notKept?: NotKept): Promise<Uint8Array<ArrayBuffer> | null> {
  const stored = await readBlob(db, sha)
  const held = stored === null ? notKept?.get(sha) : undefined
  return held === undefined ? stored : new Uint8Array(await held.arrayBuffer())
}
