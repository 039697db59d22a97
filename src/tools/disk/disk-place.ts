import { MOST_ENTRIES } from './disk.ts'
import { isMissing } from './disk-errors.ts'

/**
 * Resolves paths in a folder. Paths have passed `parsePath`: relative, clean, composed (NFC). Names on disk need not be
 * composed and are found all the same. The browser decides about symbolic links.
 */

/** `folder`: the parent, whether or not the file exists; `name`: as spelled on disk. */
export type Place = { folder: FileSystemDirectoryHandle; name: string; file: FileSystemFileHandle | null }

/**
 * The folder at `path`, '' for the linked folder itself; null: none. Rejects with a DOMException if a file is there.
 */
export async function folderAt(
  root: FileSystemDirectoryHandle,
  path: string,
): Promise<FileSystemDirectoryHandle | null> {
  let folder = root
  for (const name of path === '' ? [] : path.split('/')) {
    const next = await folderIn(folder, name)
    if (next === null) return null
    folder = next
  }
  return folder
}

/**
 * The place of a file; null: its folder does not exist. Rejects with a DOMException if another kind of entry is in the
 * way.
 */
export async function placeOf(root: FileSystemDirectoryHandle, path: string): Promise<Place | null> {
  const folder = await folderAt(root, parentOf(path))
  if (folder === null) return null
  const wanted = path.slice(path.lastIndexOf('/') + 1)
  const file = await found(() => folder.getFileHandle(wanted))
  if (file !== null) return { folder, name: wanted, file }
  const other = await otherSpelling(folder, wanted)
  return other?.kind === 'file'
    ? { folder, name: other.name, file: other as FileSystemFileHandle }
    : { folder, name: wanted, file: null }
}

/** Like `placeOf`, but creates missing folders. */
export async function makePlace(root: FileSystemDirectoryHandle, path: string): Promise<Place> {
  let folder = root
  for (const name of parentOf(path).split('/')) {
    if (name === '') continue
    folder = (await folderIn(folder, name)) ?? (await folder.getDirectoryHandle(name, { create: true }))
  }
  const name = path.slice(path.lastIndexOf('/') + 1)
  return (await placeOf(folder, name)) ?? { folder, name, file: null }
}

const parentOf = (path: string): string => path.slice(0, Math.max(0, path.lastIndexOf('/')))

async function folderIn(folder: FileSystemDirectoryHandle, name: string): Promise<FileSystemDirectoryHandle | null> {
  const child = await found(() => folder.getDirectoryHandle(name))
  if (child !== null) return child
  const other = await otherSpelling(folder, name)
  return other?.kind === 'directory' ? (other as FileSystemDirectoryHandle) : null
}

async function found<Handle>(get: () => Promise<Handle>): Promise<Handle | null> {
  try {
    return await get()
  } catch (error) {
    if (isMissing(error)) return null
    throw error
  }
}

/** The same name in decomposed characters, as some systems store it. */
async function otherSpelling(folder: FileSystemDirectoryHandle, name: string): Promise<FileSystemHandle | null> {
  if (name.normalize('NFD') === name) return null
  let seen = 0
  for await (const handle of folder.values()) {
    if (handle.name.normalize('NFC') === name) return handle
    if (++seen >= MOST_ENTRIES) break
  }
  return null
}
