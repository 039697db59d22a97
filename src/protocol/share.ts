import * as z from 'zod/mini'
import { Message } from '../agent/message.ts'
import { SessionId } from './common.ts'
import { FileLike } from './file-like.ts'

/** Exporting one conversation in a form that others can read. Without secrets. */

/** `hidden`: rows in which a secret was hidden. `files`: those of the workspace. Times: wall time, ms. */
const ShareContents = z.object({
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
const ShareRows = z.object({ rows: z.array(Message), next: z.nullable(z.int()) })
export type ShareRows = z.infer<typeof ShareRows>

export const SHARE_REQUESTS = {
  /** What there is to export. */
  'share-contents': { args: { sessionId: SessionId }, result: ShareContents },
  /** Rows `from <= n`, as many as come at once. */
  'share-rows': { args: { sessionId: SessionId, from: z.int().check(z.nonnegative()) }, result: ShareRows },
  /** The text of a file; null if it is not text, or its bytes are missing. */
  'share-text': { args: { sha: z.string().check(z.regex(/^[0-9a-f]{64}$/)) }, result: z.nullable(z.string()) },
  /**
   * The whole run of this session and its variants as one file, without secrets. `handOver`: it arrives as sessions to
   * continue, not as recordings. `wire`: with the recorded wire.
   */
  'black-box': {
    args: { sessionId: SessionId, handOver: z.optional(z.boolean()), wire: z.optional(z.boolean()) },
    result: z.object({ file: FileLike, sessions: z.int() }),
  },
}
