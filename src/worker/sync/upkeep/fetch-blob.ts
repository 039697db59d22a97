import { keepFetched, shaOf } from '../../../storage/blobs.ts'
import { classifyFault } from '../../../storage/fault.ts'
import type { Database } from '../../../storage/schema.ts'
import { makeLanes } from '../../../sync/lanes.ts'
import { StoreFailure } from '../../../sync/object-store.ts'
import { SealBroken } from '../../../sync/vault.ts'
import { openSharedStorage } from '../storage/open-shared-storage.ts'
import type { SharedStorage } from '../storage/shared-storage.ts'

/** Bytes that sessions of other devices name, fetched when they are needed here. */

/** For one, on a slow line; silence ends it sooner. In ms. */
export const BLOB_LIMIT = 30 * 60_000
/** A storage that was just away is not asked for each picture of a page. In ms. */
const AGAIN = 10_000

/**
 * One that goes over the line lies in memory several times over: there are few at once, of however many sessions. One
 * that is sent may be fetched first.
 */
export const inSendLane = makeLanes(2)
export const inFetchLane = makeLanes(2)

const fetching = new Map<string, Promise<Uint8Array<ArrayBuffer> | null>>()
let away = 0

/**
 * null: no session here that is shared names it, or it cannot be had now. Rejects with a DOMException of the database.
 */
export function fetchBlob(db: Database, sha: string): Promise<Uint8Array<ArrayBuffer> | null> {
  const same = fetching.get(sha)
  if (same !== undefined) return same
  const made = fetchOnce(db, sha).finally(() => fetching.delete(sha))
  fetching.set(sha, made)
  return made
}

async function fetchOnce(db: Database, sha: string): Promise<Uint8Array<ArrayBuffer> | null> {
  const logs = await logsNaming(db, sha)
  if (logs.length === 0 || Date.now() < away) return null
  const storage = await openSharedStorage(db).catch(() => null)
  if (storage === null) return null
  try {
    const signal = AbortSignal.timeout(BLOB_LIMIT)
    return await inFetchLane(() => fetchFrom(db, storage, logs, sha, signal, keepIfRoom), signal)
  } catch (error) {
    if (error instanceof SealBroken) return null
    if (!(error instanceof StoreFailure) && !(error instanceof DOMException && error.name === 'TimeoutError'))
      throw error
    away = Date.now() + AGAIN
    return null
  }
}

/** null: the storage does not have it. Rejects as the storage does, as `keep`, and with SealBroken. */
export async function fetchFrom(
  db: Database,
  { store, vault }: Pick<SharedStorage, 'store' | 'vault'>,
  logs: readonly string[],
  sha: string,
  signal: AbortSignal,
  keep = keepFetched,
): Promise<Uint8Array<ArrayBuffer> | null> {
  // the last: where older versions put it
  for (const log of [...logs, undefined]) {
    const place = { kind: 'blob', sha, ...(log !== undefined && { log }) } as const
    const sealed = await store.get(await vault.keyOf(place), signal)
    const bytes = sealed === null ? null : await vault.open(place, sealed)
    if (bytes !== null && (await keep(db, sha, bytes))) return bytes
  }
  return null
}

/** As `keepFetched`, for who asks for the bytes: they are of use even where a full disk has no room for them. */
export async function keepIfRoom(db: Database, sha: string, bytes: Uint8Array<ArrayBuffer>): Promise<boolean> {
  try {
    return await keepFetched(db, sha, bytes)
  } catch (error) {
    if (classifyFault(error).kind !== 'quota') throw error
    return (await shaOf(bytes)) === sha
  }
}

/** Also of a copy that this device kept apart. */
async function logsNaming(db: Database, sha: string): Promise<string[]> {
  const names = await db.getAllKeysFromIndex('blob-names', 'by-sha', sha)
  const sessions = new Set(names.map(([sessionId]) => sessionId))
  const rows = await db.getAll('sync')
  return rows.flatMap(({ sessionId, apart = [], log }) =>
    [sessionId, ...apart.map((each) => each.sessionId)].some((each) => sessions.has(each)) ? [log] : [],
  )
}
