import * as z from 'zod/mini'
import { FileLike } from './file-like.ts'

export const EXPORT_RESULT = {
  /**
   * `raw`: a copy of data that this version cannot use. `notes`: what was damaged, missing or left out, a sentence
   * each. `missing`: how many session files are not in it.
   */
  export: z.lazy(() =>
    z.object({
      file: FileLike,
      name: z.string(),
      sessions: z.number(),
      raw: z.boolean(),
      notes: z.array(z.string()),
      missing: z.number(),
    }),
  ),
}
