import * as z from 'zod/mini'

/** Asks what all sessions have used, or one (`of`). */
export const USAGE_REQUESTS = [z.object({ kind: z.literal('usage'), of: z.optional(z.string()) })] as const

/** JSON text of a UsageView (usage-view.ts). */
export const USAGE_RESULTS = { usage: z.string() }
