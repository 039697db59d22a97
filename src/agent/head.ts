import type { Immutable } from 'mutative'
import * as z from 'zod/mini'
import { Failure } from './content.ts'
import { CALL_STATUSES } from './message.ts'
import { PlanInHead } from './plan.ts'
import { MAX_DEPTH } from './version.ts'

/**
 * The head: everything that `effectsAt` and `status` read, and everything the transition would otherwise need old rows
 * for. Every commit rewrites it: under 2 kB in ordinary sessions, whatever their length.
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
export type Hold = Immutable<z.infer<typeof Hold>>

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
export type LiveAnswer = Immutable<z.infer<typeof LiveAnswer>>

/** Index of an open call; derived from its row. */
export const OpenCall = z.lazy(() =>
  z.object({
    id: z.string(),
    name: z.string(),
    status: z.enum(CALL_STATUSES),
    attempt: z.int(),
    turnAt: z.nullable(z.number()),
    until: z.nullable(z.number()),
    /** While it waits for this session's work. */
    helper: z.optional(z.string()),
  }),
)
export type OpenCall = Immutable<z.infer<typeof OpenCall>>

/** A complete answer that still has open calls. `sequential`: one call of the batch requires it. */
export const UnsettledAnswer = z.lazy(() =>
  z.object({
    n: z.int(),
    cut: z.int(),
    sequential: z.boolean(),
    calls: z.array(OpenCall),
  }),
)
export type UnsettledAnswer = Immutable<z.infer<typeof UnsettledAnswer>>

/**
 * The source of a copied session: `session` at `seq`, of which the copy has the first `n` rows. `family`: root of the
 * variant tree; variants with one `family` are shown as one conversation. `acts`: calls in the outside world after that
 * point in `session`, by tool. `files`: how many of its workspace files differ. Both are as of the copy.
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
export type Origin = Immutable<z.infer<typeof Origin>>

/**
 * The session that this one helps: `call` is the tool call that waits for it there. `depth`: 1 for a helper of a
 * session that a person began. `released`: nothing waits for it any more.
 */
export const Parent = z.lazy(() =>
  z.object({
    session: z.string().check(z.minLength(1), z.maxLength(64)),
    call: z.string().check(z.minLength(1), z.maxLength(100)),
    depth: z.int().check(z.minimum(1), z.maximum(MAX_DEPTH)),
    released: z.optional(z.literal(true)),
  }),
)
export type Parent = Immutable<z.infer<typeof Parent>>

export const Head = z.lazy(() =>
  z.object({
    sessionId: z.string(),
    agentVersion: z.int(),
    /** Stamp and wall time of the last input that applied. */
    seq: z.int(),
    timestamp: z.number(),
    /** Wall time of the last input of the conversation; absent: `timestamp`. Housekeeping inputs do not move it. */
    activeAt: z.optional(z.number()),
    createdAt: z.number(),
    /** null: not named yet; '': naming ended without a name. */
    title: z.nullable(z.string()),
    deletedAt: z.nullable(z.number()),
    /** Rows in the transcript. */
    count: z.int(),
    /** Input that the brain has not been asked about. `cut` is the cut of the next request. */
    unseen: z.nullable(z.object({ cut: z.int(), user: z.boolean(), now: z.boolean() })),
    hold: z.nullable(Hold),
    turnsLeft: z.int(),
    /**
     * `granted`: the person chose to continue, so the next request may pass the daily limit once. `id`: stamp of the
     * person's input that began the run; a follow-up keeps it. `onward`: position of the asked model in the fallback
     * chain, from 1; absent: the chosen model.
     */
    run: z.object({
      tokens: z.number(),
      cost: z.number(),
      granted: z.optional(z.boolean()),
      id: z.optional(z.int()),
      onward: z.optional(z.int()),
    }),
    /** `day`: days since 1970 in UTC. */
    spent: z.object({ day: z.int(), cost: z.number() }),
    sameCall: z.nullable(z.object({ hash: z.string(), count: z.int() })),
    live: z.array(LiveAnswer),
    unsettled: z.array(UnsettledAnswer),
    newestCut: z.int(),
    /**
     * The last row, which `user-retry` and `user-continue` refer to. `key`: a user message's id, or an answer's cut as
     * text.
     */
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
    /** A name has been requested: after a crash it is not requested, and paid for, a second time. */
    naming: z.optional(z.boolean()),
    queued: z.object({ steer: z.int(), followUp: z.int() }),
    /** Estimated tokens of the next request's context. */
    contextSize: z.number(),
    /**
     * Tokens of the rest of a request (system prompt, tools), and the provider's count against our estimate, as of the
     * last answer.
     */
    measure: z.optional(z.object({ fixed: z.number(), factor: z.number() })),
    compressAbove: z.nullable(z.number()),
    compressedFor: z.nullable(z.number()),
    summaryCutAt: z.int(),
    /** Old results up to `at`, and the person's images up to `images`, are sent shortened. */
    pruned: z.optional(z.object({ at: z.int(), images: z.int() })),
    /** The rows of the person's last message and of those that joined with it. */
    lastUser: z.optional(z.object({ from: z.int(), to: z.int() })),
    /** The person wants the history compressed now. `cut` is the compression's own. */
    compact: z.optional(z.object({ cut: z.int(), instruction: z.string() })),
    /** Failed compressions in a row, and the reason of the last one. */
    compressFailed: z.optional(z.object({ count: z.int(), reason: z.string() })),
    /** Requests in a row that were too long. `due`: compress before the next one, whatever its size. */
    tooLong: z.optional(z.object({ count: z.int(), due: z.boolean() })),
    recent: z.array(z.string()),
    /** Only in helpers. */
    parent: z.optional(Parent),
    plan: z.optional(PlanInHead),
    /** The project that it belongs to; absent: none. One that is not on this device counts as none. */
    project: z.optional(z.string().check(z.maxLength(64))),
    /** Only in copies of another session. */
    origin: z.optional(Origin),
    /** It holds private material that no row shows: a memory that was sent, or an import. */
    private: z.optional(z.literal(true)),
    /** A recording of another run: it can be read, replayed and branched. Nothing can be added. */
    recorded: z.optional(z.literal(true)),
  }),
)
export type Head = Immutable<z.infer<typeof Head>>

/** Id of the current or last run. 0: none, or it began before runs had ids. */
export const runOf = ({ run }: Pick<Head, 'run'>): number => run.id ?? 0

/** Root of the variant tree that this session belongs to. */
export const familyOf = ({ sessionId, origin }: Pick<Head, 'sessionId' | 'origin'>): string =>
  origin?.family ?? sessionId

/** When the conversation last moved: wall time in ms. */
export const lastActive = ({ activeAt, timestamp }: Pick<Head, 'activeAt' | 'timestamp'>): number =>
  activeAt ?? timestamp
