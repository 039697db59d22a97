import type { Disk } from '../../../src/tools/disk/disk.ts'

/**
 * A folder on disk in memory, with as much of File System Access as the tools use: content that is written appears when
 * it is closed, names are kept as they are spelled, errors have the browser's names.
 */
export type MemoryDisk = Disk & {
  root: MemoryFolder
  /** Another program writes this file. */
  set: (path: string, content: string | Uint8Array<ArrayBuffer>) => void
  textOf: (path: string) => string | null
  /** Paths of all files, sorted. */
  paths: () => string[]
  /** Files put in place so far. */
  writes: () => number
}
type MemoryFile = { kind: 'file'; name: string; bytes: Uint8Array<ArrayBuffer>; changed: number }
type MemoryFolder = {
  kind: 'directory'
  name: string
  entries: Map<string, MemoryFile | MemoryFolder>
  unreadable?: boolean
}

const newFolder = (name: string): MemoryFolder => ({ kind: 'directory', name, entries: new Map() })
const bytesOf = (text: string): Uint8Array<ArrayBuffer> => new TextEncoder().encode(text)
const fail = (name: string): never => {
  throw new DOMException(name, name)
}

export function memoryDisk(initial: Record<string, string | Uint8Array<ArrayBuffer>> = {}): MemoryDisk {
  const root = newFolder('project')
  let clock = 1
  let writes = 0

  const fileHandle = (file: MemoryFile): FileSystemFileHandle =>
    ({
      kind: 'file',
      name: file.name,
      getFile: async () => new File([file.bytes], file.name, { lastModified: file.changed }),
      createWritable: async () => {
        let parts: Uint8Array<ArrayBuffer>[] = []
        return {
          write: async (bytes: Uint8Array<ArrayBuffer>) => void parts.push(bytes),
          abort: async () => {
            parts = []
          },
          close: async () => {
            file.bytes = new Uint8Array(await new Blob(parts).arrayBuffer())
            file.changed = clock++
            writes++
          },
        }
      },
    }) as unknown as FileSystemFileHandle
  const folderHandle = (folder: MemoryFolder): FileSystemDirectoryHandle =>
    ({
      kind: 'directory',
      name: folder.name,
      async *values() {
        if (folder.unreadable) fail('NotFoundError')
        for (const entry of [...folder.entries.values()])
          yield entry.kind === 'file' ? fileHandle(entry) : folderHandle(entry)
      },
      getFileHandle: async (name: string, { create = false } = {}) => {
        checkName(name)
        const entry = folder.entries.get(name)
        if (entry?.kind === 'directory') fail('TypeMismatchError')
        if (entry === undefined && !create) fail('NotFoundError')
        const file = (entry as MemoryFile | undefined) ?? { kind: 'file', name, bytes: bytesOf(''), changed: clock++ }
        folder.entries.set(name, file)
        return fileHandle(file)
      },
      getDirectoryHandle: async (name: string, { create = false } = {}) => {
        checkName(name)
        const entry = folder.entries.get(name)
        if (entry?.kind === 'file') fail('TypeMismatchError')
        if (entry === undefined && !create) fail('NotFoundError')
        const inner = (entry as MemoryFolder | undefined) ?? newFolder(name)
        folder.entries.set(name, inner)
        return folderHandle(inner)
      },
      removeEntry: async (name: string) => {
        if (!folder.entries.delete(name)) fail('NotFoundError')
      },
    }) as unknown as FileSystemDirectoryHandle
  const fileAt = (path: string): MemoryFile | null => {
    let at: MemoryFolder | MemoryFile | undefined = root
    for (const name of path.split('/')) at = at?.kind === 'directory' ? at.entries.get(name) : undefined
    return at?.kind === 'file' ? at : null
  }
  const set = (path: string, content: string | Uint8Array<ArrayBuffer>): void => {
    const names = path.split('/')
    const last = names.pop() ?? ''
    let folder = root
    for (const name of names) {
      const inner = folder.entries.get(name) ?? newFolder(name)
      folder.entries.set(name, inner)
      folder = inner as MemoryFolder
    }
    const bytes = typeof content === 'string' ? bytesOf(content) : content
    const known = folder.entries.get(last)
    if (known?.kind === 'file') Object.assign(known, { bytes, changed: clock++ })
    else folder.entries.set(last, { kind: 'file', name: last, bytes, changed: clock++ })
  }
  for (const [path, content] of Object.entries(initial)) set(path, content)
  return {
    root,
    folder: async () => folderHandle(root),
    set,
    textOf: (path) => {
      const file = fileAt(path)
      return file && new TextDecoder().decode(file.bytes)
    },
    paths: () => pathsIn(root, '').sort(),
    writes: () => writes,
  }
}

const pathsIn = ({ entries }: MemoryFolder, base: string): string[] =>
  [...entries.values()].flatMap((entry) =>
    entry.kind === 'file' ? [base + entry.name] : pathsIn(entry, `${base}${entry.name}/`),
  )

/** A browser takes no name that could lead out of the folder, and none that the system reserves. */
function checkName(name: string): void {
  if (name === '' || name === '.' || name === '..' || /[/\\:]/.test(name)) throw new TypeError('Name is not allowed.')
}
