import { failpoint } from '../failpoint.ts'
import type { Database } from '../schema.ts'
import { createPlace, deletePlace, type KeyPlace, type KeyRow, newPlace } from './key-places.ts'
import { type PlacesRow, parsePlaces } from './vault-rows.ts'

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

export async function deleteLeaving(db: Database): Promise<void> {
  const { leaving } = parsePlaces(await db.get('vault', 'places'))
  for (const place of leaving) {
    if (!(await deletePlace(place))) continue
    if (__FAILPOINTS__) await failpoint('after-keys-deleted')
    await changePlaces(db, (places) => ({ ...places, leaving: places.leaving.filter((each) => each !== place) }))
  }
}

export const withoutMaking =
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
