import * as z from 'zod/mini'

/**
 * Folders of the person, kept as handles (File System Access). The browser may require a new permission, which only a
 * page can request.
 */

export const FolderHandle = z.custom<FileSystemDirectoryHandle>((value) => value instanceof FileSystemDirectoryHandle)

/** Whether the folder can be written to now, without asking. */
export async function mayWrite(folder: FileSystemDirectoryHandle): Promise<boolean> {
  const asked = folder as FileSystemDirectoryHandle & {
    queryPermission?: (descriptor: { mode: 'readwrite' }) => Promise<PermissionState>
  }
  return asked.queryPermission === undefined || (await asked.queryPermission({ mode: 'readwrite' })) === 'granted'
}
