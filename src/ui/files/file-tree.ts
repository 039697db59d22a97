import type { FileEntry } from '../../agent/state.ts'

/** One visible line of the tree. `level` counts from 1; `place` of `of` among its neighbours, from 1. */
export type TreeLine = { path: string; name: string; level: number; place: number; of: number } & (
  | { type: 'folder'; open: boolean }
  | { type: 'file'; file: FileEntry }
)

// localeCompare creates a collator at each call: 10,000 names take a second.
let collator: Intl.Collator | undefined
const compare = (a: string, b: string): number => {
  collator ??= new Intl.Collator()
  return collator.compare(a, b)
}

/**
 * The lines of the tree in order: folders first, each level by name. Files sorted or not; `closed` holds paths of
 * closed folders.
 */
export function treeLines(files: readonly FileEntry[], closed: ReadonlySet<string>): TreeLine[] {
  const lines: TreeLine[] = []
  addLines(lines, files, '', 1, closed)
  return lines
}

function addLines(
  lines: TreeLine[],
  files: readonly FileEntry[],
  base: string,
  level: number,
  closed: ReadonlySet<string>,
): void {
  const folders = new Map<string, FileEntry[]>()
  const own: FileEntry[] = []
  for (const file of files) {
    const slash = file.path.indexOf('/', base.length)
    if (slash < 0) {
      own.push(file)
      continue
    }
    const name = file.path.slice(base.length, slash)
    const inside = folders.get(name)
    if (inside) inside.push(file)
    else folders.set(name, [file])
  }
  const of = folders.size + own.length
  let place = 0
  for (const [name, inside] of [...folders].sort(([a], [b]) => compare(a, b))) {
    const path = `${base}${name}/`
    const open = !closed.has(path)
    lines.push({ type: 'folder', path, name, level, place: ++place, of, open })
    if (open) addLines(lines, inside, path, level + 1, closed)
  }
  for (const file of own.sort((a, b) => compare(a.path, b.path)))
    lines.push({ type: 'file', path: file.path, name: file.path.slice(base.length), level, place: ++place, of, file })
}
