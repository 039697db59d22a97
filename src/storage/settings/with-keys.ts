import type { Database } from '../schema.ts'
import { type Keys, keysAt, PlaceGone } from './key-places.ts'
import { moveOldKeys } from './move-old-keys.ts'
import { parseVault, type VaultRows } from './vault-rows.ts'

/** Moves the keys of older versions first. Rejects with DamagedRecord or a DOMException. */
export async function readVault(db: Database): Promise<VaultRows> {
  return settled(db, parseVault(await db.getAll('vault')))
}

async function settled(db: Database, rows: VaultRows): Promise<VaultRows> {
  if (rows.old.length === 0) return rows
  await moveOldKeys(db)
  return readVault(db)
}

const TRIES = 5

/**
 * Does `work` with the place of keys (null: there is none, or the browser has lost it), and again if another tab
 * replaces the place meanwhile. `known`: rows that were just read.
 */
export async function withKeys<Value>(
  db: Database,
  work: (rows: VaultRows, keys: Keys | null) => Promise<Value>,
  known?: VaultRows,
): Promise<Value> {
  let rows = known === undefined ? await readVault(db) : await settled(db, known)
  for (let tries = 1; ; tries++) {
    const { current } = rows.places
    try {
      return await work(rows, current === null ? null : await keysAt(current))
    } catch (error) {
      rows = await readVault(db)
      const isSame = rows.places.current === current
      if (error instanceof PlaceGone && isSame) return work(rows, null)
      // a connection that the browser has closed can be opened again
      const isClosed = error instanceof DOMException && error.name === 'InvalidStateError'
      if ((isSame && !isClosed) || tries === TRIES) throw error
    }
  }
}
