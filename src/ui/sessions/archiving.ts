import type { Preferences } from '../../settings/preferences.ts'

type Places = Pick<Preferences, 'archived' | 'pinned'>

/** Archives these conversations, or takes them out of the archive; an archived conversation is not pinned. */
export function archivedWith({ archived, pinned }: Places, moved: ReadonlySet<string>, on: boolean): Places {
  const without = (some: readonly string[]): string[] => some.filter((family) => !moved.has(family))
  return { archived: [...without(archived), ...(on ? moved : [])], pinned: without(pinned) }
}

/**
 * Pins after an undo: these conversations return to their earlier places among the pins; pins changed since then stay
 * changed.
 */
export const pinnedAgain = (
  before: readonly string[],
  now: readonly string[],
  moved: ReadonlySet<string>,
): string[] => [
  ...before.filter((family) => moved.has(family) || now.includes(family)),
  ...now.filter((family) => !before.includes(family)),
]
