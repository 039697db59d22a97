import { DATABASE_NAME, type StoreName, type SyncRow } from '../../../src/storage/schema.ts'
import { SESSION_STORES } from '../../support/session-stores.ts'

/**
 * The database as it lies on disk, read and damaged behind the back of the product, with nothing of the product's own
 * code.
 */

export type Dump = Partial<Record<StoreName, Record<string, unknown>[]>>

const STORES: StoreName[] = [...SESSION_STORES, 'pending-blobs', 'purges', 'meta']

const done = <Value>(request: IDBRequest<Value>): Promise<Value> =>
  new Promise((resolve, reject) => {
    request.onsuccess = () => resolve(request.result)
    request.onerror = () => reject(request.error)
  })

async function withDatabase<Value>(use: (db: IDBDatabase) => Promise<Value>): Promise<Value> {
  const db = await done(indexedDB.open(DATABASE_NAME))
  db.onversionchange = () => db.close()
  try {
    return await use(db)
  } finally {
    db.close()
  }
}

/** All rows, with the hashes of the blobs as their bytes have them. */
export const dump = (): Promise<{ rows: Dump; blobs: Record<string, string> }> =>
  withDatabase(async (db) => {
    const transaction = db.transaction([...STORES, 'blobs'])
    const all = await Promise.all(STORES.map((name) => done(transaction.objectStore(name).getAll())))
    const blobs = await done(transaction.objectStore('blobs').getAll())
    const hashes: [string, string][] = []
    for (const { sha, bytes } of blobs) {
      const digest = await crypto.subtle.digest('SHA-256', bytes)
      hashes.push([sha, Array.from(new Uint8Array(digest), (byte) => byte.toString(16).padStart(2, '0')).join('')])
    }
    return {
      rows: Object.fromEntries(STORES.map((name, n) => [name, all[n] ?? []])),
      blobs: Object.fromEntries(hashes),
    }
  })

/** Where this device's sessions stand in the logs that devices share. */
export const places = (): Promise<SyncRow[]> =>
  withDatabase((db) => done(db.transaction('sync').objectStore('sync').getAll()))

/** The ids of all commands in all journals. */
export const committedCommands = (): Promise<ReadonlySet<string>> =>
  withDatabase(async (db) => {
    const entries = await done(db.transaction('journal').objectStore('journal').getAll())
    return new Set(entries.flatMap(({ input }) => input.commandId ?? []))
  })

export type Damaged = { store: 'messages' | 'blobs'; before: Record<string, unknown>; key: IDBValidKey } | null

/** Spoils a row of the transcript; null: there is none yet. */
export const corruptRow = (prefix: string, pick: number): Promise<Damaged> =>
  withDatabase(async (db) => {
    const store = db.transaction('messages', 'readwrite').objectStore('messages')
    const rows = (await done(store.getAll())).filter(({ sessionId }) => sessionId.startsWith(prefix))
    const row = rows[pick % Math.max(1, rows.length)]
    if (row === undefined) return null
    await done(store.put({ ...row, role: 'spoilt' }))
    return { store: 'messages', before: row, key: [row.sessionId, row.n] }
  })

/** Deletes the bytes of a file of the workspace. */
export const loseBlob = (prefix: string, pick: number): Promise<Damaged> =>
  withDatabase(async (db) => {
    const transaction = db.transaction(['files', 'blobs'], 'readwrite')
    const files = await done(transaction.objectStore('files').getAll())
    const named = files.filter(({ sessionId, blob }) => sessionId.startsWith(prefix) && blob !== null)
    const file = named[pick % Math.max(1, named.length)]
    if (file === undefined) return null
    const before = await done(transaction.objectStore('blobs').get(file.blob))
    if (before === undefined) return null
    await done(transaction.objectStore('blobs').delete(file.blob))
    // as plain numbers: it travels to the rig and back as JSON
    return { store: 'blobs', before: { ...before, bytes: [...before.bytes] }, key: file.blob }
  })

/** Puts back what was damaged. 'overwritten': the product has written over a record that it could not have read. */
export const repair = (damaged: Damaged): Promise<'repaired' | 'overwritten'> =>
  withDatabase(async (db) => {
    if (damaged === null) return 'repaired'
    const store = db.transaction(damaged.store, 'readwrite').objectStore(damaged.store)
    const now = await done(store.get(damaged.key))
    if (damaged.store === 'messages' && now?.role !== 'spoilt') return 'overwritten'
    // bytes that were stored anew meanwhile are the same bytes: they are named by their hash
    const { before } = damaged
    if (damaged.store === 'messages') await done(store.put(before))
    else if (now === undefined) await done(store.put({ ...before, bytes: new Uint8Array(before['bytes'] as number[]) }))
    return 'repaired'
  })

/**
 * Another opener with a newer version, whose upgrade rolls back after so many ms: whoever has the database open is
 * asked to close it, and whoever opens it meanwhile waits. 'none': there is no database yet.
 */
export async function takeDatabase(ms: number): Promise<'taken' | 'none'> {
  const known = (await indexedDB.databases()).find(({ name }) => name === DATABASE_NAME)
  if (known?.version === undefined) return 'none'
  const request = indexedDB.open(DATABASE_NAME, known.version + 1)
  return new Promise((resolve, reject) => {
    request.onupgradeneeded = () => {
      const { transaction } = request
      if (transaction === null) return
      const end = performance.now() + ms
      const hold = (): void => {
        if (performance.now() > end) return transaction.abort()
        transaction.objectStore('meta').count().onsuccess = hold
      }
      hold()
    }
    request.onerror = () => resolve('taken')
    request.onsuccess = () => {
      request.result.close()
      reject(new Error('The upgrade was not rolled back'))
    }
  })
}

/** Whether a transaction that writes where the writer's epoch stands can begin within so many ms. */
export const canWrite = (ms: number): Promise<boolean> =>
  withDatabase(
    (db) =>
      new Promise((resolve) => {
        const transaction = db.transaction('meta', 'readwrite')
        transaction.objectStore('meta').count().onsuccess = () => resolve(true)
        setTimeout(() => {
          resolve(false)
          // it is over, or it has not begun
          if (transaction.error === null) transaction.abort()
        }, ms)
      }),
  )

/** A folder that a session can be linked to. The browser keeps it for this origin, in files of its own. */
export async function folderOf(sessionId: string): Promise<FileSystemDirectoryHandle> {
  return (await navigator.storage.getDirectory()).getDirectoryHandle(`folder-${sessionId}`, { create: true })
}

/** The texts of all files in the folders of sessions, by `<session>/<path>`. */
export async function filesOnDisk(): Promise<Record<string, string>> {
  const found: Record<string, string> = {}
  const look = async (folder: FileSystemDirectoryHandle, path: string): Promise<void> => {
    // the list of the platform's own types does not know that it can be gone through
    for await (const entry of (folder as unknown as { values: () => AsyncIterable<FileSystemHandle> }).values())
      if (entry instanceof FileSystemDirectoryHandle) await look(entry, `${path}${entry.name.replace(/^folder-/, '')}/`)
      else if (entry instanceof FileSystemFileHandle)
        found[`${path}${entry.name}`] = await (await entry.getFile()).text()
  }
  await look(await navigator.storage.getDirectory(), '')
  return found
}
