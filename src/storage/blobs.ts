import { failpoint } from './failpoint.ts'
import { DamagedRecord } from './fault.ts'
import { againMark, isOld } from './pending-marks.ts'
import { BlobRow, type Database } from './schema.ts'
import { wholeSession } from './session-range.ts'
import type { Refusal, Written } from './writer-transaction.ts'

/**
 * Bytes, named by their SHA-256. A blob is put before the commit that names it, and is pending until then. Only pending
 * blobs are collected. Any tab may put; putting twice makes one blob.
 */

/** SHA-256 in lower-case hex. */
export async function shaOf(bytes: Uint8Array<ArrayBuffer>): Promise<string> {
  const digest = await crypto.subtle.digest('SHA-256', bytes)
  return Array.from(new Uint8Array(digest), (byte) => byte.toString(16).padStart(2, '0')).join('')
}

/**
 * Stores bytes and returns their name; a damaged blob of that name is repaired. `now`: wall time, ms. Rejects with a
 * DOMException (see classifyFault).
 */
export async function putBlob(db: Database, bytes: Uint8Array<ArrayBuffer>, now: number): Promise<string> {
  const sha = await shaOf(bytes)
  if (__FAILPOINTS__) await failpoint('before-blob-put')
  const transaction = db.transaction(['blobs', 'pending-blobs'], 'readwrite', { durability: 'relaxed' })
  const blobs = transaction.objectStore('blobs')
  const pending = transaction.objectStore('pending-blobs')
  const [stored, mark] = await Promise.all([blobs.getKey(sha), pending.getKey(sha)])
  const requests: Promise<unknown>[] = [transaction.done]
  // a blob that a commit has named has no mark; the mark comes first, so that no blob is stored without it
  const isNamed = stored !== undefined && mark === undefined
  requests.push(pending.put({ sha: isNamed ? againMark(sha) : sha, since: now }))
  if (stored === undefined) requests.push(blobs.put({ sha, bytes }))
  await Promise.all(requests)
  // not in that transaction, which would end with a read that the browser fails
  if (stored !== undefined && !(await isWhole(db, sha))) await db.put('blobs', { sha, bytes })
  if (__FAILPOINTS__) await failpoint('after-blob-put')
  return sha
}

/**
 * Stores bytes that arrived late, under a name that rows already have: they are not pending. False: the bytes do not
 * match the name, or nothing names them any more. Rejects with a DOMException.
 */
export async function keepFetched(db: Database, sha: string, bytes: Uint8Array<ArrayBuffer>): Promise<boolean> {
  if ((await shaOf(bytes)) !== sha) return false
  const transaction = db.transaction(['blobs', 'blob-names'], 'readwrite', { durability: 'relaxed' })
  const named = (await transaction.objectStore('blob-names').index('by-sha').count(sha)) > 0
  const stored = named ? transaction.objectStore('blobs').put({ sha, bytes }) : undefined
  await Promise.all([stored, transaction.done])
  return named
}

/**
 * The bytes of a blob; null if there is none. Rejects with DamagedRecord if they do not match the name, or with a
 * DOMException.
 */
export async function readBlob(db: Database, sha: string): Promise<Uint8Array<ArrayBuffer> | null> {
  const stored: unknown = await db.get('blobs', sha)
  if (stored === undefined) return null
  const row = BlobRow.safeParse(stored)
  if (!row.success || (await shaOf(row.data.bytes)) !== sha)
    throw new DamagedRecord(`the stored bytes ${sha.slice(0, 12)}`)
  return row.data.bytes
}

/** Whether the bytes are stored, readable and match their name. Never rejects. */
export const isWhole = (db: Database, sha: string): Promise<boolean> =>
  readBlob(db, sha).then(
    (bytes) => bytes !== null,
    () => false,
  )

/** The given blobs that are not stored: an input that names them must not be accepted. Rejects with a DOMException. */
export async function missingBlobs(db: Database, shas: readonly string[]): Promise<string[]> {
  const store = db.transaction('blobs').store
  const keys = await Promise.all(shas.map((sha) => store.getKey(sha)))
  return shas.filter((_sha, index) => keys[index] === undefined)
}

/** Blobs that a session names and that are not stored. Rejects with a DOMException. */
export async function missingOf(db: Database, sessionId: string): Promise<string[]> {
  const names = await db.getAllKeys('blob-names', wholeSession(sessionId))
  return missingBlobs(
    db,
    names.map(([, sha]) => sha),
  )
}

/**
 * Deletes blobs that no commit named within PENDING_GRACE_MS before `now` (wall time, ms), that no unsent message holds
 * and no transcript row shows. For the writer. Returns the number deleted. A blob that is put again or named meanwhile
 * stays. Rejects with a DOMException from its own reads.
 */
export async function collectPending(
  db: Database,
  epoch: number,
  now: number,
): Promise<Written<{ deleted: number }> | Refusal> {
  const old = (await db.getAll('pending-blobs')).filter((row) => isOld(row, now))
  if (old.length === 0) return { type: 'written', value: { deleted: 0 } }
  return (await import('./collect-blobs.ts')).collectBlobs(db, epoch, now, old)
}
