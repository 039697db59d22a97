import * as z from 'zod/mini'
import { SessionItem } from './common.ts'
import { EXPORT_RESULT } from './export-result.ts'
import { FileLike } from './file-like.ts'

/** Exporting everything, importing it, and handling damaged data. */

/** Positions in a file. */
const PLACES = z.optional(z.array(z.int()).check(z.maxLength(100_000)))

export const ARCHIVE_REQUESTS = [
  /**
   * An archive of these sessions; null: all, except deleted ones. Answered even if the data is unusable: then it is a
   * raw copy.
   */
  z.object({
    kind: z.literal('export'),
    sessionIds: z.nullable(z.array(z.string().check(z.maxLength(256))).check(z.maxLength(10_000))),
    settings: z.boolean(),
    /** Of this project: it goes with its sessions. */
    project: z.optional(z.string().check(z.maxLength(64))),
  }),
  /**
   * The parts of an archive that a model would get although the transcript does not show them, to be read before the
   * import. `again`, `only`: as below.
   */
  z.object({ kind: z.literal('look-into-import'), file: FileLike, again: z.optional(z.boolean()), only: PLACES }),
  /**
   * `keep`: ids of findings that the person has read and wants; all others are left out. `again`: imports sessions that
   * are here already a second time. `only`: positions in the file; others are ignored.
   */
  z.object({
    kind: z.literal('import'),
    file: FileLike,
    keep: z.optional(z.array(z.string().check(z.maxLength(64))).check(z.maxLength(1000))),
    id: z.optional(z.string().check(z.maxLength(64))),
    again: z.optional(z.boolean()),
    only: PLACES,
  }),
  /** Progress of the import with this id. `stop`: it ends before its next session; arrived sessions stay. */
  z.object({ kind: z.literal('import-progress'), id: z.string().check(z.maxLength(64)), stop: z.boolean() }),
  /**
   * Deletes a session that cannot be read, and so cannot be deleted by an input. It cannot be undone: export it first.
   */
  z.object({ kind: z.literal('delete-damaged-session'), sessionId: z.string().check(z.maxLength(256)) }),
] as const

export const ARCHIVE_RESULTS = {
  ...EXPORT_RESULT,
  /**
   * `text`: with hidden characters written out. `tooLong`: only its beginning, so it cannot be kept. `more`: how many
   * are not listed.
   */
  'look-into-import': z.lazy(() =>
    z.object({
      found: z.array(
        z.object({
          id: z.string(),
          kind: z.enum(['system-prompt', 'summary', 'queued-message']),
          text: z.string(),
          images: z.number(),
          sessions: z.array(z.string()),
          tooLong: z.boolean(),
        }),
      ),
      more: z.number(),
    }),
  ),
  /**
   * `refused`: what was left out, and why. `known`: how many conversations were here already; `places`: their positions
   * in the file; `here`: the one that was. `recordings`: all arrivals are recordings.
   */
  import: z.lazy(() =>
    z.object({
      sessions: z.array(SessionItem),
      refused: z.array(z.object({ name: z.string(), reason: z.string() })),
      stopped: z.boolean(),
      known: z.optional(z.number()),
      places: z.optional(z.array(z.number())),
      here: z.optional(z.string()),
      recordings: z.optional(z.boolean()),
    }),
  ),
  /** null: no import has this id. `of`: null until it is known. */
  'import-progress': z.lazy(() => z.nullable(z.object({ done: z.number(), of: z.nullable(z.number()) }))),
  'delete-damaged-session': z.null(),
}
export type ArchiveKind = keyof typeof ARCHIVE_RESULTS
