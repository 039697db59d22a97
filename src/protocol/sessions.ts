import { z } from 'zod'
import { Message } from '../agent/message.ts'
import { SessionId, SessionItem, SessionView, StreamSnapshot } from './common.ts'

/** The list of sessions, and what a page shows of one: committed rows, and text under way. */

export const SESSION_REQUESTS = [
  z.object({ kind: z.literal('list-sessions') }),
  /** Opens a session in this page: from now on its deltas and streams are sent to it. */
  z.object({
    kind: z.literal('open-session'),
    sessionId: SessionId,
    tail: z.number().int().min(1).max(100),
  }),
  z.object({ kind: z.literal('close-session'), sessionId: SessionId }),
  /** Rows `from <= n < to`. */
  z.object({
    kind: z.literal('rows'),
    sessionId: SessionId,
    from: z.number().int().nonnegative(),
    to: z.number().int().nonnegative(),
  }),
  z.object({ kind: z.literal('streams'), sessionId: SessionId }),
] as const

export const SESSION_RESULTS = {
  'list-sessions': z.array(SessionItem),
  /** null: no such session. */
  'open-session': z
    .object({ view: SessionView, streams: z.array(StreamSnapshot), damaged: z.array(z.number()) })
    .nullable(),
  'close-session': z.null(),
  /** `damaged`: places whose rows cannot be read; the page marks them. */
  rows: z.object({ seq: z.number(), messages: z.array(Message), damaged: z.array(z.number()) }),
  streams: z.array(StreamSnapshot),
}
export type SessionKind = keyof typeof SESSION_RESULTS
