import * as z from 'zod/mini'
import { Thinking } from '../agent/config.ts'
import { UserIntent } from '../agent/user-intent.ts'
import { SessionId } from './common.ts'

/** What must not be lost: kept in the page's outbox until it is acknowledged, sent again with the same id. */
export const Command = z.discriminatedUnion('kind', [
  z.object({
    kind: z.literal('create-session'),
    sessionId: SessionId,
    providerId: z.string().check(z.maxLength(64)),
    model: z.string().check(z.minLength(1), z.maxLength(200)),
    thinking: z._default(Thinking, 'off'),
  }),
  /**
   * Makes session `sessionId` of what `from` was: with its first `count` rows, or as it was after its input `seq`. It arrives stopped.
   * `variant`: the two are shown as one conversation.
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
  /** Goes on here with a session that another device of this person has. */
  z.object({ kind: z.literal('take-session'), sessionId: SessionId }),
  z.object({
    kind: z.literal('input'),
    sessionId: SessionId,
    input: UserIntent,
  }),
])
export type Command = z.infer<typeof Command>
