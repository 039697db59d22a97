import type { Immutable } from 'mutative'
import * as z from 'zod/mini'
import { Config } from './config.ts'
import { Head } from './head.ts'
import { Message, QueuedMessage } from './message.ts'
import { Plan } from './plan.ts'
import { FileEntry, Summary } from './state.ts'

/**
 * Changes of one commit: whole rows, never parts. It has three readers: storage writes it, the page and the other tabs
 * apply it.
 */
export const Delta = z.lazy(() =>
  z.object({
    head: z.optional(Head),
    config: z.optional(Config),
    summary: z.optional(z.nullable(Summary)),
    plan: z.optional(z.nullable(Plan)),
    queue: z.optional(z.object({ put: z.array(QueuedMessage), drop: z.array(z.string()) })),
    messages: z.optional(z.array(Message)),
    files: z.optional(z.array(FileEntry)),
  }),
)
export type Delta = Immutable<z.infer<typeof Delta>>
