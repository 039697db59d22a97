import * as z from 'zod/mini'

/** A task that a session is given again at set times. */

export const MOST_RECURRING = 50
/** In ms: a task is given at most this often. */
export const LEAST_BETWEEN = 15 * 60_000

/**
 * `times`: cron with five fields, by the clock of this computer. `doneUpTo`: wall time, ms; every time up to it was
 * carried out or passed over.
 */
export const Recurring = z.object({
  id: z.string().check(z.minLength(1), z.maxLength(64)),
  sessionId: z.string().check(z.minLength(1), z.maxLength(64)),
  task: z.string().check(z.minLength(1), z.maxLength(4000)),
  times: z.string().check(z.minLength(1), z.maxLength(100)),
  on: z.boolean(),
  createdAt: z.number(),
  doneUpTo: z.number(),
})
export type Recurring = z.infer<typeof Recurring>
export const RecurringList = z.array(Recurring).check(z.maxLength(MOST_RECURRING))
