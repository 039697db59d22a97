import type { Immutable } from 'mutative'
import * as z from 'zod/mini'
import type { ThinkingLevel } from '../llm/port.ts'
import { INSTRUCTION_FILES, MOST_INSTRUCTIONS } from './instruction-files.ts'
import { Mode } from './mode.ts'

/** Configuration of one session: a separate row, never part of the head. */

/**
 * What the transition needs to know of a tool. Descriptions and schemas for the model come from the tool list when it
 * is asked.
 */
export const ToolPolicy = z.lazy(() =>
  z.object({
    repeat: z.enum(['pure', 'idempotent', 'once']),
    approval: z.enum(['allow', 'ask', 'never']),
    sequential: z.boolean(),
    /** Of a remote tool: hash of its server's description when the person decided. */
    hash: z.optional(z.string().check(z.maxLength(64))),
  }),
)
export type ToolPolicy = Immutable<z.infer<typeof ToolPolicy>>

export const Thinking: z.ZodMiniType<ThinkingLevel> = z.enum(['off', 'minimal', 'low', 'medium', 'high', 'max'])

const QueueMode = z.enum(['one', 'all'])

/**
 * `input` and answer together must fit into `size`. `by`: the source; `learned` from a refusal, `assumed` if nobody
 * said.
 */
export const ModelWindow = z.lazy(() =>
  z.object({
    size: z.int().check(z.minimum(500)),
    maxOutput: z.nullable(z.int()),
    by: z.enum(['catalogue', 'provider', 'person', 'learned', 'assumed']),
  }),
)
export type ModelWindow = Immutable<z.infer<typeof ModelWindow>>

/** What the project of a session tells the model. `memory` null: the person wants nothing remembered. */
const ProjectBackground = z.lazy(() =>
  z.object({
    name: z.string().check(z.maxLength(200)),
    instructions: z.string().check(z.maxLength(20_000)),
    memory: z.nullable(z.string().check(z.maxLength(100_000))),
  }),
)

/**
 * Facts for the model besides the system prompt, as of the start of the run. `memory` null: the person wants nothing
 * remembered.
 */
export const Background = z.lazy(() =>
  z.object({
    /** By the person's calendar, in words. */
    date: z.string().check(z.maxLength(40)),
    zone: z.string().check(z.maxLength(80)),
    instructions: z.string().check(z.maxLength(20_000)),
    memory: z.nullable(z.string().check(z.maxLength(100_000))),
    project: z.optional(ProjectBackground),
    /** Instruction files that the person lets the model read. */
    files: z.optional(
      z
        .array(
          z.object({
            from: z.enum(['workspace', 'project', 'folder']),
            name: z.enum(INSTRUCTION_FILES),
            text: z.string().check(z.maxLength(MOST_INSTRUCTIONS)),
          }),
        )
        .check(z.maxLength(3)),
    ),
    /** Skills that are on; absent: none. */
    skills: z.optional(
      z
        .array(z.object({ name: z.string().check(z.maxLength(64)), description: z.string().check(z.maxLength(1024)) }))
        .check(z.maxLength(100)),
    ),
  }),
)
export type Background = Immutable<z.infer<typeof Background>>

/**
 * The models to ask when the chosen one has no capacity, in order. `after`: failures of one request before the next
 * model is asked. `own`: set for this session; otherwise it follows the setting for all.
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
export type Fallback = Immutable<z.infer<typeof Fallback>>

/** Most tools of servers that a session keeps as found; the oldest are deferred again. */
export const MOST_FOUND = 40

/** The zod object, for callers that take parts of it. */
export const configObject = () =>
  z.object({
    model: z.object({
      providerId: z.string(),
      model: z.string(),
      thinking: Thinking,
    }),
    systemPrompt: z.string(),
    tools: z.record(z.string(), ToolPolicy),
    /** Deferred tools that the model has found, the newest last; absent: none. */
    found: z.optional(z.array(z.string().check(z.maxLength(64))).check(z.maxLength(MOST_FOUND))),
    /**
     * Permissions of the person beyond a tool's policy (`origin:https://example.org`); absent: none. It has no default,
     * because `partial()` would fill it in.
     */
    grants: z.optional(z.array(z.string().check(z.maxLength(300))).check(z.maxLength(1000))),
    /** Which calls run without a question; absent: "ask". */
    mode: z.optional(Mode),
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
    /** Compress before a request whose context is larger than this many estimated tokens; null: see `compressAt`. */
    compressAbove: z.nullable(z.number()),
    /** The same as a share of the window; null: never; absent: not set. */
    compressAt: z.optional(z.nullable(z.number().check(z.minimum(0.05), z.maximum(0.95)))),
    /** Context window of the configured model in tokens; absent: not known yet. */
    window: z.optional(ModelWindow),
    fallback: z.optional(Fallback),
    /** Whether models may search the web at their provider; absent: no. */
    webSearch: z.optional(z.boolean()),
    /** The model that makes pictures for the session; null and absent: none. */
    pictures: z.optional(
      z.nullable(
        z.object({ providerId: z.string().check(z.maxLength(64)), model: z.string().check(z.maxLength(200)) }),
      ),
    ),
    /** Whether models may run code in their provider's sandbox; absent: no. */
    ownCode: z.optional(z.boolean()),
    /**
     * Tools that act outside are answered from session `of`, which has the same calls. A call it does not have runs as
     * usual, or is refused (`refuse`). null and absent: tools act.
     */
    acts: z.optional(z.nullable(z.object({ of: z.string(), refuse: z.boolean() }))),
    /** Absent: not known yet. */
    background: z.optional(Background),
  })
export const Config = z.lazy(configObject)
export type Config = Immutable<z.infer<typeof Config>>
