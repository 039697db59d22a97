import type { Preferences } from '../../settings/preferences.ts'

type Places = Pick<Preferences, 'archived' | 'pinned'>

/** These conversations put away, or fetched back; what is put away is not pinned. */
export function archivedWith({ archived, pinned }: Places, moved: ReadonlySet<string>, on: boolean): Places {
  const without = (some: readonly string[]): string[] => some.filter((family) => !moved.has(family))
  return { archived: [...without(archived), ...(on ? moved : [])], pinned: without(pinned) }
}

/** What is pinned when these stand again where they stood before: what was pinned or not since then stays so. */
export const pinnedAgain = (
  before: readonly string[],
  now: readonly string[],
  moved: ReadonlySet<string>,
): string[] => [
  ...before.filter((family) => moved.has(family) || now.includes(family)),
  ...now.filter((family) => !before.includes(family)),
]
