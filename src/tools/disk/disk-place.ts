import { MOST_ENTRIES } from './disk.ts'
import { isMissing } from './disk-errors.ts'

/**
 * Where a path leads in a folder. Paths have gone through `parsePath`: relative, clean, composed (NFC). Names on disk need not be composed;
 * they are found all the same. Symbolic links are the browser's to judge.
 */

/** `folder`: where it stands or would stand; `name`: as the disk spells it. */
export type Place = { folder: FileSystemDirectoryHandle; name: string; file: FileSystemFileHandle | null }

/** The folder at `path`, '' for the linked one itself; null: there is none. Rejects with a DOMException when a file stands there. */
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

/** Where a file is; null: not even its folder is there. Rejects with a DOMException when something else stands in the way. */
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

/** As `placeOf`, with the folders on the way made where they are missing. */
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
