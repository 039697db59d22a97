import { failpoint } from '../failpoint.ts'
import type { Database } from '../schema.ts'
import { createPlace, deletePlace, type KeyPlace, type KeyRow, listPlaces, newPlace } from './key-places.ts'
import { sealedId } from './seal.ts'
import { isPassphrase, keyOf } from './vault.ts'
import { KeyChanged } from './vault-lock.ts'
import { type PlacesRow, parsePlaces, parseVault, type SecretRow, type VaultRows, withKeys } from './vault-rows.ts'

/**
 * Replaces the place of keys by a new one, which holds only what is still wanted, and deletes the old one with its files.
 * A crash at any step loses no key: the vault names the new place in one transaction, once it is complete. It leaves no
 * copy either: places are named before they are made and until they are gone, and `tidyKeys` deletes the leftovers.
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
    const before = await withKeys(db, async (vault, keys) => ({ vault, rows: (await keys?.getAll('keys')) ?? [] }))
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

/** Makes a place with these rows. `swap` names it in one transaction, or gives false: something changed meanwhile. */
export async function replacePlace(
  db: Database,
  rows: readonly KeyRow[],
  swap: (place: KeyPlace) => Promise<boolean>,
): Promise<boolean> {
  const place = newPlace(db)
  await changePlaces(db, (places) => ({ ...places, making: [...places.making, place] }))
  if (__FAILPOINTS__) await failpoint('before-keys-made')
  let isDone = false
  try {
    await createPlace(place, rows)
    if (__FAILPOINTS__) await failpoint('after-keys-made')
    isDone = await swap(place)
  } finally {
    if (!isDone)
      await changePlaces(
        db,
        withoutMaking((each) => each === place),
      )
    else if (__FAILPOINTS__) await failpoint('after-keys-named')
    await deleteLeaving(db)
  }
  return isDone
}

export const movedTo = (places: PlacesRow, place: KeyPlace): PlacesRow => ({
  ...places,
  current: place,
  making: places.making.filter((each) => each !== place),
  leaving: places.current === null ? places.leaving : [...places.leaving, places.current],
})

/**
 * Deletes places that a crash has left, those of a vault that the browser has lost, and secrets that no row names. Rejects
 * with a DOMException.
 */
export async function tidyKeys(db: Database): Promise<void> {
  // listed first: a place is named before it is made, so one that is listed and not named belongs to nobody
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

async function deleteLeaving(db: Database): Promise<void> {
  const { leaving } = parsePlaces(await db.get('vault', 'places'))
  for (const place of leaving) {
    if (!(await deletePlace(place))) continue
    if (__FAILPOINTS__) await failpoint('after-keys-deleted')
    await changePlaces(db, (places) => ({ ...places, leaving: places.leaving.filter((each) => each !== place) }))
  }
}

const withoutMaking =
  (leaves: (place: KeyPlace) => boolean) =>
  (places: PlacesRow): PlacesRow => ({
    ...places,
    making: places.making.filter((place) => !leaves(place)),
    leaving: [...places.leaving, ...places.making.filter(leaves)],
  })

/** Writes only if something changes. */
export async function changePlaces(db: Database, change: (places: PlacesRow) => PlacesRow): Promise<void> {
  const transaction = db.transaction('vault', 'readwrite', { durability: 'strict' })
  const before = parsePlaces(await transaction.store.get('places'))
  const after = change(before)
  const isSame = JSON.stringify(after) === JSON.stringify(before)
  await Promise.all([isSame ? null : transaction.store.put(after), transaction.done])
}

const fingerprint = ({ places, secrets }: VaultRows): string => JSON.stringify([places.current, secrets])
