import type { Immutable } from 'mutative'
import * as z from 'zod/mini'

/**
 * One past state of a file. `timestamp`: wall time in ms. `blob` null: deleted. `by`: the tool call that changed it;
 * null: the person.
 */
export const FileVersion = z.object({
  seq: z.number(),
  timestamp: z.number(),
  blob: z.nullable(z.string()),
  size: z.number(),
  mediaType: z.string(),
  by: z.nullable(z.string()),
})
export type FileVersion = Immutable<z.infer<typeof FileVersion>>
