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
}
type Change = { path: string; bytes: Uint8Array<ArrayBuffer> | null }

/** Where Python finds the workspace; also its current folder. */
const WORK = '/work'
/** Files of the linked folder, to be read. */
const DISK = '/disk/'
const DEEPEST = 60

/**
 * Copies the workspace into Python's file system. The returned function lists what the code changed there. It throws,
 * worded for the author of the code, if that is too much.
 */
export function mountWorkspace(
  fs: PythonFs,
  given: readonly PythonFile[],
  most: { bytes: number; changes: number },
): () => Change[] {
  fs.mkdirTree(WORK)
  for (const { path, bytes } of given) {
    const onDisk = path.startsWith(DISK)
    const at = onDisk ? path : `${WORK}/${path}`
    fs.mkdirTree(at.slice(0, at.lastIndexOf('/')))
    fs.writeFile(at, bytes ?? new Uint8Array())
    // too large to be passed in: the file exists but cannot be opened
    if (bytes === null) fs.chmod(at, 0)
    else if (onDisk) fs.chmod(at, 0o444)
  }
  return () => {
    const own = given.filter(({ path }) => !path.startsWith(DISK))
    const before = new Map(own.map((file) => [file.path, file]))
    const changes: Change[] = []
    let written = 0
    const add = (change: Change): void => {
      changes.push(change)
      written += change.bytes?.length ?? 0
      if (changes.length > most.changes) throw new Error(`More than ${most.changes} files were changed.`)
      if (written > most.bytes) throw new Error(`More than ${most.bytes / 1024 / 1024} MB were written.`)
    }
    for (const { path, size } of filesIn(fs)) {
      const old = before.get(path)
      before.delete(path)
      if (old?.bytes === null && size === 0) continue
      if (old === undefined || old.bytes === null || size !== old.size) {
        if (written + size > most.bytes) throw new Error(`More than ${most.bytes / 1024 / 1024} MB were written.`)
        add({ path, bytes: fs.readFile(`${WORK}/${path}`).slice() })
        continue
      }
      const bytes = fs.readFile(`${WORK}/${path}`)
      if (!isSame(bytes, old.bytes)) add({ path, bytes: bytes.slice() })
    }
    for (const path of before.keys()) add({ path, bytes: null })
    return changes
  }
}

/** Files in the workspace, without links and without files that Python itself leaves there. */
function* filesIn(fs: PythonFs, folder = '', depth = 0): Generator<{ path: string; size: number }> {
  if (depth > DEEPEST) throw new Error(`Folders are nested more than ${DEEPEST} deep.`)
  for (const name of fs.readdir(folder === '' ? WORK : `${WORK}/${folder}`)) {
    if (name === '.' || name === '..' || name === '__pycache__') continue
    const path = folder === '' ? name : `${folder}/${name}`
    const { mode, size } = fs.lstat(`${WORK}/${path}`)
    if (fs.isDir(mode)) yield* filesIn(fs, path, depth + 1)
    else if (fs.isFile(mode)) yield { path, size }
  }
}

const isSame = (one: Uint8Array, other: Uint8Array): boolean =>
  one.length === other.length && one.every((byte, index) => byte === other[index])
