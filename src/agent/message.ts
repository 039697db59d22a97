import { z } from 'zod'
import { AnswerBlock, Display, Failure, Meta, PlainBlock, Question, Sha, StopReason, Usage } from './content.ts'

/**
 * Rows of the transcript. `n` is the row's place (0, 1, 2, …), its storage key and `aria-posinset` - 1; rows are only ever appended or
 * replaced in place. `seq` is the stamp at which the row joined: it decides what an asking sees.
 */

export const Delivery = z.enum(['steer', 'follow-up', 'now', 'interrupt'])
export type Delivery = z.infer<typeof Delivery>

export const UserMessage = z.object({
  role: z.literal('user'),
  n: z.number().int().nonnegative(),
  seq: z.number().int(),
  timestamp: z.number(),
  id: z.string(),
  content: z.array(PlainBlock),
  delivery: Delivery,
})
export type UserMessage = z.infer<typeof UserMessage>

/** A message that waits for its turn; a row of its own, because the head must stay small. `seq` is the order of sending. */
export const QueuedMessage = z.object({
  id: z.string(),
  seq: z.number().int(),
  timestamp: z.number(),
  content: z.array(PlainBlock),
  delivery: z.enum(['steer', 'follow-up']),
})
export type QueuedMessage = z.infer<typeof QueuedMessage>

export const ToolResult = z.object({
  /** `cut-off`: the answer hit its output limit, so the call never ran. */
  kind: z.enum(['ok', 'error', 'denied', 'aborted', 'skipped', 'reported', 'cut-off']),
  content: z.array(PlainBlock),
  details: Display.optional(),
  terminate: z.boolean(),
  /** The whole result, when `content` holds only its head. */
  blob: Sha.optional(),
  timestamp: z.number(),
})
export type ToolResult = z.infer<typeof ToolResult>

export const CALL_STATUSES = ['announced', 'pending', 'ready', 'waiting', 'asking', 'unknown', 'closed'] as const
export const ToolCall = z.object({
  /** `<cut>.<attempt>.<n>`: ours, unique in the session, the idempotency key. */
  id: z.string(),
  /** The provider's id: may repeat, is sent back to the provider. */
  providerId: z.string(),
  name: z.string(),
  /** JSON text of the arguments that will run (prepared, or edited by the person). */
  args: z.string(),
  meta: Meta.optional(),
  /** What this call needs the person's word for, once, whatever the tool's policy says. */
  grant: z.string().max(300).optional(),
  /** What this call would let out that nobody gave, as it would be sent: the person decides of this call alone, whatever was granted. */
  sends: z.string().max(40_000).optional(),
  repeat: z.enum(['pure', 'idempotent', 'once']),
  sequential: z.boolean(),
  /** pending: needs approval. waiting: for `until`. asking: a question to the person. unknown: it may or may not have happened. */
  status: z.enum(CALL_STATUSES),
  turnAt: z.number().nullable(),
  attempt: z.number().int(),
  started: z.boolean(),
  starts: z.number().int(),
  /** Wall time, ms: when a waiting call goes on. */
  until: z.number().nullable(),
  /** What a call that waits for a time closes with when it is due; null: it is tried again. */
  closeWith: z.array(PlainBlock).nullable(),
  question: Question.nullable(),
  result: ToolResult.nullable(),
})
export type ToolCall = z.infer<typeof ToolCall>

export const Answer = z.object({
  role: z.literal('assistant'),
  n: z.number().int().nonnegative(),
  seq: z.number().int(),
  timestamp: z.number(),
  /** The answer's identity: the stamp of the last thing that was to be seen when it was asked for (seed 003's calledBrainAt). */
  cut: z.number().int(),
  attempt: z.number().int(),
  starts: z.number().int(),
  status: z.enum(['streaming', 'waiting', 'complete', 'failed', 'aborted', 'replaced']),
  /** The whole answer, or the longest text received of a broken or stopped one. */
  content: z.array(AnswerBlock),
  calls: z.array(ToolCall),
  changedContext: z.boolean(),
  /** So many earlier results and messages were looked up for it. */
  lookups: z.number().int().optional(),
  /** Wall time, ms. */
  retryAt: z.number().nullable(),
  /** Stamp at which it had ended and its last result had come; null until then, and for ever on failed ones. */
  settledAt: z.number().nullable(),
  /** Why its last attempt failed, as long as that matters (waiting, failed). */
  failure: Failure.nullable(),
  model: z.object({ providerId: z.string(), model: z.string() }).nullable(),
  stopReason: StopReason.nullable(),
  usage: Usage.nullable(),
  /** US dollars, null: no price known. */
  cost: z.number().nullable(),
  endedAt: z.number().nullable(),
})
export type Answer = z.infer<typeof Answer>

export const Message = z.discriminatedUnion('role', [UserMessage, Answer])
export type Message = z.infer<typeof Message>

export const isOpen = (call: ToolCall): boolean => call.status !== 'closed' && call.status !== 'announced'

/** The answer belongs to the context of later askings: it is complete, or was stopped, and nothing of it is still to come. */
export const speaks = (answer: Answer): boolean =>
  (answer.status === 'complete' || answer.status === 'aborted') && answer.settledAt !== null
