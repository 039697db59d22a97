import * as z from 'zod/mini'
import { DEFAULT_TIME_LIMIT, defineTool } from '../define-tool.ts'
import { sizeInWords } from '../text-bytes.ts'
import type { FileInfo } from '../tool.ts'
import { ABOUT_FILES } from './about-files.ts'
import { folderOf, isWithin } from './folder-argument.ts'

/** Rows shown to the person; the model gets all of them (a long list is handled like all long results). */
const SHOWN = 200

type Row = { name: string; size: number; mediaType: string; files: number }

export const listFiles = defineTool({
  name: 'list_files',
  label: 'List files',
  description: 'Lists the files of the workspace with their sizes.',
  about: ABOUT_FILES,
  parameters: z.strictObject({
    folder: z.optional(z.string()).check(z.describe('Only this folder.')),
    depth: z
      .optional(z.int().check(z.minimum(1), z.maximum(50)))
      .check(z.describe('Levels; deeper folders are one line each.')),
    limit: z.optional(z.int().check(z.minimum(1), z.maximum(50_000))).check(z.describe('Most lines.')),
  }),
  repeat: 'pure',
  approval: 'allow',
  sequential: false,
  timeLimit: DEFAULT_TIME_LIMIT,
  run: async ({ folder: given, depth = Number.POSITIVE_INFINITY, limit = Number.POSITIVE_INFINITY }, { files }) => {
    const folder = folderOf(given)
    const all = await files.list()
    const list = all
      .filter(({ path }) => isWithin(path, folder))
      .toSorted((a, b) => (a.path < b.path ? -1 : a.path > b.path ? 1 : 0))
    if (list.length === 0) {
      const text = folder === '' || all.length === 0 ? 'The workspace is empty.' : `There is nothing in "${folder}".`
      return { content: [{ type: 'text', text }] }
    }
    const rows = rowsOf(list, folder, depth)
    const lines = rows.slice(0, limit).map(({ name, size, files: count }) => `${name} (${about(size, count)})`)
    if (rows.length > limit) lines.push(`[${rows.length - limit} more. Name a folder, a depth or a limit.]`)
    const shown = rows.slice(0, SHOWN).map(({ name, size, mediaType }) => [name, sizeInWords(size), mediaType])
    if (rows.length > SHOWN) shown.push([`… and ${rows.length - SHOWN} more`, '', ''])
    return {
      content: [{ type: 'text', text: lines.join('\n') }],
      details: { shape: 'table', columns: ['Path', 'Size', 'Type'], rows: shown },
    }
  },
})

const about = (size: number, files: number): string =>
  files === 0 ? sizeInWords(size) : `${files} ${files === 1 ? 'file' : 'files'}, ${sizeInWords(size)}`

/** One row per file, and one per folder that is too deep; also one for `.git`, which has generated files. */
function rowsOf(list: readonly FileInfo[], folder: string, depth: number): Row[] {
  const rows = new Map<string, Row>()
  const from = folder === '' ? 0 : folder.length + 1
  for (const { path, size, mediaType } of list) {
    const segments = path.slice(from).split('/')
    const git = segments.indexOf('.git') + 1
    const levels = Math.min(depth, git > 0 ? git : Number.POSITIVE_INFINITY)
    if (segments.length <= levels) {
      rows.set(path, { name: path, size, mediaType, files: 0 })
      continue
    }
    const name = `${path.slice(0, from)}${segments.slice(0, levels).join('/')}/`
    const row = rows.get(name) ?? { name, size: 0, mediaType: '', files: 0 }
    rows.set(name, { ...row, size: row.size + size, files: row.files + 1 })
  }
  return [...rows.values()]
}
