/** The folder on the person's disk that a session is linked to (File System Access), as its tools see it. */
export type Disk = {
  /**
   * The folder, when it may be used now. Rejects with words for the model: no folder is linked any more, or the person has to allow access
   * again. Never waits for the person.
   */
  folder: () => Promise<FileSystemDirectoryHandle>
  /** Where a test may stop us: the new bytes are written, and not yet in place. */
  midWrite?: (() => Promise<void>) | undefined
}

/** Words for every description: what "on disk" means. */
export const LINKED = "the folder on the person's disk that is linked to this conversation"

/** Entries of folders that one call looks at; a folder may hold more than anybody wants to read. */
export const MOST_ENTRIES = 20_000
