import { z } from 'zod'
import { UserIntent } from '../agent/user-intent.ts'
import { SessionId } from './common.ts'

/** What must not be lost: kept in the page's outbox until it is acknowledged, sent again with the same id. */
export const Command = z.discriminatedUnion('kind', [
  z.object({
    kind: z.literal('create-session'),
    sessionId: SessionId,
    providerId: z.string().max(64),
    model: z.string().min(1).max(200),
    thinking: z.enum(['off', 'low', 'medium', 'high']).default('off'),
  }),
  z.object({
    kind: z.literal('input'),
    sessionId: SessionId,
    input: UserIntent,
  }),
])
export type Command = z.infer<typeof Command>
