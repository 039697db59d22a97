import type { CopyFile, CopyFolder } from '../../../src/storage/copy/copy-folder.ts'

/** Copies in memory: the page of a test has no files that are written at once, as workers have. */
export function memoryFolder(): CopyFolder & { files: Map<string, Uint8Array<ArrayBuffer>> } {
  const files = new Map<string, Uint8Array<ArrayBuffer>>()
  const open = async (name: string): Promise<CopyFile> => {
    const bytes = (): Uint8Array<ArrayBuffer> => files.get(name) ?? new Uint8Array()
    if (!files.has(name)) files.set(name, bytes())
    return {
      size: () => bytes().length,
      read: () => bytes().slice(),
      append: (more) => {
        const all = new Uint8Array(bytes().length + more.length)
        all.set(bytes())
        all.set(more, bytes().length)
        files.set(name, all)
      },
      cut: (size) => void files.set(name, bytes().slice(0, size)),
      close: () => {},
    }
  }
  return {
    files,
    sessions: async () => [...files.keys()].filter((name) => !name.startsWith('$')),
    open,
    read: async (sessionId) => files.get(sessionId) ?? new Uint8Array(),
    remove: async (sessionId) => void files.delete(sessionId),
    openSettings: (slot) => open(`$settings-${slot}`),
  }
}
