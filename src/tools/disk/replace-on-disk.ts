import type { Disk } from './disk.ts'
import { onDisk } from './disk-errors.ts'
import { textOnDisk } from './disk-file.ts'
import { makePlace, type Place, placeOf } from './disk-place.ts'
import { NEW, versionOf, versionOfFile } from './disk-version.ts'

/** `before`: what stood there, its text null when it is no text or long; null: nothing. `done`: it held exactly these bytes already. */
export type Replaced = { before: { text: string | null } | null; done: boolean; version: string }

/**
 * Puts bytes into a file on disk if it is still at `version` (`new`: if there is none). A file appears whole or not at all. Run again, it
 * finds what it has written and says `done`. Rejects with words for the model, with nothing changed.
 *
 * Between the last look and the moment in which the browser puts the file in its place another program may still write; no file system that
 * a browser reaches can exclude that.
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
    // once it is replaced, the browser does not read it any more
    const before = present && { text: await textOnDisk(present) }
    signal.throwIfAborted()
    const place = known ?? (await makePlace(root, path))
    await put(disk, place, { path, version, bytes }, signal)
    return { before, done: false, version: result }
  })
}

/** A file without content counts as none: it is what an interrupted write of a new one leaves, and nothing in it can be lost. */
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
      // what counts is why it was not written
      await writable.abort().catch(() => {})
      throw error
    }
    await writable.close()
  } catch (error) {
    if (file === null) await removeEmpty(folder, name, handle)
    throw error
  }
}

/** The file that was made for what could not be written. */
async function removeEmpty(
  folder: FileSystemDirectoryHandle,
  name: string,
  handle: FileSystemFileHandle,
): Promise<void> {
  try {
    if ((await handle.getFile()).size === 0) await folder.removeEntry(name)
  } catch {
    // it stays, empty; the error that is told is the first one
  }
}

/** Throws words for the model when what is on disk is not what it knows. */
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
