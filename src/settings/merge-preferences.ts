import type { Preferences } from './preferences.ts'

/**
 * Merges lists of preferences that two tabs may change at the same time. A tab sends the list that it wants and the
 * list that it knew; only the difference is applied to the stored list, so neither tab reverts the other's change.
 */
type Changes = { [Key in keyof Preferences]?: Preferences[Key] | undefined }

const itself = (text: string): string => text
const asText = (value: object): string => JSON.stringify(value)
const idOf = ({ id }: { id: string }): string => id

/** `known`: the preferences that the tab knew before its change; lists missing there are replaced whole. */
export function mergePreferences(stored: Preferences, known: Changes, wanted: Changes): Changes {
  const merged: Changes = { ...wanted }
  const list = <Key extends ListKey>(key: Key, nameOf: (item: Preferences[Key][number]) => string): void => {
    const [before, after] = [known[key], wanted[key]]
    if (before === undefined || after === undefined) return
    Object.assign(merged, { [key]: mergeList<Preferences[Key][number]>(stored[key], before, after, nameOf) })
  }
  list('pinned', itself)
  list('archived', itself)
  list('grants', itself)
  list('favouriteModels', asText)
  list('prompts', idOf)
  list('personas', idOf)
  if (known.tags && wanted.tags) merged.tags = mergeTags(stored.tags, known.tags, wanted.tags)
  if (known.approvals && wanted.approvals)
    merged.approvals = mergeRecord(stored.approvals, known.approvals, wanted.approvals)
  return merged
}
type ListKey = 'pinned' | 'archived' | 'grants' | 'favouriteModels' | 'prompts' | 'personas'

function mergeList<Item>(
  stored: readonly Item[],
  known: readonly Item[],
  wanted: readonly Item[],
  nameOf: (item: Item) => string,
): Item[] {
  // the order is part of the change
  if (isSame(stored, known)) return [...wanted]
  const [before, after, now] = [byName(known, nameOf), byName(wanted, nameOf), byName(stored, nameOf)]
  const kept = stored.flatMap((item) => {
    const name = nameOf(item)
    const next = after.get(name)
    if (next === undefined) return before.has(name) ? [] : [item]
    return [isSame(next, before.get(name)) ? item : next]
  })
  return [...kept, ...wanted.filter((item) => !before.has(nameOf(item)) && !now.has(nameOf(item)))]
}

/** A tag without sessions is removed. */
function mergeTags(stored: Preferences['tags'], known: Preferences['tags'], wanted: Preferences['tags']) {
  const sessionsIn = (tags: Preferences['tags'], wantedName: string): string[] =>
    tags.find(({ name }) => name === wantedName)?.sessions ?? []
  const names = new Set([...stored, ...wanted].map(({ name }) => name))
  return [...names]
    .map((name) => {
      const [now, before, after] = [stored, known, wanted].map((tags) => sessionsIn(tags, name))
      return { name, sessions: mergeList(now ?? [], before ?? [], after ?? [], itself) }
    })
    .filter(({ sessions }) => sessions.length > 0)
}

function mergeRecord<Value>(
  stored: Record<string, Value>,
  known: Record<string, Value>,
  wanted: Record<string, Value>,
): Record<string, Value> {
  const changed = Object.entries(wanted).filter(([key, value]) => !isSame(value, known[key]))
  const left = Object.entries(stored).filter(([key]) => key in wanted || !(key in known))
  return Object.fromEntries([...left, ...changed])
}

const byName = <Item>(items: readonly Item[], nameOf: (item: Item) => string): Map<string, Item> =>
  new Map(items.map((item) => [nameOf(item), item]))
const isSame = (one: unknown, other: unknown): boolean => JSON.stringify(one) === JSON.stringify(other)
