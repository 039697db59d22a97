import type { Database, VaultRow } from '../schema.ts'
import type { KeyRow } from './key-places.ts'
import { movedTo, replacePlace } from './replace-place.ts'
import { sealedId } from './seal.ts'
import { KeyChanged } from './vault-lock.ts'
import { parseVault, type SecretRow } from './vault-rows.ts'

const TRIES = 5

/**
 * Moves keys and secrets that a version up to 3 had in the app's database into a place. They are not opened: it works
 * while they are locked. Chromium keeps their old bytes until it rewrites its files, which no page can bring about, so
 * the vault is marked and the person reads of it (`oldTraces`). Rejects with KeyChanged or a DOMException.
 */
export async function moveOldKeys(db: Database): Promise<void> {
  for (let tries = 1; tries <= TRIES; tries++) {
    const { old } = parseVault(await db.getAll('vault'))
    if (old.length === 0) return
    const { rows, secrets } = asPlace(old)
    const isDone = await replacePlace(db, rows, async (place) => {
      const transaction = db.transaction('vault', 'readwrite', { durability: 'strict' })
      const { store } = transaction
      const now = parseVault(await store.getAll())
      const isSame = fingerprint(now.old) === fingerprint(old) && now.places.making.includes(place)
      const writes: Promise<unknown>[] = [transaction.done]
      if (isSame) {
        for (const { id } of old) writes.push(store.delete(id))
        for (const secret of secrets) writes.push(store.put(secret))
        const oldTraces = secrets.length > 0 || now.places.oldTraces === true
        writes.push(store.put({ ...movedTo(now.places, place), oldTraces }))
      }
      await Promise.all(writes)
      return isSame
    })
    if (isDone) return
  }
  throw new KeyChanged()
}

function asPlace(old: readonly VaultRow[]): { rows: KeyRow[]; secrets: SecretRow[] } {
  const rows: KeyRow[] = []
  const secrets: SecretRow[] = []
  for (const row of old) {
    if ('salt' in row) rows.push(row)
    else if ('key' in row) rows.push({ id: 'key', key: row.key })
    else if ('data' in row) {
      const ref = crypto.randomUUID()
      rows.push({ id: sealedId(ref), iv: row.iv, data: row.data })
      secrets.push({ id: row.id, origin: row.origin, ref })
    }
  }
  return { rows, secrets }
}

/** Changes with every row that is put: an `iv` is used once. */
const fingerprint = (rows: readonly VaultRow[]): string =>
  JSON.stringify(rows.map((row) => [row.id, 'iv' in row ? [...row.iv] : null]))
