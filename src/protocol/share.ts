import * as z from 'zod/mini'
import { SessionId } from './common.ts'
import { FileLike } from './file-like.ts'

/** Exporting one conversation in a form that others can read. */

/** JSON text (see share-view.ts), without secrets. */
export const SHARE_REQUESTS = {
  share: {
    args: {
      sessionId: SessionId,
      what: z.discriminatedUnion('type', [
        /** What there is to export. */
        z.object({ type: z.literal('contents') }),
        /** Rows `from <= n`, as many as come at once. */
        z.object({ type: z.literal('rows'), from: z.int().check(z.nonnegative()) }),
        /** The text of a file; null if it is not text. */
        z.object({ type: z.literal('text'), sha: z.string().check(z.regex(/^[0-9a-f]{64}$/)) }),
      ]),
    },
    result: z.string(),
  },
  /**
   * The whole run of this session and its variants as one file, without secrets. `handOver`: it arrives as sessions to
   * continue, not as recordings. `wire`: with the recorded wire.
   */
  'black-box': {
    args: { sessionId: SessionId, handOver: z.optional(z.boolean()), wire: z.optional(z.boolean()) },
    result: z.object({ file: FileLike, sessions: z.int() }),
  },
}
