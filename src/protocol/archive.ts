import * as z from 'zod/mini'
import { SessionItem } from './common.ts'
import { FileLike } from './file-like.ts'

/** Importing an archive, and handling damaged data. */

/** Positions in a file. */
const PLACES = z.optional(z.array(z.int()).check(z.maxLength(100_000)))

export const ARCHIVE_REQUESTS = {
  /**
   * The parts of an archive that a model would get although the transcript does not show them, to be read before the
   * import. `again`, `only`: as below.
   */
  'look-into-import': {
    args: { file: FileLike, again: z.optional(z.boolean()), only: PLACES },
    /**
     * `text`: with hidden characters written out. `tooLong`: only its beginning, so it cannot be kept. `more`: how many
     * are not listed.
     */
    result: z.lazy(() =>
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
  },
  /**
   * `keep`: ids of findings that the person has read and wants; all others are left out. `again`: imports sessions that
   * are here already a second time. `only`: positions in the file; others are ignored.
   */
  import: {
    args: {
      file: FileLike,
      keep: z.optional(z.array(z.string().check(z.maxLength(64))).check(z.maxLength(1000))),
      id: z.optional(z.string().check(z.maxLength(64))),
      again: z.optional(z.boolean()),
      only: PLACES,
    },
    /**
     * `refused`: what was left out, and why. `known`: number of conversations that were here already. `places`: their
     * positions in the file. `here`: the id of that session, if it is only one. `recordings`: all arrivals are
     * recordings.
     */
    result: z.lazy(() =>
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
  },
  /** Progress of the import with this id. `stop`: it ends before its next session; arrived sessions stay. */
  'import-progress': {
    args: { id: z.string().check(z.maxLength(64)), stop: z.boolean() },
    /** null: no import has this id. `of`: null until it is known. */
    result: z.lazy(() => z.nullable(z.object({ done: z.number(), of: z.nullable(z.number()) }))),
  },
  /**
   * Deletes a session that cannot be read, and so cannot be deleted by an input. It cannot be undone: export it first.
   */
  'delete-damaged-session': { args: { sessionId: z.string().check(z.maxLength(256)) }, result: z.null() },
}
