import type { Database } from '../../storage/schema.ts'
import { addRecurring } from '../../storage/settings/recurring.ts'
import type { ToolContext } from '../../tools/tool.ts'
import { nextTime, problemOfTimes } from './times.ts'

/** What the tool `every` may do in this session. A second run with the same id changes nothing. */
export async function addForSession(
  db: Database,
  sessionId: string,
  { id, times, task }: { id: string; times: string; task: string },
  now = Date.now(),
): ReturnType<NonNullable<ToolContext['recurring']>['add']> {
  const problem = problemOfTimes(times, now)
  if (problem !== null) return { problem }
  const added = await addRecurring(db, { id, sessionId, task, times, on: true, createdAt: now, doneUpTo: now })
  if (added === 'full') return { problem: 'There are too many recurring tasks. The user can stop some under Activity.' }
  const first = nextTime(times, now)
  const second = first === null ? null : nextTime(times, first)
  return { next: [first, second].filter((time) => time !== null) }
}
