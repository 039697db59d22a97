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

/** What "on disk" means, for every tool description. */
export const LINKED = "the folder on the person's disk that is linked to this conversation"

/** Folder entries that one call reads: a folder may have more than anybody wants to read. */
export const MOST_ENTRIES = 20_000
