import type { Database, StoreName } from './schema.ts'

/** A stored row with its key. `unreadable`: the browser could not read it, with its words. */
export type StoredRow = { key: IDBValidKey; value: unknown; unreadable?: string }

/** Rows read in one request. */
const PAGE = 200

/**
 * All rows of a range in pages, each page one readonly transaction. A row that the browser cannot read is passed on as
 * such and never blocks the others. Rejects with a DOMException if not even the keys can be read.
 */
export async function* readPages(
  db: Database,
  store: StoreName,
  range: IDBKeyRange | null,
  size: number = PAGE,
): AsyncGenerator<StoredRow[]> {
  let rest = range
  for (;;) {
    const keys: IDBValidKey[] = await db.getAllKeys(store as 'meta', rest as never, size)
    const last = keys.at(-1)
    if (last === undefined) return
    yield await readPage(db, store, keys)
    if (keys.length < size) return
    if (range !== null && indexedDB.cmp(last, range.upper) >= 0) return
    rest =
      range === null ? IDBKeyRange.lowerBound(last, true) : IDBKeyRange.bound(last, range.upper, true, range.upperOpen)
  }
}

async function readPage(db: Database, store: StoreName, keys: readonly IDBValidKey[]): Promise<StoredRow[]> {
  const range = IDBKeyRange.bound(keys[0], keys.at(-1))
  const values: unknown[] | null = await db.getAll(store as 'meta', range as never).catch(() => null)
  // a row came or went between the two reads, or cannot be read: one by one
  if (values === null || values.length !== keys.length)
    return (await Promise.all(keys.map((key) => readOne(db, store, key)))).filter(({ value }) => value !== undefined)
  return keys.map((key, place) => ({ key, value: values[place] }))
}

async function readOne(db: Database, store: StoreName, key: IDBValidKey): Promise<StoredRow> {
  try {
    return { key, value: await db.get(store as 'meta', key as never) }
  } catch (error) {
    return { key, value: null, unreadable: String(error) }
  }
}
