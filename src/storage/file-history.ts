import * as z from 'zod/mini'
import { FileChange } from '../agent/content.ts'
import type { FileVersion } from '../agent/file-version.ts'
import { FileEntry } from '../agent/state.ts'
import { readPages } from './read-pages.ts'
import type { Database } from './schema.ts'
import { wholeSession } from './session-range.ts'

/** The part of a journal row that is needed; rows that change no file are skipped unparsed. */
const Row = z.object({
  seq: z.number(),
  timestamp: z.number(),
  input: z.object({
    type: z.enum(['toolkit-respond', 'user-change-files', 'user-send-message']),
    toolCallId: z.optional(z.string()),
    files: z.array(FileChange),
    known: z._default(z.array(FileEntry), []),
  }),
})
/** The files that a helper was given. */
const Given = z.object({
  ...Row.shape,
  input: z.object({ type: z.literal('session-create'), helps: z.object({ files: z.array(FileChange) }) }),
})
const PAGE = 500

function changesOf(value: unknown): z.output<typeof Row> | null {
  const given = Given.safeParse(value)
  if (!given.success) return Row.safeParse(value).data ?? null
  const { input, ...at } = given.data
  return { ...at, input: { type: 'user-change-files', files: input.helps.files, known: [] } }
}

/**
 * The history of one path in the journal, oldest first. File changes are compare-and-set: changes of an input whose
 * `from` did not hold were never applied and are no versions. A damaged row is skipped. Reads the whole journal of the
 * session, in pages; rejects with a DOMException.
 */
export async function readFileHistory(db: Database, sessionId: string, path: string): Promise<FileVersion[]> {
  const files = new Map<string, string | null>()
  const versions: FileVersion[] = []
  for await (const page of readPages(db, 'journal', wholeSession(sessionId), PAGE)) {
    for (const { value } of page) {
      const changes = changesOf(value)
      if (changes === null) continue
      const { seq, timestamp, input } = changes
      for (const entry of input.known) if (!files.has(entry.path)) files.set(entry.path, entry.blob)
      if (!applies(files, input.files)) continue
      for (const { path: changed, to, size, mediaType } of input.files) {
        files.set(changed, to)
        if (changed === path) versions.push({ seq, timestamp, blob: to, size, mediaType, by: input.toolCallId ?? null })
      }
    }
  }
  return versions
}

/** The decision of the transition (agent/transition/files.ts): all, or none. */
function applies(files: ReadonlyMap<string, string | null>, changes: readonly FileChange[]): boolean {
  const written = new Map<string, string | null>()
  return changes.every(({ path, from, to }) => {
    const now = written.has(path) ? written.get(path) : files.get(path)
    written.set(path, to)
    return (now ?? null) === from
  })
}
