/** The list as it is now, with what was deleted from it in its old place: what was changed since stays changed. */
export const withAgain = <Item extends { id: string }>(now: readonly Item[], item: Item, place: number): Item[] =>
  now.some(({ id }) => id === item.id) ? [...now] : now.toSpliced(place, 0, item)
