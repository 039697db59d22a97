import type { RECURRING_REQUESTS, RecurringView } from '../../protocol/recurring.ts'
import type { RequestOf } from '../../protocol/requests.ts'
import { MOST_RECURRING } from '../../settings/recurring.ts'
import type { Database } from '../../storage/schema.ts'
import { changeRecurring, readRecurring } from '../../storage/settings/recurring.ts'
import { nextTime, problemOfTimes } from '../recurring/times.ts'
import { Refused, refused } from '../refused.ts'
import type { HandlersOf } from '../request-handlers.ts'

/** Recurring tasks for the page. Loaded on first use. */

const listRecurring = async (db: Database): Promise<RecurringView[]> =>
  (await readRecurring(db)).map(({ id, sessionId, task, times, on, doneUpTo }) => ({
    ...{ id, sessionId, task, times, on },
    next: on ? nextTime(times, Math.max(doneUpTo, Date.now())) : null,
  }))

async function saveRecurring({ kind: _kind, ...changed }: RequestOf<'save-recurring'>, db: Database): Promise<null> {
  const now = Date.now()
  const problem = problemOfTimes(changed.times, now)
  if (problem !== null) throw new Refused(problem)
  const next = await changeRecurring(db, (list) => {
    const before = list.find(({ id }) => id === changed.id)
    if (before === undefined)
      return list.length >= MOST_RECURRING ? null : [...list, { ...changed, createdAt: now, doneUpTo: now }]
    // other times, and times while it was off, count from now
    const fresh = before.times !== changed.times || !before.on
    const doneUpTo = fresh ? Math.max(now, before.doneUpTo) : before.doneUpTo
    return list.map((each) => (each.id === changed.id ? { ...each, ...changed, doneUpTo } : each))
  })
  if (next === null) throw refused('too-many-recurring')
  return null
}

export const RECURRING_HANDLERS: HandlersOf<typeof RECURRING_REQUESTS> = {
  'list-recurring': (_request, { db }) => listRecurring(db),
  'save-recurring': (request, { db }) => saveRecurring(request, db),
  'stop-recurring': async (request, { db }) => {
    await changeRecurring(db, (list) => list.filter(({ id }) => id !== request.id))
    return null
  },
}
