import * as z from 'zod/mini'
import { MOST_MEMORY } from '../settings/memory.ts'

/** Notes that outlive a session: `memory.md`. */

export const MEMORY_REQUESTS = [
  z.object({ kind: z.literal('get-memory') }),
  /** `before`: the text that the person edited; refused if it has changed since. Absent: the text is replaced. */
  z.object({
    kind: z.literal('set-memory'),
    text: z.string().check(z.maxLength(MOST_MEMORY)),
    before: z.optional(z.string()),
  }),
] as const

export const MEMORY_RESULTS = { 'get-memory': z.string(), 'set-memory': z.string() }
export type MemoryKind = keyof typeof MEMORY_RESULTS
