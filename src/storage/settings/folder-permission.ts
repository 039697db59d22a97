import * as z from 'zod/mini'

/** Folders of the person's that are kept as handles (File System Access). The browser may want its permission anew, which only a page can ask for. */

export const FolderHandle = z.custom<FileSystemDirectoryHandle>((value) => value instanceof FileSystemDirectoryHandle)

/** Whether the folder may be written to now, without asking. */
export async function mayWrite(folder: FileSystemDirectoryHandle): Promise<boolean> {
  const asked = folder as FileSystemDirectoryHandle & {
    queryPermission?: (descriptor: { mode: 'readwrite' }) => Promise<PermissionState>
  }
  return asked.queryPermission === undefined || (await asked.queryPermission({ mode: 'readwrite' })) === 'granted'
}
