import type { Immutable } from 'mutative'
import * as z from 'zod/mini'
import {
  AnswerBlock,
  Display,
  Failure,
  Meta,
  PlainBlock,
  Question,
  Sha,
  StopReason,
  Usage,
  Written,
} from './content.ts'
import { Form, FormAnswered } from './form.ts'
import { Mode } from './mode.ts'

/**
 * Rows of the transcript. `n` is the position (0, 1, 2, …), the storage key, and `aria-posinset` - 1. Rows are only
 * appended, or replaced in place. `seq` is the stamp at which the row joined: it decides what a request sees.
 */

export const Delivery = z.enum(['steer', 'follow-up', 'now', 'interrupt'])
export type Delivery = z.infer<typeof Delivery>

export const UserMessage = z.lazy(() =>
  z.object({
    role: z.literal('user'),
    n: z.int().check(z.nonnegative()),
    seq: z.int(),
    timestamp: z.number(),
    id: z.string(),
    content: z.array(PlainBlock),
    delivery: Delivery,
    /** Written by the session that this one helps, not by a person. */
    by: z.optional(z.literal('agent')),
  }),
)
export type UserMessage = Immutable<z.infer<typeof UserMessage>>

/** A queued message: a separate row, because the head must stay small. `seq` is the order of sending. */
export const QueuedMessage = z.lazy(() =>
  z.object({
    id: z.string(),
    seq: z.int(),
    timestamp: z.number(),
    content: z.array(PlainBlock),
    delivery: z.enum(['steer', 'follow-up']),
  }),
)
export type QueuedMessage = Immutable<z.infer<typeof QueuedMessage>>

export const ToolResult = z.lazy(() =>
  z.object({
    /** `cut-off`: the answer hit its output limit, so the call never ran. */
    kind: z.enum(['ok', 'error', 'denied', 'aborted', 'skipped', 'reported', 'cut-off']),
    content: z.array(PlainBlock),
    details: z.optional(Display),
    terminate: z.boolean(),
    /** The whole result, if `content` has only its beginning. */
    blob: z.optional(Sha),
    /** The result comes from a recording: nothing was done. */
    recorded: z.optional(z.boolean()),
    timestamp: z.number(),
  }),
)
export type ToolResult = Immutable<z.infer<typeof ToolResult>>

/** Requests to one origin since private material was read, this call's included: how many, and the newest addresses. */
export const Opens = z.lazy(() =>
  z.object({ count: z.int(), list: z.array(z.string().check(z.maxLength(300))).check(z.maxLength(20)) }),
)

export const CALL_STATUSES = ['announced', 'pending', 'ready', 'waiting', 'asking', 'unknown', 'closed'] as const
export const ToolCall = z.lazy(() =>
  z.object({
    /** `<cut>.<attempt>.<n>`: ours, unique in the session. */
    id: z.string(),
    /**
     * Idempotency key for the outside world, drawn at random when the call was announced. Absent in calls from before
     * there were keys.
     */
    key: z.optional(z.string().check(z.maxLength(64))),
    /** The provider's id: may repeat, is sent back to the provider. */
    providerId: z.string(),
    name: z.string(),
    /** JSON text of the arguments that will run (prepared, or edited by the person). */
    args: z.string(),
    meta: z.optional(Meta),
    /** A permission that this call needs once, whatever the tool's policy says. */
    grant: z.optional(z.string().check(z.maxLength(300))),
    /**
     * Data that this call would send out although nobody gave it, as it would be sent. The person decides about this
     * call alone, whatever was granted.
     */
    sends: z.optional(z.string().check(z.maxLength(40_000))),
    /** Shown with the question that the grant `links:<origin>` asks. */
    opens: z.optional(Opens),
    /** It runs without a question because the session's mode is at least this one ("ask": in every mode). */
    freeIn: z.optional(Mode),
    repeat: z.enum(['pure', 'idempotent', 'once']),
    sequential: z.boolean(),
    /**
     * pending: needs approval. waiting: for `until`, or for its helper. asking: a question to the person. unknown: it
     * may or may not have happened.
     */
    status: z.enum(CALL_STATUSES),
    turnAt: z.nullable(z.number()),
    attempt: z.int(),
    started: z.boolean(),
    starts: z.int(),
    /** Wall time, ms: when a waiting call continues. */
    until: z.nullable(z.number()),
    /** The result of a timed wait when it is due; null: the call is tried again. */
    closeWith: z.nullable(z.array(PlainBlock)),
    question: z.nullable(Question),
    /** A question of a server to the person, while the call is `asking`. */
    form: z.optional(Form),
    /** The newest answer to such a question. */
    answered: z.optional(FormAnswered),
    /** The session that does the work of this call. While it is at work, the call waits for it. */
    helper: z.optional(z.string().check(z.maxLength(64))),
    result: z.nullable(ToolResult),
  }),
)
export type ToolCall = Immutable<z.infer<typeof ToolCall>>

export const Answer = z.lazy(() =>
  z.object({
    role: z.literal('assistant'),
    n: z.int().check(z.nonnegative()),
    seq: z.int(),
    timestamp: z.number(),
    /** Identity of the answer: the stamp of the last input visible to the request (seed 003's calledBrainAt). */
    cut: z.int(),
    attempt: z.int(),
    starts: z.int(),
    status: z.enum(['streaming', 'waiting', 'complete', 'failed', 'aborted', 'replaced']),
    /**
     * The whole answer in its order, with the places of its calls. Of a broken or stopped answer, the longest text
     * received.
     */
    content: z.array(AnswerBlock),
    calls: z.array(ToolCall),
    changedContext: z.boolean(),
    /** What its request told the model after all rows before it: the plan, as the person changed it. */
    told: z.optional(z.string()),
    /** How many earlier results and messages were looked up for it. */
    lookups: z.optional(z.int()),
    /** Wall time, ms. */
    retryAt: z.nullable(z.number()),
    /** Stamp at which it had ended and its last result had come; null before that, and always for failed answers. */
    settledAt: z.nullable(z.number()),
    /** Why its last attempt failed, while that matters (waiting, failed). */
    failure: z.nullable(Failure),
    model: z.nullable(z.object({ providerId: z.string(), model: z.string() })),
    stopReason: z.nullable(StopReason),
    usage: z.nullable(Usage),
    /** US dollars; null: price unknown. */
    cost: z.nullable(z.number()),
    endedAt: z.nullable(z.number()),
    /** From its last request to its first word, in ms; absent: unknown. */
    firstAfter: z.optional(z.number()),
    /** The model wrote calls as text. */
    written: z.optional(Written),
    /** Of a failed answer: the model that was asked instead. */
    wentOn: z.optional(z.object({ providerId: z.string(), model: z.string() })),
  }),
)
export type Answer = Immutable<z.infer<typeof Answer>>

export const Message = z.lazy(() => z.discriminatedUnion('role', [UserMessage, Answer]))
export type Message = Immutable<z.infer<typeof Message>>

/** The idempotency key of a call: unique across branches and sessions. */
export const keyOf = ({ key, id }: { readonly key?: string | undefined; readonly id: string }): string => key ?? id

export const isOpen = (call: ToolCall): boolean => call.status !== 'closed' && call.status !== 'announced'

/**
 * Whether the answer belongs to the context of later requests: it is complete or was stopped, and nothing of it is
 * still to come.
 */
export const speaks = (answer: Answer): boolean =>
  (answer.status === 'complete' || answer.status === 'aborted') && answer.settledAt !== null
