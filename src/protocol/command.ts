import * as z from 'zod/mini'
import { Thinking } from '../agent/config.ts'
import { Mode } from '../agent/mode.ts'
import { UserIntent } from '../agent/user-intent.ts'
import { SessionId } from './common.ts'

/** Messages that must not be lost: kept in the page's outbox until acknowledged, sent again with the same id. */
export const Command = z.lazy(() =>
  z.discriminatedUnion('kind', [
    z.object({
      kind: z.literal('create-session'),
      sessionId: SessionId,
      providerId: z.string().check(z.maxLength(64)),
      model: z.string().check(z.minLength(1), z.maxLength(200)),
      thinking: z._default(Thinking, 'off'),
      /** The id of its persona; a persona that was deleted meanwhile counts as none. */
      persona: z.optional(z.string().check(z.maxLength(64))),
      /** The id of its project. */
      project: z.optional(z.string().check(z.minLength(1), z.maxLength(64))),
      /** Absent: that of the person's settings. */
      mode: z.optional(Mode),
    }),
    /**
     * Makes session `sessionId` from `from`: with its first `count` rows, or its state after the input `seq`. It
     * arrives stopped. `variant`: the two are shown as one conversation.
     */
    z.object({
      kind: z.literal('branch-session'),
      sessionId: SessionId,
      from: SessionId,
      at: z.union([
        z.object({ count: z.int().check(z.nonnegative()) }),
        z.object({ seq: z.int().check(z.nonnegative()) }),
      ]),
      variant: z.boolean(),
    }),
    /** Continues a session here that another device of this person has. */
    z.object({ kind: z.literal('take-session'), sessionId: SessionId }),
    /** Decides about a session that holds what only this device has: keep it, add it to the shared one, or drop it. */
    z.object({ kind: z.literal('settle-apart'), sessionId: SessionId, choice: z.enum(['keep', 'send', 'discard']) }),
    /** Whether this person's devices share it, from now on. */
    z.object({ kind: z.literal('share-session'), sessionId: SessionId, shared: z.boolean() }),
    /** Continues it here without the unreachable storage, as a session of this device alone. */
    z.object({ kind: z.literal('detach-session'), sessionId: SessionId }),
    z.object({
      kind: z.literal('input'),
      sessionId: SessionId,
      input: UserIntent,
    }),
  ]),
)
export type Command = z.infer<typeof Command>
