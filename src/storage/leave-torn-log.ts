import { deleteDB, openDB } from 'idb'

/** At least what Chromium lets a log hold before it begins another, in bytes. What is larger than 64 kB it keeps beside the log. */
const LOG = 4_400_000
const PIECE = 60_000

/**
 * After an end that was not in good order: leaves behind the log that the browser was writing then.
 *
 * Chromium keeps all databases of an origin in one LevelDB, and after a restart goes on writing into the log of before. A browser that is
 * killed in the middle of a write (one kill in several hundred of a busy one) leaves half a record at the log's end. Nothing is lost by
 * that yet; but what is written behind it cannot be read at the start after next ("database was corrupt: checksum mismatch"), and
 * then the browser empties the whole storage (`dataLoss: 'total'`). A log that is full is given up and removed once its contents stand in a
 * table: so it is filled, by a database that goes again. `name`: of that database. Rejects with a DOMException.
 */
export async function leaveTornLog(name = 'reflexor-log'): Promise<void> {
  // other browsers keep each database in a SQLite file, which repairs itself
  if (!('userAgentData' in navigator)) return
  const db = await openDB(name, 1, { upgrade: (fresh) => void fresh.createObjectStore('pieces') })
  try {
    const transaction = db.transaction('pieces', 'readwrite', { durability: 'relaxed' })
    for (let at = 0; at < LOG; at += PIECE)
      // random, for values are compressed
      transaction.store.put(crypto.getRandomValues(new Uint8Array(PIECE)), at).catch(() => {}) // the transaction says it
    await transaction.done
  } finally {
    db.close()
    await deleteDB(name)
  }
}
