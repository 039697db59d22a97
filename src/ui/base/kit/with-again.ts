/** The current list with the deleted item back in its old place; later changes are kept. */
export const withAgain = <Item extends { id: string }>(now: readonly Item[], item: Item, place: number): Item[] =>
  now.some(({ id }) => id === item.id) ? [...now] : now.toSpliced(place, 0, item)
