import * as z from 'zod/mini'
import { DEFAULT_TIME_LIMIT, defineTool } from '../define-tool.ts'
import { decodeText, MAX_TEXT_BYTES } from '../text-bytes.ts'
import { ABOUT_FILES } from './about-files.ts'
import { folderOf, isWithin } from './folder-argument.ts'
import type { Hit } from './hits.ts'

/** Default for the most lines found. */
const HITS = 100
const MOST_HITS = 500

/** Shared with `disk_search`. */
export const searchParameters = {
  query: z.string().check(z.minLength(1), z.maxLength(1000), z.describe('Within a line.')),
  regex: z.optional(z.boolean()).check(z.describe('query is a pattern (RE2).')),
  ignore_case: z.optional(z.boolean()).check(z.describe('On unless false.')),
  context_lines: z.optional(z.int().check(z.minimum(0), z.maximum(20))).check(z.describe('Lines around each hit.')),
  limit: z.optional(z.int().check(z.minimum(1), z.maximum(MOST_HITS))).check(z.describe(`${HITS} if left out.`)),
}

export const searchFiles = defineTool({
  name: 'search_files',
  label: 'Search files',
  description: 'Searches the text files line by line.',
  about: ABOUT_FILES,
  parameters: z.strictObject({
    ...searchParameters,
    folder: z.optional(z.string()).check(z.describe('Or one file.')),
  }),
  repeat: 'pure',
  approval: 'allow',
  sequential: false,
  timeLimit: DEFAULT_TIME_LIMIT,
  run: async (args, { files, signal, progress, pageBytes }) => {
    const { limit = HITS, context_lines: context = 0 } = args
    const wanted = { query: args.query, ignoreCase: args.ignore_case ?? true, regex: args.regex ?? false }
    const [{ lineFinder }, { hitsIn, linesOfHits, shownHits }] = await Promise.all([
      import('./line-finder.ts'),
      import('./hits.ts'),
    ])
    const find = await lineFinder(wanted)
    const folder = folderOf(args.folder)
    const list = (await files.list()).filter(({ path }) => isWithin(path, folder))
    const hits: Hit[] = []
    let found = 0
    let skipped = 0
    for (const [n, file] of list.toSorted((a, b) => (a.path < b.path ? -1 : 1)).entries()) {
      signal.throwIfAborted()
      if (n > 0 && n % 100 === 0) progress(`Searched ${n} of ${list.length} files`)
      const text = file.size > MAX_TEXT_BYTES ? null : decodeText(await files.read(file.blob))
      if (text === null) skipped++
      else hits.push(...(await hitsIn(file.path, text, find, { limit: limit + 1 - found, context }, signal)))
      found = hits.filter(({ isHit }) => isHit).length
      if (found > limit) break
    }
    const rows = shownHits(hits, limit, pageBytes)
    const lines = linesOfHits(rows, context)
    if (rows.length < hits.length) lines.push('[There is more. Search for something more special, or in a folder.]')
    if (hits.length === 0)
      lines.push(`Nothing found in ${list.length - skipped} text file${list.length - skipped === 1 ? '' : 's'}.`)
    if (skipped > 0)
      lines.push(`[${skipped} binary or very large file${skipped === 1 ? ' was' : 's were'} not searched.]`)
    return {
      content: [{ type: 'text', text: lines.join('\n') }],
      details: {
        shape: 'table',
        columns: ['Path', 'Line', 'Text'],
        rows: rows.map(({ path, line, text }) => [path, String(line), text]),
      },
    }
  },
})
