import * as z from 'zod/mini'
import { Message } from '../agent/message.ts'
import { SessionId, SessionItem, SessionView, StreamSnapshot } from './common.ts'

/** The list of sessions, and what a page shows of one: committed rows, and streaming text. */

export const SESSION_REQUESTS = {
  'list-sessions': { result: z.array(SessionItem) },
  /** Opens a session in this page: from now on it gets its deltas and streams. */
  'open-session': {
    args: { sessionId: SessionId, tail: z.int().check(z.minimum(1), z.maximum(100)) },
    /** null: no such session. `hasFiles`: its workspace has a file, or it is linked to a folder on disk. */
    result: z.lazy(() =>
      z.nullable(
        z.object({
          view: SessionView,
          streams: z.array(StreamSnapshot),
          damaged: z.array(z.number()),
          hasFiles: z.boolean(),
        }),
      ),
    ),
  },
  'close-session': { args: { sessionId: SessionId }, result: z.null() },
  /** Rows `from <= n < to`. */
  rows: {
    args: { sessionId: SessionId, from: z.int().check(z.nonnegative()), to: z.int().check(z.nonnegative()) },
    /** `damaged`: places of unreadable rows; the page marks them. */
    result: z.lazy(() => z.object({ seq: z.number(), messages: z.array(Message), damaged: z.array(z.number()) })),
  },
  streams: { args: { sessionId: SessionId }, result: z.array(StreamSnapshot) },
  /** Stops a private session and forgets it, with its copies and helpers. */
  'end-private': { args: { sessionId: SessionId }, result: z.null() },
}
