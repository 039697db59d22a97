import { deleteDB, openDB } from 'idb'

/**
 * More than Chromium lets a log hold before it begins another, in bytes. Values above 64 kB are stored beside the log.
 */
const LOG = 4_400_000
const PIECE = 60_000

/**
 * After a disorderly end: makes the browser abandon the log it was writing. Chromium keeps all databases of an origin
 * in one LevelDB, and after a restart it continues the previous log. A browser killed in the middle of a write (one
 * kill in several hundred of a busy one) leaves half a record at the log's end. That alone loses nothing; but records
 * after it cannot be read at the start after next ("database was corrupt: checksum mismatch"), and then the browser
 * empties the whole storage (`dataLoss: 'total'`). A full log is abandoned and removed once its contents are in a
 * table: so this fills it, with a database that is then deleted. `name`: of that database. Rejects with a DOMException.
 */
export async function leaveTornLog(name = 'reflexor-log'): Promise<void> {
  // other browsers keep each database in a SQLite file, which repairs itself
  if (!('userAgentData' in navigator)) return
  const db = await openDB(name, 1, { upgrade: (fresh) => void fresh.createObjectStore('pieces') })
  try {
    const transaction = db.transaction('pieces', 'readwrite', { durability: 'relaxed' })
    for (let at = 0; at < LOG; at += PIECE)
      // random, because values are compressed; a failure is reported by the transaction
      transaction.store.put(crypto.getRandomValues(new Uint8Array(PIECE)), at).catch(() => {})
    await transaction.done
  } finally {
    db.close()
    await deleteDB(name)
  }
}
