/** File System Access, where the browser has it. */

type Permission = { mode: 'readwrite' }
type WithPicker = typeof globalThis & {
  showDirectoryPicker?: (options: Permission & { id: string }) => Promise<FileSystemDirectoryHandle>
}
type WithPermission = FileSystemDirectoryHandle & {
  requestPermission?: (descriptor: Permission) => Promise<PermissionState>
}

export const canPickFolder = (): boolean => (globalThis as WithPicker).showDirectoryPicker !== undefined

/**
 * Asks the person for a folder, on a click. `purpose`: the browser opens where the last folder for it was. null: they
 * changed their mind. Rejects with a DOMException.
 */
export async function pickFolder(purpose: 'backup' | 'session'): Promise<FileSystemDirectoryHandle | null> {
  try {
    return (await (globalThis as WithPicker).showDirectoryPicker?.({ id: purpose, mode: 'readwrite' })) ?? null
  } catch (error) {
    if (error instanceof DOMException && error.name === 'AbortError') return null
    throw error
  }
}

/** Asks, on a click, for a folder that was picked in an earlier visit. */
export async function allowFolder(folder: FileSystemDirectoryHandle): Promise<boolean> {
  return (await (folder as WithPermission).requestPermission?.({ mode: 'readwrite' })) === 'granted'
}
