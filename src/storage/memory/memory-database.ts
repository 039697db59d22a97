import {
  IDBCursor as MemoryCursor,
  IDBDatabase as MemoryDatabase,
  IDBFactory as MemoryFactory,
  IDBIndex as MemoryIndex,
  IDBKeyRange as MemoryKeyRange,
  IDBObjectStore as MemoryObjectStore,
  IDBRequest as MemoryRequest,
  IDBTransaction as MemoryTransaction,
} from 'fake-indexeddb'
import { wrap } from 'idb'
import { MIGRATIONS } from '../migrations.ts'
import { DATABASE_NAME, type Database, type UpgradeTransaction } from '../schema.ts'

/**
 * A database with our stores that is in this thread's memory alone: no browser storage is behind it. It is gone when
 * nothing refers to it any more. Everything that takes a `Database` takes this one.
 */
export async function openMemoryDatabase(): Promise<Database> {
  makeKnown()
  const opening = new MemoryFactory().open(DATABASE_NAME, MIGRATIONS.length)
  const upgraded = new Promise<void>((resolve, reject) => {
    opening.addEventListener('upgradeneeded', () => {
      const db = wrap(opening.result) as unknown as Database
      migrate(db, wrap(opening.transaction as IDBTransaction) as unknown as UpgradeTransaction).then(resolve, reject)
    })
  })
  const [db] = await Promise.all([wrap(opening), upgraded])
  return db as unknown as Database
}

async function migrate(db: Database, transaction: UpgradeTransaction): Promise<void> {
  for (const step of MIGRATIONS) await step(db, transaction)
}

let known = false

/**
 * `idb` knows the objects of a database by their classes, the browser's own. The memory's classes become heirs of them,
 * and take the browser's ranges of keys. Nothing of the browser is changed.
 */
function makeKnown(): void {
  if (known) return
  known = true
  inherit(MemoryDatabase, IDBDatabase)
  inherit(MemoryTransaction, IDBTransaction)
  inherit(MemoryObjectStore, IDBObjectStore)
  inherit(MemoryIndex, IDBIndex)
  inherit(MemoryRequest, IDBRequest)
  inherit(MemoryCursor, IDBCursor)
  const ownRanges = MemoryKeyRange.prototype
  Object.defineProperty(MemoryKeyRange, Symbol.hasInstance, {
    value: (range: unknown) =>
      range instanceof IDBKeyRange ||
      (typeof range === 'object' && range !== null && Object.getPrototypeOf(range) === ownRanges),
  })
  // `idb` waits for the next place of a cursor by what these return
  const cursor = MemoryCursor.prototype as unknown as Record<string, (...args: unknown[]) => unknown>
  for (const name of ['advance', 'continue', 'continuePrimaryKey']) {
    const move = cursor[name]
    if (move === undefined) throw new Error(`The memory's cursor has no "${name}"`)
    Object.defineProperty(cursor, name, {
      value(this: IDBCursor, ...args: unknown[]) {
        move.apply(this, args)
        return this.request
      },
    })
  }
}

type Class = { prototype: object }

/** Members that `ours` has or inherits win, so no code of the browser's class is called. */
function inherit(ours: Class, browsers: Class): void {
  const parents: object[] = []
  for (let at = Object.getPrototypeOf(ours.prototype); at !== Object.prototype; at = Object.getPrototypeOf(at))
    parents.push(at)
  const own = (name: string, property: PropertyDescriptor): void => {
    if (name !== 'constructor' && !Object.hasOwn(ours.prototype, name))
      Object.defineProperty(ours.prototype, name, property)
  }
  for (const parent of parents)
    for (const [name, property] of Object.entries(Object.getOwnPropertyDescriptors(parent))) own(name, property)
  for (const name of Object.keys(Object.getOwnPropertyDescriptors(browsers.prototype)))
    own(name, { value: undefined, writable: true, configurable: true })
  Object.setPrototypeOf(ours.prototype, browsers.prototype)
}
