import type { PythonFile } from './limits.ts'

/** The part of Emscripten's file system that is used here. */
export type PythonFs = {
  mkdirTree: (path: string) => void
  writeFile: (path: string, bytes: Uint8Array) => void
  readFile: (path: string) => Uint8Array<ArrayBuffer>
  readdir: (path: string) => string[]
  lstat: (path: string) => { mode: number; size: number }
  isFile: (mode: number) => boolean
  isDir: (mode: number) => boolean
  chmod: (path: string, mode: number) => void
  analyzePath: (path: string) => { exists: boolean }
}
type Change = { path: string; bytes: Uint8Array<ArrayBuffer> | null }

/** Where Python finds the workspace; also its current folder. */
const WORK = '/work'
/** Where it finds the linked folder. */
const DISK = '/disk'
const DEEPEST = 60

/**
 * Copies the workspace, and files and folders of the linked folder, into Python's file system. The returned function
 * lists what the code changed there; paths in the linked folder begin with `/disk/`. It throws, worded for the author
 * of the code, if that is too much.
 */
export function mountWorkspace(
  fs: PythonFs,
  given: readonly PythonFile[],
  folders: readonly string[],
  most: { bytes: number; changes: number },
): () => Change[] {
  fs.mkdirTree(WORK)
  for (const folder of folders) fs.mkdirTree(folder)
  for (const { path, bytes } of given) {
    const at = placeOf(path)
    fs.mkdirTree(at.slice(0, at.lastIndexOf('/')))
    fs.writeFile(at, bytes ?? new Uint8Array())
    // too large to be passed in: the file exists but cannot be opened
    if (bytes === null) fs.chmod(at, 0)
  }
  return () => {
    const before = new Map(given.map((file) => [file.path, file]))
    const changes: Change[] = []
    let written = 0
    const add = (change: Change): void => {
      changes.push(change)
      written += change.bytes?.length ?? 0
      if (changes.length > most.changes) throw new Error(`More than ${most.changes} files were changed.`)
      if (written > most.bytes) throw new Error(`More than ${most.bytes / 1024 / 1024} MB were written.`)
    }
    for (const { path, size } of [...filesIn(fs, WORK, ''), ...filesIn(fs, DISK, `${DISK}/`)]) {
      const old = before.get(path)
      before.delete(path)
      if (old?.bytes === null && size === 0) continue
      if (old === undefined || old.bytes === null || size !== old.size) {
        if (written + size > most.bytes) throw new Error(`More than ${most.bytes / 1024 / 1024} MB were written.`)
        add({ path, bytes: fs.readFile(placeOf(path)).slice() })
        continue
      }
      const bytes = fs.readFile(placeOf(path))
      if (!isSame(bytes, old.bytes)) add({ path, bytes: bytes.slice() })
    }
    for (const path of before.keys()) add({ path, bytes: null })
    return changes
  }
}

const placeOf = (path: string): string => (path.startsWith(`${DISK}/`) ? path : `${WORK}/${path}`)

/** Files below `folder`, as `named` and what follows, without links and files that Python itself leaves there. */
function* filesIn(fs: PythonFs, folder: string, named: string, depth = 0): Generator<{ path: string; size: number }> {
  if (depth > DEEPEST) throw new Error(`Folders are nested more than ${DEEPEST} deep.`)
  // the code may have removed it, or put a link in its place
  if (!fs.analyzePath(folder).exists || !fs.isDir(fs.lstat(folder).mode)) return
  for (const name of fs.readdir(folder)) {
    if (name === '.' || name === '..' || name === '__pycache__') continue
    const { mode, size } = fs.lstat(`${folder}/${name}`)
    if (fs.isDir(mode)) yield* filesIn(fs, `${folder}/${name}`, `${named}${name}/`, depth + 1)
    else if (fs.isFile(mode)) yield { path: named + name, size }
  }
}

const isSame = (one: Uint8Array, other: Uint8Array): boolean =>
  one.length === other.length && one.every((byte, index) => byte === other[index])
