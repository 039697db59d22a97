import * as z from 'zod/mini'
import { Config } from '../agent/config.ts'
import { Head } from '../agent/head.ts'
import { Message, QueuedMessage } from '../agent/message.ts'
import { StreamBlock, Way } from '../agent/stream-block.ts'

/** Shapes that both directions of the protocol share. */

/** Raised when a message changes its meaning: tabs with other code must not talk to each other. */
export const PROTOCOL_VERSION = 3

export const SessionId = z.string().check(z.regex(/^[A-Za-z0-9_-]{1,64}$/))
export const CommandId = z.string().check(z.minLength(1), z.maxLength(64))

/** What a page needs to show a session at once: everything but old rows. `partials` is text that broken or running answers have received. */
export const SessionView = z.lazy(() =>
  z.object({
    head: Head,
    config: Config,
    queue: z.array(QueuedMessage),
    /** The tail of the transcript, sorted by `n`. */
    messages: z.array(Message),
  }),
)
export type SessionView = z.infer<typeof SessionView>

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
    /** Nothing was ever said in it, and nothing else was done with it. */
    untouched: z.optional(z.boolean()),
    /** Of a copy: the session that it was made of, and how many rows both have. `family`: it is a variant of that conversation. */
    origin: z.optional(z.object({ session: z.string(), n: z.number(), family: z.optional(z.string()) })),
    /** What `origin` of others calls it, where that is not its id (worker/sync/same-name.ts); absent: as it was said last. */
    knownAs: z.optional(z.string()),
    /**
     * Another device of this person has it; here it is followed. `by`: its name, '' unknown; `seen`: when it was heard last; wall time, ms. `free`: it
     * was given back, and none has it.
     */
    elsewhere: z.optional(z.object({ by: z.string(), seen: z.nullable(z.number()), free: z.optional(z.boolean()) })),
    /** The storage of the devices has not done for a while what it is asked for; absent: as it was said last. */
    trouble: z.optional(z.boolean()),
    /**
     * What of a shared session this device alone has, until a person decides what becomes of it; null: it is decided; absent: as it was said
     * last. `session`: where the shared one goes on, null: it was deleted. `messages`, `answers`, `results` (of acts that both
     * know to have begun): how many. `chosen`: nobody went on with it, its person did without the storage.
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
 * All that an answer under way has received. `start` numbers the askings of one attempt; `live`: still being received. `earlier`: the
 * longest text of the askings before, while this one has brought less.
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
