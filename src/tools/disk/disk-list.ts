import * as z from 'zod/mini'
import { DEFAULT_TIME_LIMIT, defineTool } from '../define-tool.ts'
import { sizeInWords } from '../text-bytes.ts'
import type { Tool } from '../tool.ts'
import { parsePath } from '../workspace/path.ts'
import { ABOUT_DISK, type Disk, MOST_ENTRIES } from './disk.ts'
import { onDisk } from './disk-errors.ts'
import { folderOf, folderParameter } from './disk-folder-argument.ts'
import { entriesOf, walkNotes } from './disk-walk.ts'

/** Rows shown to the person, and files whose size is read, which takes a while each. */
const SHOWN = 200
const SIZED = 1000

export const diskList = (disk: Disk): Tool =>
  defineTool({
    name: 'disk_list',
    label: 'List folder on disk',
    description: 'Lists the linked folder or one folder in it; folders end with "/".',
    about: ABOUT_DISK,
    parameters: z.strictObject({ folder: folderParameter }),
    repeat: 'pure',
    approval: 'allow',
    sequential: false,
    timeLimit: DEFAULT_TIME_LIMIT,
    run: async (args, { signal, progress }) => {
      const { folder, path } = await folderOf(disk, args.folder)
      const { entries, more } = await onDisk(path || folder.name, () => entriesOf(folder, MOST_ENTRIES, signal))
      const usable = entries.filter(({ name }) => parsePath(name).problem === undefined)
      const folders = usable.filter(({ kind }) => kind === 'directory').map(({ name }) => [`${name}/`, ''])
      const files = usable.filter((handle): handle is FileSystemFileHandle => handle.kind === 'file')
      const rows = [...folders, ...(await withSizes(files, signal, progress))]
      const notes = walkNotes({ leftOut: [], more, unusable: entries.length - usable.length })
      const where = path === '' ? `The linked folder "${folder.name}"` : `"${path}" on disk`
      const head =
        rows.length === 0 ? `${where} is empty.` : `${where}: ${folders.length} folders, ${files.length} files.`
      const lines = rows.map(([name, size]) => (size === '' ? name : `${name} (${size})`))
      const shown = rows.slice(0, SHOWN).map(([name = '', size = '']) => [name, size])
      if (rows.length > SHOWN) shown.push([`… and ${rows.length - SHOWN} more`, ''])
      return {
        content: [{ type: 'text', text: [head, ...lines, ...notes].join('\n') }],
        details: { shape: 'table', columns: ['Name', 'Size'], rows: shown },
      }
    },
  })

async function withSizes(
  files: readonly FileSystemFileHandle[],
  signal: AbortSignal,
  progress: (words: string) => void,
): Promise<string[][]> {
  if (files.length > SIZED) return files.map(({ name }) => [name, ''])
  const rows: string[][] = []
  for (const [n, file] of files.entries()) {
    signal.throwIfAborted()
    if (n % 100 === 99) progress(`Looked at ${n + 1} of ${files.length} files`)
    // a file that has disappeared, or cannot be opened, has no size
    const size = await file.getFile().then(
      (opened) => sizeInWords(opened.size),
      () => 'cannot be read',
    )
    rows.push([file.name, size])
  }
  return rows
}
