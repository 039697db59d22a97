import type { Database } from '../schema.ts'
import { type KeyRow, listPlaces, rowsOf } from './key-places.ts'
import { isPassphrase, keyOf } from './key-rows.ts'
import { changePlaces, deleteLeaving, movedTo, replacePlace, withoutMaking } from './replace-place.ts'
import { sealedId } from './seal.ts'
import { KeyChanged } from './vault-lock.ts'
import { parseVault, type SecretRow, type VaultRows } from './vault-rows.ts'
import { withKeys } from './with-keys.ts'

/**
 * Replaces the place of keys by a new one, which holds only what is still wanted, and deletes the old one with its
 * files. A crash at any step loses no key: the vault names the new place in one transaction, once it is complete. It
 * leaves no copy either: places are named before they are made and until they are gone, and `tidyKeys` deletes the
 * leftovers.
 */
export type KeysBefore = { rows: readonly KeyRow[]; vault: VaultRows }
/** `forget`: the secrets' rows go too. */
export type KeysAfter = { rows: readonly KeyRow[]; forget?: boolean }

const TRIES = 5

/** `change`: null leaves all as it is. Rejects with what `change` rejects with, KeyChanged or a DOMException. */
export async function remakeKeys(
  db: Database,
  change: (before: KeysBefore) => Promise<KeysAfter | null>,
): Promise<void> {
  for (let tries = 1; tries <= TRIES; tries++) {
    const before = await withKeys(db, async (vault, keys) => ({
      vault,
      rows: keys === null ? [] : await rowsOf(keys).getAll(),
    }))
    const after = await change(before)
    if (after === null) return
    const isDone = await replacePlace(db, after.rows, async (place) => {
      const transaction = db.transaction('vault', 'readwrite', { durability: 'strict' })
      const now = parseVault(await transaction.store.getAll())
      const isSame = fingerprint(now) === fingerprint(before.vault) && now.places.making.includes(place)
      const writes: Promise<unknown>[] = [transaction.done]
      if (isSame) writes.push(transaction.store.put(movedTo(now.places, place)))
      if (isSame && after.forget) for (const { id } of now.secrets) writes.push(transaction.store.delete(id))
      await Promise.all(writes)
      return isSame
    })
    if (isDone) return
  }
  throw new KeyChanged()
}

/**
 * Deletes places that a crash has left, those of a vault that the browser has lost, and secrets that no row names.
 * Rejects with a DOMException.
 */
export async function tidyKeys(db: Database): Promise<void> {
  // listed first: a place is named before it is made, so a listed place without a name is a leftover
  const listed = await listPlaces(db)
  await changePlaces(db, (places) => {
    const known = new Set([places.current, ...places.making, ...places.leaving])
    const unknown = listed.filter((place) => !known.has(place))
    const next = withoutMaking(() => true)(places)
    return { ...next, leaving: [...next.leaving, ...unknown] }
  })
  await deleteLeaving(db)
  await dropUnnamed(db)
}

/** Makes the key of this browser profile, if there is none. If two tabs make one, both use the first. */
export async function makeKey(db: Database): Promise<void> {
  await remakeKeys(db, async ({ rows }) => {
    const plain = rows.find(({ id }) => id === 'key')
    if (rows.some(isPassphrase) || keyOf(plain, undefined) !== null) return null
    const key = await crypto.subtle.generateKey({ name: 'AES-GCM', length: 256 }, false, ['encrypt', 'decrypt'])
    // a damaged key is replaced: nobody can read what it encrypted
    return { rows: [...rows.filter((row) => row !== plain), { id: 'key', key }] }
  })
}

/** Replaces the place if it holds secrets that no row names: they were removed or replaced. */
export async function dropUnnamed(db: Database): Promise<void> {
  await remakeKeys(db, async ({ rows, vault }) => {
    const named = rows.filter((row) => !('data' in row) || isNamed(row.id, vault.secrets))
    return named.length === rows.length ? null : { rows: named }
  })
}

const isNamed = (id: string, secrets: readonly SecretRow[]): boolean => secrets.some(({ ref }) => sealedId(ref) === id)

const fingerprint = ({ places, secrets }: VaultRows): string => JSON.stringify([places.current, secrets])
