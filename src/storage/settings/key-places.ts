import { type DBSchema, deleteDB, type IDBPDatabase, type IDBPObjectStore, wrap } from 'idb'
import type { Database } from '../schema.ts'
import type { PassphraseRow } from './vault-lock.ts'

/**
 * Places of keys: small databases that hold the key of the vault and the sealed secrets. A row that is deleted or
 * replaced stays in the browser's files for a time that nobody knows: Chromium keeps all databases of a storage bucket
 * in one LevelDB, and even a deleted database was found in its files after the next start. A storage bucket has a
 * folder, which goes with it at once. So a place is a bucket where the browser has buckets (Chromium), else a database,
 * which Firefox and Safari keep in a file that goes with it. A place is never emptied: whatever must go makes a new
 * place (remake-keys.ts), and the old one is deleted.
 */
export type KeyPlace = `bucket:${string}` | `database:${string}`
export const isPlace = (value: unknown): value is KeyPlace =>
  typeof value === 'string' && /^(bucket|database):./.test(value)

/**
 * `key`: a key that the browser never exports, if there is no passphrase. `sealed:…`: a secret; the vault's rows name
 * its owner and origin.
 */
export type KeyRow =
  | { id: 'key'; key: CryptoKey }
  | PassphraseRow
  | { id: `sealed:${string}`; iv: Uint8Array<ArrayBuffer>; data: ArrayBuffer }

interface KeysSchema extends DBSchema {
  keys: { key: string; value: KeyRow }
}
export type Keys = IDBPDatabase<KeysSchema>

/** The place is not there: another tab has replaced it, or the browser has lost it. */
export class PlaceGone extends Error {
  override readonly name = 'PlaceGone'
}

type Bucket = { readonly indexedDB: IDBFactory }
type Buckets = {
  open: (name: string, options: { persisted: boolean }) => Promise<Bucket>
  delete: (name: string) => Promise<void>
  keys: () => Promise<string[]>
}
const buckets = (): Buckets | null => (navigator as { storageBuckets?: Buckets }).storageBuckets ?? null
const nameOf = (place: KeyPlace): string => place.slice(place.indexOf(':') + 1)
const isBucket = (place: KeyPlace): boolean => place.startsWith('bucket:')

/** A bucket's name has at most 64 letters, of few kinds. */
const prefixOf = ({ name }: Pick<Database, 'name'>): string =>
  `${name
    .toLowerCase()
    .replaceAll(/[^a-z0-9]/g, '')
    .slice(0, 20)}-keys-`

/** A name for a new place of this database. */
export const newPlace = (db: Database): KeyPlace =>
  `${buckets() === null ? 'database' : 'bucket'}:${prefixOf(db)}${crypto.randomUUID()}`

/** All places of this database that the browser has; none where the browser cannot list them. */
export async function listPlaces(db: Pick<Database, 'name'>): Promise<KeyPlace[]> {
  const prefix = prefixOf(db)
  const databases = (await globalThis.indexedDB.databases?.()) ?? []
  return [
    ...((await buckets()?.keys()) ?? []).map((name) => `bucket:${name}` as const),
    ...databases.map(({ name = '' }) => `database:${name}` as const),
  ].filter((place) => nameOf(place).startsWith(prefix))
}

/** This thread's connections. A deleted bucket closes them. */
const connections = new Map<KeyPlace, Promise<Keys>>()

/** Rejects with PlaceGone or a DOMException. */
export const keysAt = (place: KeyPlace): Promise<Keys> => connections.get(place) ?? connect(place, false)

/**
 * The rows, for reading. If the place is deleted meanwhile, the reads reject. So does the end of their transaction, for
 * which nobody waits.
 */
export function rowsOf(keys: Keys): IDBPObjectStore<KeysSchema, ['keys'], 'keys', 'readonly'> {
  const { store, done } = keys.transaction('keys')
  done.catch(() => {})
  return store
}

/** Makes the place, with these rows. Strict. */
export async function createPlace(place: KeyPlace, rows: readonly KeyRow[]): Promise<void> {
  const keys = await connect(place, true)
  const transaction = keys.transaction('keys', 'readwrite', { durability: 'strict' })
  await Promise.all([...rows.map((row) => transaction.store.put(row)), transaction.done])
}

/** Resolves to whether it is gone now; a tab that sleeps can hold up a database that is no bucket. */
export async function deletePlace(place: KeyPlace): Promise<boolean> {
  const open = await connections.get(place)?.catch(() => null)
  connections.delete(place)
  open?.close()
  return remove(place)
}

async function remove(place: KeyPlace): Promise<boolean> {
  if (isBucket(place)) {
    try {
      await buckets()?.delete(nameOf(place))
    } catch (error) {
      // two tabs that delete it at the same time: Chromium refuses the later one
      if ((await buckets()?.keys())?.includes(nameOf(place))) throw error
    }
    return true
  }
  return new Promise((resolve, reject) => {
    deleteDB(nameOf(place), { blocked: () => resolve(false) }).then(() => resolve(true), reject)
  })
}

function connect(place: KeyPlace, create: boolean): Promise<Keys> {
  const opening = open(place, create, () => connections.delete(place))
  connections.set(place, opening)
  opening.catch(() => connections.delete(place))
  return opening
}

async function open(place: KeyPlace, create: boolean, onClosed: () => void): Promise<Keys> {
  // the browser keeps a bucket like the rest of the app's storage, if the person allowed that
  const bucket = isBucket(place) ? await buckets()?.open(nameOf(place), { persisted: true }) : globalThis
  if (bucket === undefined) throw new PlaceGone()
  const request = bucket.indexedDB.open(nameOf(place), 1)
  let wasMade = false
  request.onupgradeneeded = () => {
    wasMade = true
    if (create) request.result.createObjectStore('keys', { keyPath: 'id' })
    else request.transaction?.abort()
  }
  let keys: Keys
  try {
    keys = (await wrap(request)) as unknown as Keys
  } catch (error) {
    if (!wasMade || create) throw error
    // looking for it has made an empty one
    await remove(place)
    throw new PlaceGone()
  }
  keys.addEventListener('close', onClosed)
  keys.addEventListener('versionchange', () => {
    onClosed()
    keys.close()
  })
  return keys
}
