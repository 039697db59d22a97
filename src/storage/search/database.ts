import { type DBSchema, type IDBPDatabase, openDB } from 'idb'
import * as z from 'zod/mini'

/**
 * The word index is a separate database: its writes never wait for a commit, nor a commit for them, and it can be
 * dropped, since it can be rebuilt. `segments`: the words of neighbouring rows. `marks`: how far each session is
 * indexed. `counts`: tells a holder of the index in memory that it changed.
 */

/** Raised when the content or the form of the index changes: an older index is dropped and rebuilt. */
const INDEX_VERSION = 3

const Numbers = z.union([z.instanceof(Uint16Array), z.instanceof(Uint32Array)])
export const SegmentRow = z.object({
  sessionId: z.string(),
  from: z.number(),
  words: z.string(),
  ends: Numbers,
  placeEnds: Numbers,
  places: z.instanceof(Uint8Array),
})
export type SegmentRow = z.infer<typeof SegmentRow>

/** `seq` of a head, and from which row on its rows may still change. */
const Stand = z.object({ seq: z.number(), from: z.number() })
/**
 * `done`: the indexed part; rows below its `from` are indexed for good. `pass`: the indexed part once the rows from
 * `next` on are done, too; null: nothing is in progress. `generation`: of the write that set it.
 */
export const Mark = z.object({
  sessionId: z.string(),
  title: z.string(),
  timestamp: z.number(),
  done: z.nullable(Stand),
  pass: z.nullable(z.extend(Stand, { next: z.number() })),
  generation: z.number(),
})
export type Mark = z.infer<typeof Mark>

/** `generation` grows with each write, `removals` with each session that is removed. */
export const Counts = z.object({ key: z.literal('counts'), generation: z.number(), removals: z.number() })
export type Counts = z.infer<typeof Counts>
export const NO_COUNTS: Counts = { key: 'counts', generation: 0, removals: 0 }

interface SearchSchema extends DBSchema {
  segments: { key: [string, number]; value: SegmentRow }
  marks: { key: string; value: Mark; indexes: { 'by-generation': number } }
  counts: { key: string; value: Counts }
}
export type SearchDatabase = IDBPDatabase<SearchSchema>

/** Name of the index database of a database. */
export const searchDatabaseName = (of: string): string => `${of}-search`

/**
 * Opens the index of the database `of`; empty if it is missing or older. Rejects with a DOMException, also if it is
 * newer. `closed`: this connection is no longer usable.
 */
export function openSearchDatabase(of: string, closed: () => void): Promise<SearchDatabase> {
  return openDB<SearchSchema>(searchDatabaseName(of), INDEX_VERSION, {
    upgrade: (db) => {
      for (const name of [...db.objectStoreNames]) db.deleteObjectStore(name)
      db.createObjectStore('segments', { keyPath: ['sessionId', 'from'] })
      db.createObjectStore('marks', { keyPath: 'sessionId' }).createIndex('by-generation', 'generation')
      db.createObjectStore('counts', { keyPath: 'key' })
    },
    blocking: (_current, _blocked, event) => {
      ;(event.target as IDBDatabase).close()
      closed()
    },
    terminated: closed,
  })
}
