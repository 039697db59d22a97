import * as z from 'zod/mini'
import { breathe } from '../breathe.ts'
import { DEFAULT_TIME_LIMIT, defineTool } from '../define-tool.ts'
import { textFinder } from '../find-text.ts'
import { decodeText, MAX_TEXT_BYTES } from '../text-bytes.ts'
import { parsePath } from './path.ts'

/** Lines found at most, characters shown of each, bytes shown of all. */
const MAX_HITS = 100
const EXCERPT = 160
const MAX_SHOWN = 6000

type Hit = { path: string; line: number; text: string }

/** The part of a line around what was found. */
function excerpt(line: string, at: number): string {
  const from = Math.max(0, Math.min(at - EXCERPT / 4, line.length - EXCERPT))
  const part = line.slice(from, from + EXCERPT)
  // The cut may have halved a pair of surrogates.
  return `${from > 0 ? '…' : ''}${part.trim()}${from + EXCERPT < line.length ? '…' : ''}`.replace(/\p{Surrogate}/gu, '')
}

/** Characters that are searched between two looks at the signal. */
const TURN = 1_000_000

/** Lines of one text that hold the query, at most `limit`. Lets the thread do other things meanwhile. Rejects with the signal's reason. */
export async function hitsIn(
  path: string,
  text: string,
  { query, ignoreCase }: { query: string; ignoreCase: boolean },
  limit: number,
  signal: AbortSignal,
): Promise<Hit[]> {
  const fold = (line: string): string => (ignoreCase ? line.toLowerCase() : line)
  const find = textFinder(fold(query))
  const hits: Hit[] = []
  let turn = TURN
  for (let start = 0, n = 1; start <= text.length && hits.length < limit; n++) {
    const newline = text.indexOf('\n', start)
    const line = text.slice(start, newline === -1 ? text.length : newline)
    const at = find(fold(line))
    if (at !== -1) hits.push({ path, line: n, text: excerpt(line, at) })
    start += line.length + 1
    if (start < turn) continue
    turn = start + TURN
    await breathe(signal)
  }
  return hits
}

/** Plain text only: a pattern that a model writes could run for ever, and the worker runs everything. */
export const searchFiles = defineTool({
  name: 'search_files',
  label: 'Search files',
  description:
    'Searches all text files of the workspace for a plain text within one line (no patterns). Gives "path:line: text".',
  parameters: z.strictObject({
    query: z.string().check(z.minLength(1), z.maxLength(1000), z.describe('The text to find, as it stands.')),
    ignore_case: z.optional(z.boolean()).check(z.describe('Default true.')),
    path: z.optional(z.string()).check(z.describe('Only this file, or only files in this folder.')),
  }),
  repeat: 'pure',
  approval: 'allow',
  sequential: false,
  timeLimit: DEFAULT_TIME_LIMIT,
  run: async (args, { files, signal, progress }) => {
    if (/[\r\n]/.test(args.query)) throw new Error('query must be within one line.')
    const within = args.path === undefined ? null : parsePath(args.path.replace(/\/$/, ''))
    if (within?.problem !== undefined) throw new Error(within.problem)
    const list = (await files.list()).filter(
      ({ path }) => !within || path === within.path || path.startsWith(`${within.path}/`),
    )
    const wanted = { query: args.query, ignoreCase: args.ignore_case ?? true }
    const hits: Hit[] = []
    let skipped = 0
    for (const [n, file] of list.toSorted((a, b) => (a.path < b.path ? -1 : 1)).entries()) {
      signal.throwIfAborted()
      if (n > 0 && n % 100 === 0) progress(`Searched ${n} of ${list.length} files`)
      const text = file.size > MAX_TEXT_BYTES ? null : decodeText(await files.read(file.blob))
      if (text === null) skipped++
      else hits.push(...(await hitsIn(file.path, text, wanted, MAX_HITS + 1 - hits.length, signal)))
      if (hits.length > MAX_HITS) break
    }
    const rows = shown(hits)
    const lines = rows.map(({ path, line, text }) => `${path}:${line}: ${text}`)
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

/** As many hits as fit, so that the answer stays in one piece. */
function shown(hits: Hit[]): Hit[] {
  const encoder = new TextEncoder()
  let size = 0
  return hits.slice(0, MAX_HITS).filter(({ path, text }) => {
    size += encoder.encode(path + text).length + 10
    return size <= MAX_SHOWN
  })
}
