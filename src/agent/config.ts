import { z } from 'zod'

/** Configuration of one session: a row of its own, never part of the head. */

/** What the transition needs to know of a tool. Words and schemas for the model come from the tool list at the time of asking. */
export const ToolPolicy = z.object({
  repeat: z.enum(['pure', 'idempotent', 'once']),
  approval: z.enum(['allow', 'ask', 'never']),
  sequential: z.boolean(),
  /** Of a remote tool: stands for what its server said of it when this was decided. */
  hash: z.string().max(64).optional(),
})
export type ToolPolicy = z.infer<typeof ToolPolicy>

const QueueMode = z.enum(['one', 'all'])

export const Config = z.object({
  model: z.object({
    providerId: z.string(),
    model: z.string(),
    thinking: z.enum(['off', 'low', 'medium', 'high']),
  }),
  systemPrompt: z.string(),
  tools: z.record(z.string(), ToolPolicy),
  /** What the person gave their word for, beyond a tool's policy (`origin:https://example.org`); absent: nothing. No default, which `partial()` would fill in. */
  grants: z.array(z.string().max(300)).max(1000).optional(),
  steerMode: QueueMode,
  followUpMode: QueueMode,
  execution: z.enum(['parallel', 'sequential']),
  limits: z.object({
    maxTurns: z.number().int().min(0),
    maxTokensPerRun: z.number().nullable(),
    maxCostPerRun: z.number().nullable(),
    maxCostPerDay: z.number().nullable(),
    maxSameCall: z.number().nullable(),
  }),
  /** The history is compressed before an asking whose context is larger than this many tokens (estimated); null: never. */
  compressAbove: z.number().nullable(),
})
export type Config = z.infer<typeof Config>
