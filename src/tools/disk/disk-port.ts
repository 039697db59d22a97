/** The linked folder for a tool that only reads it. Every function rejects with words for the model. */
export type DiskReader = {
  /** Paths of its files. `notes`: what was not looked into. */
  list: (signal: AbortSignal, progress: (words: string) => void) => Promise<{ paths: string[]; notes: string[] }>
  read: (path: string) => Promise<Uint8Array<ArrayBuffer>>
}
