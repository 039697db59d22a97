import type { Database } from '../../../src/storage/schema.ts'

/**
 * A whole database as JSON: its schema and its rows, bytes as base64. Keys of the browser cannot be written down: the
 * vault stays empty.
 */
export type DatabaseDump = { version: number; stores: Record<string, StoreDump> }
export type StoreDump = {
  keyPath: string | string[] | null
  indexes: Record<string, { keyPath: string | string[]; unique: boolean }>
  rows: unknown[]
}

/** What the stores of an open database look like, without their rows. */
export function schemaOf(db: Database): Record<string, Omit<StoreDump, 'rows'>> {
  return Object.fromEntries(
    [...db.objectStoreNames].map((name) => {
      const { store } = db.transaction(name)
      const indexes = [...store.indexNames].map((index) => {
        const { keyPath, unique } = store.index(index as never)
        return [index, { keyPath: keyPath as string | string[], unique }] as const
      })
      return [name, { keyPath: store.keyPath as string | string[] | null, indexes: Object.fromEntries(indexes) }]
    }),
  )
}

export async function dumpDatabase(db: Database): Promise<DatabaseDump> {
  const stores: DatabaseDump['stores'] = {}
  for (const [name, schema] of Object.entries(schemaOf(db)))
    stores[name] = { ...schema, rows: name === 'vault' ? [] : toJson(await db.getAll(name as 'meta')) }
  return { version: db.version, stores }
}

/** Makes the database as it was, with nothing of today's code. */
export function loadDatabase(name: string, { version, stores }: DatabaseDump): Promise<void> {
  return new Promise((resolve, reject) => {
    const request = indexedDB.open(name, version)
    request.onupgradeneeded = () => {
      for (const [storeName, { keyPath, indexes, rows }] of Object.entries(stores)) {
        const store = request.result.createObjectStore(storeName, { keyPath })
        for (const [index, { keyPath: path, unique }] of Object.entries(indexes))
          store.createIndex(index, path, { unique })
        for (const row of fromJson(rows)) store.put(row)
      }
    }
    request.onsuccess = () => {
      request.result.close()
      resolve()
    }
    request.onerror = () => reject(request.error)
  })
}

const toJson = (rows: unknown[]): unknown[] =>
  JSON.parse(
    JSON.stringify(rows, (_key, value) =>
      value instanceof Uint8Array ? { $bytes: btoa(String.fromCharCode(...value)) } : value,
    ),
  )
const fromJson = (rows: unknown[]): unknown[] =>
  JSON.parse(JSON.stringify(rows), (_key, value) =>
    typeof value?.$bytes === 'string' ? Uint8Array.from(atob(value.$bytes), (letter) => letter.charCodeAt(0)) : value,
  )
