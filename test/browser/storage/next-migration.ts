import type { Migration } from '../../../src/storage/migrations.ts'

/** A migration as a later version may have one: it makes a store and rewrites every row of another. */
export const rewriteEverything: Migration = async (db, transaction) => {
  db.createObjectStore('later' as 'meta', { keyPath: 'key' })
  for (let cursor = await transaction.objectStore('messages').openCursor(); cursor !== null; ) {
    await cursor.update({ ...cursor.value, timestamp: -1 })
    cursor = await cursor.continue()
  }
}
