import * as z from 'zod/mini'
import { Recurring } from '../settings/recurring.ts'

/** Tasks that sessions are given again: list, add, change, stop. */

const { id, sessionId, task, times, on } = Recurring.shape

export const RECURRING_REQUESTS = [
  z.object({ kind: z.literal('list-recurring') }),
  /** Adds one, or changes the one with this id. What was missed while it was off stays missed. */
  z.object({ kind: z.literal('save-recurring'), id, sessionId, task, times, on }),
  z.object({ kind: z.literal('stop-recurring'), id }),
] as const

/** `next`: its next time, wall time, ms; null: none, or it is off. */
const RecurringView = z.object({ id, sessionId, task, times, on, next: z.nullable(z.number()) })
export type RecurringView = z.infer<typeof RecurringView>

export const RECURRING_RESULTS = {
  'list-recurring': z.array(RecurringView),
  'save-recurring': z.null(),
  'stop-recurring': z.null(),
}
export type RecurringKind = keyof typeof RECURRING_RESULTS
