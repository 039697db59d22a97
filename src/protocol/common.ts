import type { Immutable } from 'mutative'
import * as z from 'zod/mini'
import { Config } from '../agent/config.ts'
import { Head } from '../agent/head.ts'
import { Message, QueuedMessage } from '../agent/message.ts'
import { Plan, PlanInHead } from '../agent/plan.ts'
import { StreamBlock, Way } from '../agent/stream-block.ts'

/** Shapes that both directions of the protocol share. */

/** Raised when a message changes its meaning: tabs with other code must not talk to each other. */
export const PROTOCOL_VERSION = 3

export const SessionId = z.string().check(z.regex(/^[A-Za-z0-9_-]{1,64}$/))
export const CommandId = z.string().check(z.minLength(1), z.maxLength(64))

/**
 * Everything a page needs to show a session at once, except old rows. `partials`: received text of broken or running
 * answers.
 */
export const SessionView = z.lazy(() =>
  z.object({
    head: Head,
    config: Config,
    queue: z.array(QueuedMessage),
    /** null or absent: it has none. */
    plan: z.optional(z.nullable(Plan)),
    /** The tail of the transcript, sorted by `n`. */
    messages: z.array(Message),
  }),
)
export type SessionView = Immutable<z.infer<typeof SessionView>>

/** One line of the sessions list. `timestamp`: when its conversation last moved. `busy`: its machine has work to do. */
export const SessionItem = z.lazy(() =>
  z.object({
    id: z.string(),
    title: z.string(),
    timestamp: z.number(),
    createdAt: z.number(),
    status: z.string(),
    busy: z.boolean(),
    count: z.number(),
    deletedAt: z.nullable(z.number()),
    /** Its head cannot be read: it can be exported and deleted, not opened. */
    damaged: z.optional(z.boolean()),
    /** Where its plan is; absent: it has none. */
    plan: z.optional(PlanInHead),
    /** The project that it belongs to; absent: none. */
    project: z.optional(z.string()),
    /** Nothing was said or done in it yet. */
    untouched: z.optional(z.boolean()),
    /** Of a copy: its source, and how many rows both have. `family`: it is a variant of that conversation. */
    origin: z.optional(z.object({ session: z.string(), n: z.number(), family: z.optional(z.string()) })),
    /**
     * Of a helper: the session and the call that it helps, and what its run has used so far (tokens, US dollars).
     * `released`: nothing waits for it any more.
     */
    helps: z.optional(
      z.object({
        session: z.string(),
        call: z.string(),
        tokens: z.number(),
        cost: z.number(),
        released: z.optional(z.boolean()),
      }),
    ),
    /**
     * Its name in the `origin` of others, if that is not its id (worker/sync/session/same-name.ts); absent: unchanged.
     */
    knownAs: z.optional(z.string()),
    /**
     * Another device of this person has it, and it is followed here. `by`: name of the device, '' if unknown. `seen`:
     * when it was last heard, wall time, ms. `free`: it was released, and no device has it.
     */
    elsewhere: z.optional(z.object({ by: z.string(), seen: z.nullable(z.number()), free: z.optional(z.boolean()) })),
    /** The storage of the devices has been failing for a while; absent: unchanged. */
    trouble: z.optional(z.boolean()),
    /** Something done here has not been in the storage of the devices for a while; absent: unchanged. */
    unsent: z.optional(z.boolean()),
    /**
     * What the storage has lost of it, and this device has. `part`: a part; `all`: everything in the storage is gone,
     * and only a person shares it again; null: nothing; absent: unchanged.
     */
    lost: z.optional(z.nullable(z.enum(['part', 'all']))),
    /**
     * The part of a shared session that only this device has, until a person decides about it; null: decided; absent:
     * unchanged. `session`: the shared one; null: it was deleted. `messages`, `answers`, `results` (of acts that both
     * know to have begun): how many. `chosen`: no device continued it; the person went on without the storage.
     */
    apart: z.optional(
      z.nullable(
        z.object({
          by: z.string(),
          session: z.nullable(z.string()),
          messages: z.number(),
          answers: z.number(),
          results: z.number(),
          chosen: z.optional(z.boolean()),
        }),
      ),
    ),
  }),
)
export type SessionItem = z.infer<typeof SessionItem>

/**
 * All received text of a running answer. `start` numbers the requests of one attempt. `live`: still being received.
 * `earlier`: the longest text of earlier requests, while this one has brought less.
 */
export const StreamSnapshot = z.lazy(() =>
  z.object({
    cut: z.int(),
    attempt: z.int(),
    start: z.int(),
    way: Way,
    live: z.boolean(),
    blocks: z.array(StreamBlock),
    earlier: z.optional(z.array(StreamBlock)),
  }),
)
export type StreamSnapshot = z.infer<typeof StreamSnapshot>
