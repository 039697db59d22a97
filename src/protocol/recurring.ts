import * as z from 'zod/mini'
import { Recurring } from '../settings/recurring.ts'

/** Tasks that sessions are given again: list, add, change, stop. */

const { id, sessionId, task, times, on } = Recurring.shape

/** `next`: its next time, wall time, ms; null: none, or it is off. */
const RecurringView = z.object({ id, sessionId, task, times, on, next: z.nullable(z.number()) })
export type RecurringView = z.infer<typeof RecurringView>

export const RECURRING_REQUESTS = {
  'list-recurring': { result: z.array(RecurringView) },
  /** Adds one, or changes the one with this id. What was missed while it was off stays missed. */
  'save-recurring': { args: { id, sessionId, task, times, on }, result: z.null(), changesSettings: true },
  'stop-recurring': { args: { id }, result: z.null(), changesSettings: true },
}
