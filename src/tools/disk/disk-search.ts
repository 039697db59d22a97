import * as z from 'zod/mini'
import { DEFAULT_TIME_LIMIT, defineTool } from '../define-tool.ts'
import { MAX_TEXT_BYTES, sizeInWords } from '../text-bytes.ts'
import type { Tool } from '../tool.ts'
import { type Hit, hitsIn, linesOfHits, shownHits } from '../workspace/hits.ts'
import { type LineFinder, lineFinder } from '../workspace/line-finder.ts'
import { searchParameters } from '../workspace/search-files.ts'
import { ABOUT_DISK, type Disk } from './disk.ts'
import { isMissing, onDisk } from './disk-errors.ts'
import { textOnDisk } from './disk-file.ts'
import { folderOf, folderParameter } from './disk-folder-argument.ts'
import { type DiskFile, walk, walkNotes } from './disk-walk.ts'

/** Default for the lines found, and bytes read in total. */
const MAX_HITS = 100
const MAX_READ = 256 * 1024 * 1024

type Found = { hits: Hit[]; searched: number; skipped: number; stopped: boolean }

export const diskSearch = (disk: Disk): Tool =>
  defineTool({
    name: 'disk_search',
    label: 'Search files on disk',
    description: 'Searches the text files on disk, as search_files does.',
    about: ABOUT_DISK,
    parameters: z.strictObject({
      ...searchParameters,
      folder: folderParameter,
    }),
    repeat: 'pure',
    approval: 'allow',
    sequential: false,
    timeLimit: DEFAULT_TIME_LIMIT,
    run: async (args, { signal, progress, pageBytes }) => {
      const { limit = MAX_HITS, context_lines: context = 0 } = args
      const wanted = { query: args.query, ignoreCase: args.ignore_case ?? true, regex: args.regex ?? false }
      const find = await lineFinder(wanted)
      const { folder, path } = await folderOf(disk, args.folder)
      const seen = await onDisk(path || folder.name, () => walk(folder, path, { signal, progress }))
      const { hits, searched, skipped, stopped } = await onDisk(path || folder.name, () =>
        searchIn(seen.files, { find, limit, context }, signal, progress),
      )
      const rows = shownHits(hits, limit, pageBytes)
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
        content: [{ type: 'text', text: [...linesOfHits(rows, context), ...notes].join('\n') }],
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
  { find, limit, context }: { find: LineFinder; limit: number; context: number },
  signal: AbortSignal,
  progress: (words: string) => void,
): Promise<Found> {
  const found: Found = { hits: [], searched: 0, skipped: 0, stopped: false }
  let read = 0
  let count = 0
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
      found.hits.push(...(await hitsIn(path, text, find, { limit: limit + 1 - count, context }, signal)))
      count = found.hits.filter(({ isHit }) => isHit).length
    }
    if (count > limit) break
  }
  return found
}

/** null: it has disappeared, or another program has locked it. */
async function opened(handle: FileSystemFileHandle): Promise<File | null> {
  try {
    return await handle.getFile()
  } catch (error) {
    if (isUnreadable(error)) return null
    throw error
  }
}

/** null: not text, or another program is changing it. */
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
