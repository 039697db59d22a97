/** The linked folder (File System Access), as its tools see it. */
export type Disk = {
  /**
   * The folder, if it can be used now. Rejects with words for the model if no folder is linked any more, or the person
   * has to allow access again. Never waits for the person.
   */
  folder: () => Promise<FileSystemDirectoryHandle>
  /** Where a test may stop us: the new bytes are written, but not yet in place. */
  midWrite?: (() => Promise<void>) | undefined
}

/** For the system prompt, if a folder is linked. */
export const ABOUT_DISK = `The user has linked a folder on their disk to this conversation: the tools disk_… work there, with paths in that folder and fields as in the tools of the workspace. Each change asks the user and has no undo. disk_write, disk_edit and disk_delete need the version that disk_read gave ("new" for a new file): if the file has changed since, nothing is done. Shell, JavaScript and Python read the folder's files below /disk if they name them; what they write there, disk_write puts in place.`

/** Folder entries that one call reads: a folder may have more than anybody wants to read. */
export const MOST_ENTRIES = 20_000
