import * as z from 'zod/mini'
import { Failure } from './content.ts'
import { CALL_STATUSES } from './message.ts'

/**
 * The head: all that `effectsAt` and `status` read, and all that the transition would otherwise need old rows for. It is rewritten at
 * every commit: under 2 kB in ordinary sessions, and of a size that does not depend on how long the session is.
 */

export const Hold = z.lazy(() =>
  z.discriminatedUnion('kind', [
    z.object({ kind: z.literal('aborted') }),
    z.object({ kind: z.literal('failed'), failure: Failure }),
    z.object({
      kind: z.literal('limit'),
      limit: z.enum(['turns', 'tokens', 'cost-run', 'cost-day', 'same-call']),
    }),
  ]),
)
export type Hold = z.infer<typeof Hold>

/** Index of an answer that streams or waits; derived from its row after each input. */
export const LiveAnswer = z.lazy(() =>
  z.object({
    n: z.int(),
    cut: z.int(),
    attempt: z.int(),
    starts: z.int(),
    status: z.enum(['streaming', 'waiting']),
    retryAt: z.nullable(z.number()),
  }),
)
export type LiveAnswer = z.infer<typeof LiveAnswer>

/** Index of an open call; derived from its row. */
export const OpenCall = z.lazy(() =>
  z.object({
    id: z.string(),
    name: z.string(),
    status: z.enum(CALL_STATUSES),
    attempt: z.int(),
    turnAt: z.nullable(z.number()),
    until: z.nullable(z.number()),
  }),
)
export type OpenCall = z.infer<typeof OpenCall>

/** A complete answer that still has open calls. `sequential`: one call of the batch asks for it. */
export const UnsettledAnswer = z.lazy(() =>
  z.object({
    n: z.int(),
    cut: z.int(),
    sequential: z.boolean(),
    calls: z.array(OpenCall),
  }),
)
export type UnsettledAnswer = z.infer<typeof UnsettledAnswer>

/**
 * Where a session was copied from: `session` as it was at `seq`, of which it has the first `n` rows. `family`: it is a variant of that
 * session, or of one that that one is a variant of, from whose own rows it parts, and they are shown as one conversation under this name. `acts` in the world outside came after that in `session`, by their tools, and
 * `files` of its workspace are others there: both as they were when it was copied.
 */
export const Origin = z.lazy(() =>
  z.object({
    session: z.string().check(z.maxLength(64)),
    seq: z.int(),
    n: z.int().check(z.nonnegative()),
    family: z.optional(z.string().check(z.maxLength(64))),
    acts: z.optional(
      z.array(z.object({ tool: z.string().check(z.maxLength(200)), count: z.int() })).check(z.maxLength(8)),
    ),
    files: z.optional(z.int()),
  }),
)
export type Origin = z.infer<typeof Origin>

export const Head = z.lazy(() =>
  z.object({
    sessionId: z.string(),
    agentVersion: z.int(),
    /** Stamp and wall time of the last input that applied. */
    seq: z.int(),
    timestamp: z.number(),
    /** Wall time of the last input of the conversation; absent: `timestamp`. Inputs that only tidy up do not move it. */
    activeAt: z.optional(z.number()),
    createdAt: z.number(),
    /** null: never named; '': naming has ended without a name. */
    title: z.nullable(z.string()),
    deletedAt: z.nullable(z.number()),
    /** Rows in the transcript. */
    count: z.int(),
    /** What the brain has not been asked about: `cut` is the next asking's. */
    unseen: z.nullable(z.object({ cut: z.int(), user: z.boolean(), now: z.boolean() })),
    hold: z.nullable(Hold),
    turnsLeft: z.int(),
    /**
     * `granted`: the person asked to go on, so the next asking passes the day's limit once. `id`: the stamp of the person's input that
     * began the run; a follow-up that joins by itself goes on under it. `onward`: the place in the chain of the model that is asked, from 1
     * on; absent: the chosen one.
     */
    run: z.object({
      tokens: z.number(),
      cost: z.number(),
      granted: z.optional(z.boolean()),
      id: z.optional(z.int()),
      onward: z.optional(z.int()),
    }),
    /** `day` is days since 1970 in UTC. */
    spent: z.object({ day: z.int(), cost: z.number() }),
    sameCall: z.nullable(z.object({ hash: z.string(), count: z.int() })),
    live: z.array(LiveAnswer),
    unsettled: z.array(UnsettledAnswer),
    newestCut: z.int(),
    /** The last row: what `user-retry` and `user-continue` ask about. `key` is a user message's id or an answer's cut as text. */
    last: z.nullable(
      z.object({
        n: z.int(),
        role: z.enum(['user', 'assistant']),
        key: z.string(),
        status: z.string(),
        calls: z.int(),
        settled: z.boolean(),
      }),
    ),
    lastUserSeq: z.int(),
    /** A name is being asked for: whoever finds this after a crash does not ask, and pay, a second time. */
    naming: z.optional(z.boolean()),
    queued: z.object({ steer: z.int(), followUp: z.int() }),
    /** Estimated tokens of the context of the next asking. */
    contextSize: z.number(),
    /** What an asking weighs besides (system prompt, tools), and how a provider counts our estimates: both as the last answer reported. */
    measure: z.optional(z.object({ fixed: z.number(), factor: z.number() })),
    compressAbove: z.nullable(z.number()),
    compressedFor: z.nullable(z.number()),
    summaryCutAt: z.int(),
    /** Old results up to `at`, and images of the person up to `images`, are sent shortened. */
    pruned: z.optional(z.object({ at: z.int(), images: z.int() })),
    /** The rows of the last message of the person, and of those that joined with it. */
    lastUser: z.optional(z.object({ from: z.int(), to: z.int() })),
    /** The person wants the history compressed now; `cut` is the compression's own. */
    compact: z.optional(z.object({ cut: z.int(), instruction: z.string() })),
    /** Compressions that failed in a row, and why the last one did. */
    compressFailed: z.optional(z.object({ count: z.int(), reason: z.string() })),
    /** Askings in a row that were too long; `due`: the history is compressed before the next one, whatever its size. */
    tooLong: z.optional(z.object({ count: z.int(), due: z.boolean() })),
    recent: z.array(z.string()),
    /** Of a copy of another session; absent: it began by itself. */
    origin: z.optional(Origin),
    /** A recording of what ran elsewhere: it can be looked at, replayed and branched, and nothing is added to it. */
    recorded: z.optional(z.literal(true)),
  }),
)
export type Head = z.infer<typeof Head>

/** The name of what runs, or rests since. 0: nothing has run, or it began before runs had names. */
export const runOf = ({ run }: Pick<Head, 'run'>): number => run.id ?? 0

/** The conversation that this session is, or is a variant of. */
export const familyOf = ({ sessionId, origin }: Pick<Head, 'sessionId' | 'origin'>): string =>
  origin?.family ?? sessionId

/** When the conversation last moved, wall time in ms. */
export const lastActive = ({ activeAt, timestamp }: Pick<Head, 'activeAt' | 'timestamp'>): number =>
  activeAt ?? timestamp
