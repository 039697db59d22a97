import * as z from 'zod/mini'
import { DEFAULT_TIME_LIMIT, defineTool } from '../define-tool.ts'
import { MAX_TEXT_BYTES, sizeInWords } from '../text-bytes.ts'
import type { Tool } from '../tool.ts'
import { hitsIn } from '../workspace/search-files.ts'
import { type Disk, LINKED } from './disk.ts'
import { isMissing, onDisk } from './disk-errors.ts'
import { textOnDisk } from './disk-file.ts'
import { folderOf, folderParameter } from './disk-folder-argument.ts'
import { type DiskFile, walk, walkNotes } from './disk-walk.ts'

/** Lines found at most, characters of them shown, and bytes read for all of it. */
const MAX_HITS = 100
const MAX_SHOWN = 6000
const MAX_READ = 256 * 1024 * 1024

type Hit = Awaited<ReturnType<typeof hitsIn>>[number]
type Found = { hits: Hit[]; searched: number; skipped: number; stopped: boolean }

/** Plain text only, for the reason that `search_files` gives. */
export const diskSearch = (disk: Disk): Tool =>
  defineTool({
    name: 'disk_search',
    label: 'Search files on disk',
    description: `Searches the text files of ${LINKED} for a plain text within one line (no patterns). Gives "path:line: text".`,
    parameters: z.strictObject({
      query: z.string().check(z.minLength(1), z.maxLength(1000), z.describe('The text to find, as it stands.')),
      ignore_case: z.optional(z.boolean()).check(z.describe('Default true.')),
      folder: folderParameter,
    }),
    repeat: 'pure',
    approval: 'allow',
    sequential: false,
    timeLimit: DEFAULT_TIME_LIMIT,
    run: async (args, { signal, progress }) => {
      if (/[\r\n]/.test(args.query)) throw new Error('query must be within one line.')
      const { folder, path } = await folderOf(disk, args.folder)
      const seen = await onDisk(path || folder.name, () => walk(folder, path, { signal, progress }))
      const wanted = { query: args.query, ignoreCase: args.ignore_case ?? true }
      const { hits, searched, skipped, stopped } = await onDisk(path || folder.name, () =>
        searchIn(seen.files, wanted, signal, progress),
      )
      const rows = shownOf(hits)
      const notes = walkNotes(seen)
      if (skipped > 0)
        notes.unshift(
          `[${skipped} files were not searched: binary, not readable, or over ${sizeInWords(MAX_TEXT_BYTES)}.]`,
        )
      if (stopped) notes.unshift(`[Stopped after ${sizeInWords(MAX_READ)}: name a folder to search the rest.]`)
      if (hits.length === 0) notes.unshift(`Nothing found in ${searched} text files.`)
      if (rows.length < hits.length)
        notes.unshift('[There is more. Search for something more special, or in a folder.]')
      return {
        content: [
          { type: 'text', text: [...rows.map((row) => `${row.path}:${row.line}: ${row.text}`), ...notes].join('\n') },
        ],
        details: {
          shape: 'table',
          columns: ['Path', 'Line', 'Text'],
          rows: rows.map((row) => [row.path, String(row.line), row.text]),
        },
      }
    },
  })

async function searchIn(
  files: readonly DiskFile[],
  wanted: { query: string; ignoreCase: boolean },
  signal: AbortSignal,
  progress: (words: string) => void,
): Promise<Found> {
  const found: Found = { hits: [], searched: 0, skipped: 0, stopped: false }
  let read = 0
  for (const [n, { path, handle }] of files.entries()) {
    signal.throwIfAborted()
    if (n > 0 && n % 100 === 0) progress(`Searched ${n} of ${files.length} files`)
    const file = await opened(handle)
    read += file === null || file.size > MAX_TEXT_BYTES ? 0 : file.size
    if (read > MAX_READ) return { ...found, stopped: true }
    const text = file === null ? null : await readable(file)
    if (text === null) found.skipped++
    else {
      found.searched++
      found.hits.push(...(await hitsIn(path, text, wanted, MAX_HITS + 1 - found.hits.length, signal)))
    }
    if (found.hits.length > MAX_HITS) break
  }
  return found
}

/** null: it has gone meanwhile, or another program holds it. */
async function opened(handle: FileSystemFileHandle): Promise<File | null> {
  try {
    return await handle.getFile()
  } catch (error) {
    if (isUnreadable(error)) return null
    throw error
  }
}

/** null: it is no text, or another program changes it just now. */
async function readable(file: File): Promise<string | null> {
  try {
    return await textOnDisk(file)
  } catch (error) {
    if (isUnreadable(error)) return null
    throw error
  }
}

const isUnreadable = (error: unknown): boolean =>
  isMissing(error) || (error instanceof DOMException && error.name === 'NotReadableError')

/** As many hits as fit, so that the answer stays in one piece. */
function shownOf(hits: readonly Hit[]): Hit[] {
  let size = 0
  return hits.slice(0, MAX_HITS).filter(({ path, text }) => {
    size += path.length + text.length + 10
    return size <= MAX_SHOWN
  })
}
