import * as z from 'zod/mini'
import { FileLike } from './file-like.ts'

export const EXPORT_REQUESTS = {
  /**
   * An archive of these sessions; null: all, except deleted ones. Answered even if the data is unusable: then it is a
   * raw copy.
   */
  export: {
    args: {
      sessionIds: z.nullable(z.array(z.string().check(z.maxLength(256))).check(z.maxLength(10_000))),
      settings: z.boolean(),
      /** Of this project: it goes with its sessions. */
      project: z.optional(z.string().check(z.maxLength(64))),
    },
    /**
     * `raw`: a copy of data that this version cannot use. `notes`: what was damaged, missing or left out, a sentence
     * each. `missing`: how many session files are not in it.
     */
    result: z.lazy(() =>
      z.object({
        file: FileLike,
        name: z.string(),
        sessions: z.number(),
        raw: z.boolean(),
        notes: z.array(z.string()),
        missing: z.number(),
      }),
    ),
  },
}
