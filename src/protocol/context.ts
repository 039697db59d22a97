import * as z from 'zod/mini'
import { configObject, ModelWindow } from '../agent/config.ts'
import { Summary } from '../agent/state.ts'
import { UsageTotals } from '../agent/usage-totals.ts'
import { SessionId } from './common.ts'

/** What the model sees: the next request of a session, as the page shows it. */

/**
 * Usage of the session by model, and of its run: begin and end (wall time, ms; null: it continues), tokens and US
 * dollars. `run` null: none has begun.
 */
const Used = z.object({
  models: z.array(z.extend(UsageTotals, { providerId: z.string(), model: z.string() })),
  run: z.nullable(z.object({ from: z.number(), until: z.nullable(z.number()), tokens: z.number(), cost: z.number() })),
})
export type Used = z.infer<typeof Used>

/** Sizes are estimated tokens. `text`: the beginning of what is sent. */
export const ContextView = z.lazy(() =>
  z.object({
    seq: z.int(),
    window: z.optional(ModelWindow),
    compressAt: configObject().shape.compressAt,
    compressAbove: z.nullable(z.number()),
    size: z.number(),
    /** By title, in this order: the complete system part. */
    system: z.array(z.object({ title: z.string(), text: z.string(), size: z.number() })),
    /** Cached share of the last request at the provider; null: not reported. */
    cached: z.nullable(z.number()),
    tools: z.array(z.object({ name: z.string(), size: z.number() })),
    /** `how`: in full, shortened, or a summary of earlier messages. */
    messages: z.array(
      z.object({
        role: z.enum(['user', 'assistant', 'tool']),
        label: z.string(),
        text: z.string(),
        size: z.number(),
        /** Of a shortened result: the call that can be loaded. */
        callId: z.optional(z.string()),
        how: z.enum(['full', 'shortened', 'summary']),
      }),
    ),
    /** Earlier calls of which only the name is sent. */
    listed: z.array(z.object({ id: z.string(), name: z.string(), about: z.string() })),
    summary: z.nullable(Summary),
    used: Used,
    /** The request as JSON, with the lengths of images instead of their bytes. */
    json: z.string(),
  }),
)
export type ContextView = z.infer<typeof ContextView>

/** Asks for the next request of a session. */
export const CONTEXT_REQUESTS = {
  context: { args: { sessionId: SessionId }, result: ContextView },
}
