import type { Published } from '../../protocol/published.ts'
import { paced } from '../../settings/pace.ts'
import type { Database } from '../../storage/schema.ts'
import type { RecurringPorts } from '../recurring/run-recurring.ts'

/** In ms: a task is late by at most this. */
const LOOK_EVERY = 30_000

export type OpenRecurring = { settingsChanged: () => void; heard: (message: Published) => void; stop: () => void }

/**
 * Recurring tasks, for the writer alone. Few people have one: their code is loaded with the first. `ports`: how a
 * session is found and given its task.
 */
export function openRecurring(
  db: Database,
  ports: Pick<RecurringPorts, 'isHere' | 'run'>,
  report: (error: unknown) => void,
): OpenRecurring {
  let stopped = false
  let looking = false
  let timer: ReturnType<typeof setTimeout> | undefined
  const look = async (): Promise<boolean> => {
    if ((await db.getKey('settings', 'recurring')) === undefined || stopped) return false
    const { lookNow } = await import('../recurring/look-now.ts')
    return !stopped && (await lookNow(db, ports))
  }
  /** One look at a time; the next one is set if there is any task. */
  const again = (): void => {
    if (looking || stopped) return
    looking = true
    clearTimeout(timer)
    look()
      .catch((error: unknown) => {
        report(error)
        return true
      })
      .then((any) => {
        looking = false
        if (any && !stopped) timer = setTimeout(again, paced(LOOK_EVERY))
      })
      .catch(report)
  }
  again()
  return {
    settingsChanged: again,
    // a task that was added, or was due while its session was at work
    heard: (message) => {
      if (message.type === 'settings-changed') again()
      if (timer !== undefined && message.type === 'sessions-changed' && message.sessions.some(({ busy }) => !busy))
        again()
    },
    stop: () => {
      stopped = true
      clearTimeout(timer)
    },
  }
}
