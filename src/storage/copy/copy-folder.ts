/**
 * Files in the origin's private file system, beside IndexedDB: Chromium may lose all its databases at once, and these
 * stay (../README.md, "After a kill").
 */

/** An open file. Its methods throw a DOMException. */
export type CopyFile = {
  size: () => number
  read: () => Uint8Array<ArrayBuffer>
  /** All of them, or it throws and the file is as before. */
  append: (bytes: Uint8Array<ArrayBuffer>) => void
  /** Only the first bytes stay. */
  cut: (size: number) => void
  close: () => void
}

export type SettingsSlot = 0 | 1

/** Copies by session. Its methods reject with a DOMException. */
export type CopyFolder = {
  sessions: () => Promise<string[]>
  /** Creates an empty copy if there is none. */
  open: (sessionId: string) => Promise<CopyFile>
  /** The bytes of the copy; empty if there is no copy. */
  read: (sessionId: string) => Promise<Uint8Array<ArrayBuffer>>
  /** Nothing happens if there is no copy. */
  remove: (sessionId: string) => Promise<void>
  /** One of the two files that the settings are copied into by turns. */
  openSettings: (slot: SettingsSlot) => Promise<CopyFile>
}

/** The part of a sync access handle that is used; the compiler knows these in workers alone. */
type Handle = {
  getSize: () => number
  read: (into: Uint8Array<ArrayBuffer>, options: { at: number }) => number
  write: (bytes: Uint8Array<ArrayBuffer>, options: { at: number }) => number
  truncate: (size: number) => void
  close: () => void
}
type Openable = { createSyncAccessHandle: (options: { mode: string }) => Promise<Handle> }

/** No session has such a name, since `$` is written as `%24`. */
const SETTINGS = ['$settings', '$settings-2'] as const
const folderName = (database: string): string => `copies-of-${database}`

/**
 * The folder of the copies of this database. `make`: create it if it is missing. null: it is missing, this thread has
 * no synchronous file access, or this browser needs no copies because it keeps each database in a SQLite file. Rejects
 * with a DOMException.
 */
export async function openCopyFolder(database: string, make: boolean): Promise<CopyFolder | null> {
  const folder = await directoryOf(database, make)
  return folder && foldersOf(folder)
}

async function directoryOf(database: string, make: boolean): Promise<FileSystemDirectoryHandle | null> {
  const isWorker =
    typeof FileSystemFileHandle !== 'undefined' && 'createSyncAccessHandle' in FileSystemFileHandle.prototype
  if (!isWorker || !('userAgentData' in navigator)) return null
  const root = await navigator.storage.getDirectory()
  return root.getDirectoryHandle(folderName(database), { create: make }).catch(orMissing)
}

const foldersOf = (folder: FileSystemDirectoryHandle): CopyFolder => {
  const open = async (name: string): Promise<CopyFile> => {
    const file = (await folder.getFileHandle(name, { create: true })) as FileSystemFileHandle & Openable
    // a frozen tab that wrote before may have it open, too
    return fileOf(await file.createSyncAccessHandle({ mode: 'readwrite-unsafe' }))
  }
  return {
    sessions: async () => {
      const names: string[] = []
      for await (const name of folder.keys()) if (!name.startsWith('$')) names.push(decodeURIComponent(name))
      return names
    },
    open: (sessionId) => open(encodeURIComponent(sessionId)),
    read: async (sessionId) => {
      const handle = await folder.getFileHandle(encodeURIComponent(sessionId)).catch(orMissing)
      return new Uint8Array((await (await handle?.getFile())?.arrayBuffer()) ?? new ArrayBuffer(0))
    },
    remove: async (sessionId) => {
      const name = encodeURIComponent(sessionId)
      try {
        await folder.removeEntry(name)
      } catch (error) {
        if (isMissing(error)) return
        // a frozen tab has it open: an empty copy is none
        const file = await open(name)
        file.cut(0)
        file.close()
      }
    },
    openSettings: (slot) => open(SETTINGS[slot]),
  }
}

const fileOf = (handle: Handle): CopyFile => ({
  size: () => handle.getSize(),
  read: () => {
    const bytes = new Uint8Array(handle.getSize())
    return bytes.subarray(0, handle.read(bytes, { at: 0 }))
  },
  append: (bytes) => {
    const at = handle.getSize()
    if (handle.write(bytes, { at }) === bytes.length) return
    handle.truncate(at)
    throw new DOMException('No room for a copy', 'QuotaExceededError')
  },
  cut: (size) => handle.truncate(size),
  close: () => handle.close(),
})

const orMissing = (error: unknown): null => {
  if (isMissing(error)) return null
  throw error
}
const isMissing = (error: unknown): boolean => error instanceof DOMException && error.name === 'NotFoundError'

/** Whether anything was copied of this database. Rejects with a DOMException. */
export async function hasCopies(database: string): Promise<boolean> {
  const folder = await directoryOf(database, false)
  for await (const _name of folder?.keys() ?? []) return true
  return false
}

/** Before a session is deleted for good. Never rejects: what cannot be removed cannot be read, either. */
export async function removeCopy(database: string, sessionId: string): Promise<void> {
  try {
    const folder = await openCopyFolder(database, false)
    await folder?.remove(sessionId)
  } catch (error) {
    console.error(error)
  }
}
