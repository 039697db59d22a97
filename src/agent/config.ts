import * as z from 'zod/mini'
import type { ThinkingLevel } from '../llm/port.ts'

/** Configuration of one session: a row of its own, never part of the head. */

/** What the transition needs to know of a tool. Words and schemas for the model come from the tool list at the time of asking. */
export const ToolPolicy = z.lazy(() =>
  z.object({
    repeat: z.enum(['pure', 'idempotent', 'once']),
    approval: z.enum(['allow', 'ask', 'never']),
    sequential: z.boolean(),
    /** Of a remote tool: stands for what its server said of it when this was decided. */
    hash: z.optional(z.string().check(z.maxLength(64))),
  }),
)
export type ToolPolicy = z.infer<typeof ToolPolicy>

export const Thinking: z.ZodMiniType<ThinkingLevel> = z.enum(['off', 'minimal', 'low', 'medium', 'high', 'max'])

const QueueMode = z.enum(['one', 'all'])

/** `input` and answer together must fit `size`. `by`: how it is known; `learned` from a refusal, `assumed` when nobody said. */
export const ModelWindow = z.lazy(() =>
  z.object({
    size: z.int().check(z.minimum(500)),
    maxOutput: z.nullable(z.int()),
    by: z.enum(['catalogue', 'provider', 'person', 'learned', 'assumed']),
  }),
)
export type ModelWindow = z.infer<typeof ModelWindow>

/** What a run is told besides the system prompt, as it was when it began. `memory` null: the person wants nothing remembered. */
export const Background = z.lazy(() =>
  z.object({
    /** Of the person's calendar, in words. */
    date: z.string().check(z.maxLength(40)),
    zone: z.string().check(z.maxLength(80)),
    instructions: z.string().check(z.maxLength(20_000)),
    memory: z.nullable(z.string().check(z.maxLength(100_000))),
  }),
)
export type Background = z.infer<typeof Background>

/**
 * Who is asked where the chosen model has no room: the first of them, then the next. `after`: so many failures of one and the same asking.
 * `own`: the person's word for this session; else it follows what they set for all.
 */
export const Fallback = z.lazy(() =>
  z.object({
    models: z
      .array(z.object({ providerId: z.string().check(z.maxLength(64)), model: z.string().check(z.maxLength(200)) }))
      .check(z.maxLength(8)),
    after: z.int().check(z.minimum(1), z.maximum(5)),
    own: z.optional(z.boolean()),
  }),
)
export type Fallback = z.infer<typeof Fallback>

/** The schema itself, for who takes parts of it. */
export const configObject = () =>
  z.object({
    model: z.object({
      providerId: z.string(),
      model: z.string(),
      thinking: Thinking,
    }),
    systemPrompt: z.string(),
    tools: z.record(z.string(), ToolPolicy),
    /** What the person gave their word for, beyond a tool's policy (`origin:https://example.org`); absent: nothing. No default, which `partial()` would fill in. */
    grants: z.optional(z.array(z.string().check(z.maxLength(300))).check(z.maxLength(1000))),
    steerMode: QueueMode,
    followUpMode: QueueMode,
    execution: z.enum(['parallel', 'sequential']),
    limits: z.object({
      maxTurns: z.int().check(z.minimum(0)),
      maxTokensPerRun: z.nullable(z.number()),
      maxCostPerRun: z.nullable(z.number()),
      maxCostPerDay: z.nullable(z.number()),
      maxSameCall: z.nullable(z.number()),
    }),
    /** The history is compressed before an asking whose context is larger than this many tokens (estimated); null: see `compressAt`. */
    compressAbove: z.nullable(z.number()),
    /** The same as a share of the window; null: never, absent: never said. */
    compressAt: z.optional(z.nullable(z.number().check(z.minimum(0.05), z.maximum(0.95)))),
    /** What the configured model takes, in tokens; absent: not known yet. */
    window: z.optional(ModelWindow),
    fallback: z.optional(Fallback),
    /** Models that can may search the web at their provider; absent: they may not. */
    webSearch: z.optional(z.boolean()),
    /** Models that can may run code in a sandbox of their provider's; absent: they may not. */
    ownCode: z.optional(z.boolean()),
    /**
     * Tools that act outside are answered by what session `of` had for the same call; what it has not is done as ever,
     * or refused. null and absent: they act.
     */
    acts: z.optional(z.nullable(z.object({ of: z.string(), refuse: z.boolean() }))),
    /** Absent: not known yet. */
    background: z.optional(Background),
  })
export const Config = z.lazy(configObject)
export type Config = z.infer<typeof Config>
