import type { Head } from '../../agent/head.ts'
import { type DueTask, keepDueTasks } from '../../pwa/recurring-due.ts'
import { readHead } from '../../storage/read-head.ts'
import type { Database } from '../../storage/schema.ts'
import { changeRecurring, readRecurring } from '../../storage/settings/recurring.ts'
import { isBusy } from '../session-item.ts'
import { lookAtRecurring, type RecurringPorts } from './run-recurring.ts'
import { nextTime } from './times.ts'

/** One look, with the storage. Returns whether there is any task to look at again. */
export async function lookNow(db: Database, ports: Pick<RecurringPorts, 'isHere' | 'run'>): Promise<boolean> {
  await lookAtRecurring({
    ...ports,
    read: () => readRecurring(db),
    change: (change) => changeRecurring(db, change),
    headOf: (sessionId) => readHead(db, sessionId),
    isBusy: isAtWork,
    now: Date.now,
  })
  const now = Date.now()
  const tasks = (await readRecurring(db)).filter(({ on }) => on)
  await tellServiceWorker(
    tasks.flatMap(({ id, sessionId, task, times, doneUpTo }) => {
      const at = nextTime(times, Math.max(doneUpTo, now))
      return at === null ? [] : [{ id, sessionId, task, at }]
    }),
  )
  return tasks.length > 0
}

let told = ''
/** It may tell the person of them while no tab is open. Written only if it changed. */
async function tellServiceWorker(tasks: readonly DueTask[]): Promise<void> {
  const text = JSON.stringify(tasks)
  if (text === told || !('caches' in self)) return
  // this code is in assets/, below the place of the page
  await keepDueTasks(new URL('..', location.href).href, tasks)
  told = text
}

/** It has something to run, or waits for the person: another task would only wait behind it. */
const isAtWork = (head: Head): boolean =>
  isBusy(head) || head.unsettled.length > 0 || head.queued.steer + head.queued.followUp > 0
