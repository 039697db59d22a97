import * as z from 'zod/mini'
import { Message } from '../agent/message.ts'
import { SessionId, SessionItem, SessionView, StreamSnapshot } from './common.ts'

/** The list of sessions, and what a page shows of one: committed rows, and streaming text. */

export const SESSION_REQUESTS = [
  z.object({ kind: z.literal('list-sessions') }),
  /** Opens a session in this page: from now on it gets its deltas and streams. */
  z.object({
    kind: z.literal('open-session'),
    sessionId: SessionId,
    tail: z.int().check(z.minimum(1), z.maximum(100)),
  }),
  z.object({ kind: z.literal('close-session'), sessionId: SessionId }),
  /** Rows `from <= n < to`. */
  z.object({
    kind: z.literal('rows'),
    sessionId: SessionId,
    from: z.int().check(z.nonnegative()),
    to: z.int().check(z.nonnegative()),
  }),
  z.object({ kind: z.literal('streams'), sessionId: SessionId }),
] as const

export const SESSION_RESULTS = {
  'list-sessions': z.array(SessionItem),
  /** null: no such session. `hasFiles`: its workspace has a file, or it is linked to a folder on disk. */
  'open-session': z.lazy(() =>
    z.nullable(
      z.object({
        view: SessionView,
        streams: z.array(StreamSnapshot),
        damaged: z.array(z.number()),
        hasFiles: z.boolean(),
      }),
    ),
  ),
  'close-session': z.null(),
  /** `damaged`: places of unreadable rows; the page marks them. */
  rows: z.lazy(() => z.object({ seq: z.number(), messages: z.array(Message), damaged: z.array(z.number()) })),
  streams: z.array(StreamSnapshot),
}
export type SessionKind = keyof typeof SESSION_RESULTS
