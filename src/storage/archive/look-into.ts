import type { Config } from '../../agent/config.ts'
import type { Database } from '../schema.ts'
import { Line } from './export-format.ts'
import { type Foreign, type ForeignRows, foreignIn } from './foreign.ts'
import { makeHereAlready } from './here-already.ts'
import { LARGEST_SESSION, openArchive } from './open-archive.ts'
import { parseLine, readLines } from './read-lines.ts'
import { parentsFirst } from './ties.ts'
import { BadArchive, type ZipBounds, type ZipEntry } from './zip-reader.ts'

/**
 * Equal text in several sessions is read and decided once. `tooLong`: nobody can read it here, so it cannot be kept.
 */
export type ForeignFound = Foreign & { sessions: string[]; tooLong: boolean }

const LONGEST = 50_000
const MOST = 200
/** As `exportSession` writes them. A line that hides from this is not shown, so it cannot be kept. */
const LOOKED_AT = /^\{"type":"(head|config|summary|queue)"/

/**
 * Parts of an archive's sessions that a model would get and the transcript does not show. `more`: how many are not
 * listed, and cannot be kept. `hereIn`: sessions that are here already bring nothing. `only`: positions in the file;
 * others are ignored. Reads only, and does not tell whether the archive can be imported. Rejects with BadArchive.
 */
export async function lookIntoArchive(
  file: Blob,
  ownPrompt: string,
  { bounds, hereIn, only }: { bounds?: ZipBounds; hereIn?: Database; only?: ReadonlySet<number> } = {},
): Promise<{ found: ForeignFound[]; more: number }> {
  const { sessions, recording } = await openArchive(file, bounds)
  const hereAlready = hereIn && (await makeHereAlready(hereIn, recording))
  const found = new Map<string, ForeignFound>()
  let more = 0
  // in the order of the import, so that both find the same ones here
  for (const { entry } of await parentsFirst(sessions.filter((_, place) => only?.has(place) ?? true))) {
    // the import refuses it, or leaves it out
    if (entry.size > LARGEST_SESSION || (await hereAlready?.(entry))) continue
    const { title, rows } = await rowsIn(entry)
    for (const foreign of await foreignIn(rows, ownPrompt)) {
      const same = found.get(foreign.id)
      if (same) same.sessions.push(title)
      else if (found.size >= MOST) more++
      else found.set(foreign.id, shown(foreign, title))
    }
  }
  return { found: [...found.values()], more }
}

/** An unreadable session brings nothing: the import refuses it. */
async function rowsIn(entry: ZipEntry): Promise<{ title: string; rows: ForeignRows }> {
  let title = ''
  let config: Config | null = null
  const rows: ForeignRows = { systemPrompt: '', summary: null, queue: [] }
  try {
    for await (const text of readLines(entry.open())) {
      if (!LOOKED_AT.test(text)) continue
      const line = Line.safeParse(parseLine(text)).data
      if (line?.type === 'head') title = line.row.title ?? ''
      else if (line?.type === 'config') config = line.row.config
      else if (line?.type === 'summary') rows.summary = line.row.summary
      else if (line?.type === 'queue') rows.queue = [...rows.queue, line.row].sort((a, b) => a.seq - b.seq)
    }
  } catch (error) {
    if (!(error instanceof BadArchive)) throw error
  }
  return { title: title || 'New session', rows: { ...rows, systemPrompt: config?.systemPrompt ?? '' } }
}

function shown(foreign: Foreign, title: string): ForeignFound {
  const tooLong = foreign.text.length > LONGEST
  const text = withHiddenShown(tooLong ? foreign.text.slice(0, LONGEST) : foreign.text)
  return { ...foreign, text, tooLong, sessions: [title] }
}

/** Writes out characters that a screen would hide or reorder. */
function withHiddenShown(text: string): string {
  return text.replace(HIDDEN, (hidden) => `\\u{${hidden.codePointAt(0)?.toString(16) ?? ''}}`)
}
const HIDDEN = /(?![\n\t])\p{C}/gu
