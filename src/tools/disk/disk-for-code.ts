import type { CodeFile } from '../tool.ts'
import type { DiskReader } from './disk-port.ts'

/** Where code finds the linked folder. */
const CODE_DISK = '/disk'
/** Places that are looked for in code, and characters of one. */
const MOST_NAMED = 200
const NAMED = /\/disk(?![\w-])([^'"`\n]{0,500})/g

/**
 * Files of the linked folder for code that names them, or a folder of them, each with its path below `/disk`. What goes
 * beyond `most` bytes comes without bytes. `folders`: all folders there, if the code names any place. Rejects with
 * words for the model where the folder may not be read.
 */
export async function diskFilesFor(
  disk: DiskReader | undefined,
  code: string,
  { signal, progress, most }: { signal: AbortSignal; progress: (words: string) => void; most: number },
): Promise<{ onDisk: CodeFile[]; folders: string[] }> {
  const named = [...new Set(Array.from(code.matchAll(NAMED), ([, rest = '']) => placeIn(rest)))].slice(0, MOST_NAMED)
  if (disk === undefined || named.length === 0) return { onDisk: [], folders: [] }
  const { paths } = await disk.list(signal, progress)
  const isNamed = (path: string): boolean =>
    named.some((place) => place === '' || path === place || path.startsWith(`${place}/`))
  const given: CodeFile[] = []
  let left = most
  for (const path of paths.filter(isNamed)) {
    signal.throwIfAborted()
    const bytes = left > 0 ? await disk.read(path) : null
    const fits = bytes !== null && bytes.length <= left
    left = fits ? left - bytes.length : 0
    given.push({ path: `${CODE_DISK}/${path}`, size: bytes?.length ?? 0, bytes: fits ? bytes : null })
  }
  return { onDisk: given, folders: foldersOf(paths) }
}

/** `/disk` and every folder with a file in it. */
function foldersOf(paths: readonly string[]): string[] {
  const folders = new Set([CODE_DISK])
  for (const path of paths)
    for (let end = path.indexOf('/'); end !== -1; end = path.indexOf('/', end + 1))
      folders.add(`${CODE_DISK}/${path.slice(0, end)}`)
  return [...folders]
}

const placeIn = (rest: string): string => rest.replace(/^\/+/, '').replace(/[/\s]+$/, '')
