import * as z from 'zod/mini'
import { SessionId } from './common.ts'
import { FileLike } from './file-like.ts'

/** Exporting one conversation in a form that others can read. */

export const SHARE_REQUESTS = [
  z.object({
    kind: z.literal('share'),
    sessionId: SessionId,
    what: z.discriminatedUnion('type', [
      /** What there is to export. */
      z.object({ type: z.literal('contents') }),
      /** Rows `from <= n`, as many as come at once. */
      z.object({ type: z.literal('rows'), from: z.int().check(z.nonnegative()) }),
      /** The text of a file; null if it is not text. */
      z.object({ type: z.literal('text'), sha: z.string().check(z.regex(/^[0-9a-f]{64}$/)) }),
    ]),
  }),
  /**
   * The whole run of this session and its variants as one file, without secrets. `handOver`: it arrives as sessions to
   * continue, not as recordings. `wire`: with the recorded wire.
   */
  z.object({
    kind: z.literal('black-box'),
    sessionId: SessionId,
    handOver: z.optional(z.boolean()),
    wire: z.optional(z.boolean()),
  }),
] as const

/** JSON text (see share-view.ts), without secrets. */
export const SHARE_RESULTS = {
  share: z.string(),
  'black-box': z.object({ file: FileLike, sessions: z.int() }),
}
