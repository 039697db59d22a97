import * as z from 'zod/mini'
import { MOST_MEMORY } from '../settings/memory.ts'

/** Notes that outlive a session: `memory.md`. */

export const MEMORY_REQUESTS = {
  'get-memory': { result: z.string() },
  /** `before`: the text that the person edited; refused if it has changed since. Absent: the text is replaced. */
  'set-memory': {
    args: { text: z.string().check(z.maxLength(MOST_MEMORY)), before: z.optional(z.string()) },
    result: z.string(),
    changesSettings: true,
  },
}
