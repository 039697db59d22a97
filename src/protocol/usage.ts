import * as z from 'zod/mini'
import { UsageTotals } from '../agent/usage-totals.ts'

/** What sessions have used, by day, session and model. */

/** `day`: as `2026-11-22`, where the person is. `session`: its title, null: it is gone. */
const UsageRow = z.extend(UsageTotals, {
  day: z.string(),
  sessionId: z.string(),
  session: z.nullable(z.string()),
  providerId: z.string(),
  model: z.string(),
})
export type UsageRow = z.infer<typeof UsageRow>

export const UsageView = z.object({ rows: z.array(UsageRow), today: z.string() })
export type UsageView = z.infer<typeof UsageView>

/** Asks what all sessions have used, or one (`of`). */
export const USAGE_REQUESTS = {
  usage: { args: { of: z.optional(z.string()) }, result: UsageView },
}
