import type { Disk } from './disk.ts'
import { onDisk } from './disk-errors.ts'
import { textOnDisk } from './disk-file.ts'
import { makePlace, type Place, placeOf } from './disk-place.ts'
import { NEW, versionOf, versionOfFile } from './disk-version.ts'

/**
 * `before`: the old content, with text null if it is not text or too long; null: there was none. `done`: it already had
 * exactly these bytes.
 */
export type Replaced = { before: { text: string | null } | null; done: boolean; version: string }

/**
 * Writes bytes to a file on disk if it is still at `version` (`new`: if it does not exist). A file appears whole or not
 * at all. A second run finds its own write and returns `done`. Rejects with words for the model, with nothing changed.
 * Another program may still write between the last check and the moment the browser puts the file in place; no file
 * system that a browser reaches can rule that out.
 */
export async function replaceOnDisk(
  disk: Disk,
  path: string,
  { version, bytes }: { version: string; bytes: Uint8Array<ArrayBuffer> },
  signal: AbortSignal,
): Promise<Replaced> {
  const root = await disk.folder()
  const result = await versionOf(bytes)
  return await onDisk(path, async () => {
    const known = await placeOf(root, path)
    const present = await presentIn(known)
    const now = present === null ? NEW : await versionOfFile(present)
    const isEmptied = bytes.length === 0 && present === null && known?.file
    if (now === result || isEmptied) return { before: null, done: true, version: result }
    requireVersion(path, version, now)
    // once the file is replaced, the browser can no longer read the old one
    const before = present && { text: await textOnDisk(present) }
    signal.throwIfAborted()
    const place = known ?? (await makePlace(root, path))
    await put(disk, place, { path, version, bytes }, signal)
    return { before, done: false, version: result }
  })
}

/** An empty file counts as none: an interrupted write of a new file leaves one, and it has nothing to lose. */
async function presentIn(place: Place | null): Promise<File | null> {
  const file = (await place?.file?.getFile()) ?? null
  return file === null || file.size === 0 ? null : file
}

async function put(
  disk: Disk,
  { folder, name, file }: Place,
  { path, version, bytes }: { path: string; version: string; bytes: Uint8Array<ArrayBuffer> },
  signal: AbortSignal,
): Promise<void> {
  const handle = file ?? (await folder.getFileHandle(name, { create: true }))
  try {
    const writable = await handle.createWritable()
    try {
      await writable.write(bytes)
      await disk.midWrite?.()
      signal.throwIfAborted()
      const now = await presentIn({ folder, name, file: handle })
      requireVersion(path, version, now === null ? NEW : await versionOfFile(now))
    } catch (error) {
      // only the reason of the failed write matters
      await writable.abort().catch(() => {})
      throw error
    }
    await writable.close()
  } catch (error) {
    if (file === null) await removeEmpty(folder, name, handle)
    throw error
  }
}

/** Removes the file that was created for a failed write. */
async function removeEmpty(
  folder: FileSystemDirectoryHandle,
  name: string,
  handle: FileSystemFileHandle,
): Promise<void> {
  try {
    if ((await handle.getFile()).size === 0) await folder.removeEntry(name)
  } catch {
    // it stays, empty; the first error is reported
  }
}

/** Throws words for the model if the file on disk is not the version that it knows. */
export function requireVersion(path: string, wanted: string, now: string): void {
  if (wanted === now) return
  if (wanted === NEW)
    throw new Error(
      `There is a file "${path}" on disk already (version ${now}). Read it before you replace it. Nothing was changed.`,
    )
  if (now === NEW)
    throw new Error(
      `There is no file "${path}" on disk (any more). To make it, use the version "${NEW}". Nothing was changed.`,
    )
  throw new Error(
    `"${path}" on disk is not what you read: it has changed, and its version is ${now} now. Read it again. Nothing was changed.`,
  )
}
