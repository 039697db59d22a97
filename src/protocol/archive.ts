import * as z from 'zod/mini'
import { SessionItem } from './common.ts'
import { EXPORT_RESULT } from './export-result.ts'
import { FileLike } from './file-like.ts'

/** Taking everything home, bringing it back, and what to do with what is damaged. */

/** Places in a file. */
const PLACES = z.optional(z.array(z.int()).check(z.maxLength(100_000)))

export const ARCHIVE_REQUESTS = [
  /** An archive of these sessions, null: all that were not deleted. Answered also when the data cannot be used: then it is a raw copy. */
  z.object({
    kind: z.literal('export'),
    sessionIds: z.nullable(z.array(z.string().check(z.maxLength(256))).check(z.maxLength(10_000))),
    settings: z.boolean(),
  }),
  /** What of an archive a model would get although the transcript does not show it: to be read before it is imported. `again`, `only`: as below. */
  z.object({ kind: z.literal('look-into-import'), file: FileLike, again: z.optional(z.boolean()), only: PLACES }),
  /** `keep`: ids of what was found by looking, has been read, and is wanted; all else of it is left out. `again`: what is here already comes a second time. `only`: nothing else of the file comes. */
  z.object({
    kind: z.literal('import'),
    file: FileLike,
    keep: z.optional(z.array(z.string().check(z.maxLength(64))).check(z.maxLength(1000))),
    id: z.optional(z.string().check(z.maxLength(64))),
    again: z.optional(z.boolean()),
    only: PLACES,
  }),
  /** How far the import of this id has come. `stop`: it ends before its next session; what has arrived stays. */
  z.object({ kind: z.literal('import-progress'), id: z.string().check(z.maxLength(64)), stop: z.boolean() }),
  /** A session that cannot be read, so that it cannot be deleted by an input. Not to be undone: export it first. */
  z.object({ kind: z.literal('delete-damaged-session'), sessionId: z.string().check(z.maxLength(256)) }),
] as const

export const ARCHIVE_RESULTS = {
  ...EXPORT_RESULT,
  /** `text`: with hidden characters written out. `tooLong`: only its beginning, so it cannot be kept. `more`: so many are not listed. */
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
  /** `refused`: what was left out, and why. `known`: so many conversations were here already; `places`: where in the file they stand; `here`: the one that was. `recordings`: all that came are. */
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
  /** null: nothing of this id is under way. `of`: null until it is known. */
  'import-progress': z.lazy(() => z.nullable(z.object({ done: z.number(), of: z.nullable(z.number()) }))),
  'delete-damaged-session': z.null(),
}
export type ArchiveKind = keyof typeof ARCHIVE_RESULTS
