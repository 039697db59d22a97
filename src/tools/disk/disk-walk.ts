import { parsePath } from '../workspace/path.ts'
import { MOST_ENTRIES } from './disk.ts'

/** Folders of generated files, often tens of thousands; entered only if asked for. */
const LEFT_OUT: ReadonlySet<string> = new Set(['node_modules', '.git'])

export type DiskFile = { path: string; handle: FileSystemFileHandle }
export type Walk = {
  files: DiskFile[]
  /** Folders that were skipped; and whether there was more than one call reads. */
  leftOut: string[]
  more: boolean
  /** Number of entries whose names cannot be used here. */
  unusable: number
  /** Subfolders that could not be read: gone meanwhile, or no permission. */
  unreadable: string[]
}

/**
 * All files below `folder`, nearest first, each folder sorted by name. `base`: the folder's own path ('' for the linked
 * folder). Rejects with a DOMException or the signal's reason. Unreadable subfolders are reported.
 */
export async function walk(
  folder: FileSystemDirectoryHandle,
  base: string,
  { signal, progress }: { signal: AbortSignal; progress: (words: string) => void },
): Promise<Walk> {
  const result: Walk = { files: [], leftOut: [], more: false, unusable: 0, unreadable: [] }
  const folders = [{ folder, base }]
  let seen = 0
  for (let next = folders.shift(); next !== undefined && !result.more; next = folders.shift()) {
    const found = await entriesOf(next.folder, MOST_ENTRIES - seen, signal).catch((error: unknown) => {
      signal.throwIfAborted()
      if (next.folder === folder) throw error
      return null
    })
    if (found === null) {
      result.unreadable.push(next.base)
      continue
    }
    const { entries, more } = found
    seen += entries.length
    result.more ||= more
    progress(`Looked at ${seen} entries`)
    for (const handle of entries) {
      const path = next.base === '' ? handle.name : `${next.base}/${handle.name}`
      if (parsePath(path).problem !== undefined) result.unusable++
      else if (handle.kind === 'file')
        result.files.push({ path: path.normalize('NFC'), handle: handle as FileSystemFileHandle })
      else if (LEFT_OUT.has(handle.name)) result.leftOut.push(path)
      else folders.push({ folder: handle as FileSystemDirectoryHandle, base: path })
    }
  }
  return result
}

/** The entries of one folder by name, at most `most`. */
export async function entriesOf(
  folder: FileSystemDirectoryHandle,
  most: number,
  signal: AbortSignal,
): Promise<{ entries: FileSystemHandle[]; more: boolean }> {
  const entries: FileSystemHandle[] = []
  for await (const handle of folder.values()) {
    signal.throwIfAborted()
    if (entries.length >= most) return { entries, more: true }
    entries.push(handle)
  }
  return { entries: entries.sort((a, b) => (a.name < b.name ? -1 : 1)), more: false }
}

/** Sentences about what a walk did not see; none if it saw everything. */
export function walkNotes({
  leftOut,
  more,
  unusable,
  unreadable = [],
}: Pick<Walk, 'leftOut' | 'more' | 'unusable'> & Partial<Pick<Walk, 'unreadable'>>): string[] {
  const notes: string[] = []
  if (more) notes.push(`[There is more than ${MOST_ENTRIES} entries; only those were looked at. Name a folder.]`)
  if (leftOut.length > 0) notes.push(`[Not looked into: ${named(leftOut)}. Name such a folder to do so.]`)
  if (unreadable.length > 0) notes.push(`[Could not be read: ${named(unreadable)}.]`)
  if (unusable > 0)
    notes.push(`[${unusable} ${unusable === 1 ? 'entry has a name' : 'entries have names'} that cannot be used here.]`)
  return notes
}

const named = (paths: readonly string[]): string =>
  `${paths.slice(0, 10).join(', ')}${paths.length > 10 ? ' and others' : ''}`
