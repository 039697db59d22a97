import { posix } from 'node:path'
import { parseSource, type SourceImport } from './source-imports.ts'

/** Source files by their path below `src`, for example `agent/state.ts`. */
export type Sources = Map<string, string>
/** One file imports another. */
export type Arrow = { from: string; to: string; made: SourceImport }

/** Every import between these files. Imports of other files are left out. */
export function arrowsOf(sources: Sources): Arrow[] {
  return [...sources].flatMap(([from, code]) =>
    parseSource(from, code).imports.flatMap((made) => {
      const to = targetOf(from, made)
      return made.target.startsWith('.') && sources.has(to) ? [{ from, to, made }] : []
    }),
  )
}

/** The path that an import names, relative to `src`. */
export const targetOf = (from: string, made: SourceImport): string => posix.join(posix.dirname(from), made.target)

/** Files that can be reached from a file; the file itself only through others. */
export function reach(arrows: readonly Arrow[]): (start: string) => Set<string> {
  // Map.groupBy needs a newer Node than 20
  const next = new Map<string, Arrow[]>()
  for (const arrow of arrows) next.set(arrow.from, [...(next.get(arrow.from) ?? []), arrow])
  return (start) => {
    const seen = new Set<string>()
    const open = [start]
    for (let file = open.pop(); file !== undefined; file = open.pop())
      for (const { to } of next.get(file) ?? []) {
        if (seen.has(to)) continue
        seen.add(to)
        open.push(to)
      }
    return seen
  }
}
