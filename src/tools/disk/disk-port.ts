/** Read-only access to the linked folder for a tool. Every function rejects with words for the model. */
export type DiskReader = {
  /** Paths of its files. `notes`: what was skipped. */
  list: (signal: AbortSignal, progress: (words: string) => void) => Promise<{ paths: string[]; notes: string[] }>
  read: (path: string) => Promise<Uint8Array<ArrayBuffer>>
  /** The version of a file as it is now, 'new' if there is none. */
  version: (path: string) => Promise<string>
}
