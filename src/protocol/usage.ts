import * as z from 'zod/mini'

/** Asks what all sessions have used. */
export const USAGE_REQUESTS = [z.object({ kind: z.literal('usage') })] as const

/** JSON text of a UsageView (usage-view.ts). */
export const USAGE_RESULTS = { usage: z.string() }
