import type { FileChange } from '../content.ts'
import type { Draft } from '../draft.ts'
import type { FileEntry } from '../state.ts'

/** The index of a path in files sorted by path, or where it would be inserted. */
const placeOfPath = (files: readonly FileEntry[], path: string): number => {
  let low = 0
  let high = files.length
  while (low < high) {
    const middle = (low + high) >> 1
    if ((files[middle]?.path ?? path) < path) low = middle + 1
    else high = middle
  }
  return low
}

/**
 * Compare-and-set on the workspace: all changes apply, or none. The state wins over `known`, the entries that the
 * sender read. Returns the paths whose `from` no longer holds; empty: applied.
 */
export const changeFiles = (
  draft: Draft,
  changes: readonly FileChange[],
  known: readonly FileEntry[],
): readonly string[] => {
  const read = new Map(known.map(({ path, blob }) => [path, blob]))
  const written = new Map<string, string | null>()
  const current = (path: string): string | null => {
    if (written.has(path)) return written.get(path) ?? null
    const held = draft.before.files[placeOfPath(draft.before.files, path)]
    return held?.path === path ? held.blob : (read.get(path) ?? null)
  }
  const broken = new Set<string>()
  for (const { path, from, to } of changes) {
    if (current(path) !== from) broken.add(path)
    written.set(path, to)
  }
  if (broken.size === 0) draft.files = put(draft, changes)
  return [...broken]
}

const put = ({ before: { files }, seq, now }: Draft, changes: readonly FileChange[]): FileEntry[] => {
  const next = [...files]
  for (const { path, to, size, mediaType } of changes) {
    const place = placeOfPath(next, path)
    const entry = { path, blob: to, size: to === null ? 0 : size, mediaType, seq, timestamp: now }
    next.splice(place, next[place]?.path === path ? 1 : 0, entry)
  }
  return next
}
