import type { SandboxFile } from './limits.ts'
import type { SandboxEnding } from './messages.ts'

/** The workspace as the code sees it: a copy in memory. Changes are only collected here. */
export type FileStore = ReturnType<typeof makeFileStore>
type Limits = { bytes: number; changes: number }

const LONGEST_PATH = 2048
/** Files of the linked folder. */
const DISK = '/disk/'

/** Every function throws errors worded for the author of the code. */
export function makeFileStore(given: readonly SandboxFile[], limits: Limits) {
  const files = new Map(given.map((file) => [file.path, file]))
  const changed = new Set<string>()
  let written = 0
  const read = (path: string): Uint8Array<ArrayBuffer> => {
    const file = files.get(path)
    if (!file) throw new Error(`There is no file "${path.slice(0, 200)}". listFiles() shows what there is.`)
    if (!file.bytes)
      throw new Error(`"${path}" cannot be read here: only ${limits.bytes / 1024 / 1024} MB of files are handed in.`)
    return file.bytes
  }
  const change = (path: string): void => {
    if (path === '' || path.length > LONGEST_PATH) throw new Error('The path is empty or too long.')
    changed.add(path)
    if (changed.size > limits.changes) throw new Error(`More than ${limits.changes} files were changed.`)
  }
  return {
    list: (): string => JSON.stringify([...files.values()].map(({ path, size }) => ({ path, size }))),
    has: (path: string): boolean => files.has(path),
    bytes: read,
    text: (path: string): string => {
      const bytes = read(path)
      const text = bytes.includes(0) ? null : decode(bytes)
      if (text === null) throw new Error(`"${path}" is not text. Use readBytes.`)
      return text
    },
    write: (path: string, bytes: Uint8Array<ArrayBuffer>): void => {
      written += bytes.length
      if (written > limits.bytes) throw new Error(`More than ${limits.bytes / 1024 / 1024} MB were written.`)
      change(path)
      files.set(path, { path, size: bytes.length, bytes })
    },
    remove: (path: string): void => {
      if (!files.has(path)) throw new Error(`There is no file "${path.slice(0, 200)}".`)
      if (path.startsWith(DISK))
        throw new Error(`"${path.slice(0, 200)}" is on the person's disk: disk_delete deletes it, and asks them.`)
      change(path)
      files.delete(path)
    },
    changes: (): Extract<SandboxEnding, { type: 'done' }>['changes'] =>
      [...changed].map((path) => ({ path, bytes: files.get(path)?.bytes ?? null })),
  }
}

function decode(bytes: Uint8Array): string | null {
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes)
  } catch {
    // a fatal decoder throws on bytes that are not UTF-8: that is the answer
    return null
  }
}
