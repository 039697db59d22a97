import { openDB } from 'idb'
import { DATABASE_NAME, type Database } from '../schema.ts'

/** An upgrade that waits for other tabs lets nobody else open the database; how long to wait for it, in ms. */
const PATIENCE = 8000

/**
 * Opens the database in its current version, without upgrading or creating anything: for exports, also of data that
 * this code cannot run. Closes at once if somebody wants to upgrade. null: there is no database. Rejects with a
 * DOMException. Close it after use.
 */
export async function openAsItIs(name: string = DATABASE_NAME): Promise<Database | null> {
  let isNew = false
  const opening = openDB(name, undefined, {
    upgrade: (_database, _oldVersion, _newVersion, transaction) => {
      isNew = true
      transaction.done.catch(() => {}) // it rejects because it is aborted here
      transaction.abort()
    },
    blocking: (_current, _blocked, event) => (event.target as IDBDatabase).close(),
  })
  let timer: ReturnType<typeof setTimeout> | undefined
  const late = new Promise<never>((_resolve, reject) => {
    timer = setTimeout(() => reject(new DOMException('Another tab keeps the database busy', 'TimeoutError')), PATIENCE)
  })
  try {
    return (await Promise.race([opening, late])) as unknown as Database
  } catch (error) {
    // an opening that comes too late is closed again
    opening.then((database) => database.close()).catch(() => {})
    if (isNew) return null
    throw error
  } finally {
    clearTimeout(timer)
  }
}
