import type { Head } from '../../agent/head.ts'
import { readHead } from '../../storage/read-head.ts'
import type { Database } from '../../storage/schema.ts'
import { changeRecurring, readRecurring } from '../../storage/settings/recurring.ts'
import { isBusy } from '../session-item.ts'
import { lookAtRecurring, type RecurringPorts } from './run-recurring.ts'

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
  return (await readRecurring(db)).some(({ on }) => on)
}

/** It has something to run, or waits for the person: another task would only wait behind it. */
const isAtWork = (head: Head): boolean =>
  isBusy(head) || head.unsettled.length > 0 || head.queued.steer + head.queued.followUp > 0
