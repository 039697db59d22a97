import * as z from 'zod/mini'
import { Message } from '../agent/message.ts'

/** Content of the dialog for sharing, as it travels: JSON text in the answers to `share`. */

/** `hidden`: rows in which a secret was hidden. `files`: those of the workspace. Times: wall time, ms. */
export const ShareContents = z.object({
  title: z.string(),
  createdAt: z.number(),
  model: z.string(),
  count: z.int(),
  own: z.int(),
  answers: z.int(),
  thinking: z.int(),
  calls: z.int(),
  attached: z.int(),
  /** Of the messages, without thinking and calls. */
  characters: z.int(),
  hidden: z.int(),
  /** Recorded exchanges with models. */
  wire: z.int(),
  /** Unreadable rows, which are left out. */
  damaged: z.int(),
  files: z.array(z.object({ path: z.string(), size: z.number(), mediaType: z.string(), blob: z.string() })),
})
export type ShareContents = z.infer<typeof ShareContents>

/** `next`: where to continue; null: these were the last. */
export const ShareRows = z.object({ rows: z.array(Message), next: z.nullable(z.int()) })
export type ShareRows = z.infer<typeof ShareRows>
export const ShareText = z.nullable(z.string())
