import { Cron } from 'croner'
import { LEAST_BETWEEN } from '../../settings/recurring.ts'

/** Times of recurring tasks: cron with five fields. */

/** Times that are looked at to find the shortest pause. */
const LOOKED_AT = 200

/** The first time after `after` (wall time, ms); null: there is none. `zone` undefined: of this computer. */
export function nextTime(times: string, after: number, zone?: string): number | null {
  const cron = new Cron(times, { paused: true, mode: '5-part', ...(zone !== undefined && { timezone: zone }) })
  return cron.nextRun(new Date(after))?.getTime() ?? null
}

/** Why these times cannot be used, as a sentence; null: they can. */
export function problemOfTimes(times: string, now: number, zone?: string): string | null {
  try {
    let before = nextTime(times, now, zone)
    if (before === null) return 'These times never come.'
    for (let n = 0; n < LOOKED_AT; n++) {
      const next = nextTime(times, before, zone)
      if (next === null) return null
      if (next - before < LEAST_BETWEEN) return 'A task can recur every 15 minutes at most.'
      before = next
    }
    return null
  } catch {
    return 'Write the times as cron with five fields, for example "0 8 * * *" for each day at 8:00.'
  }
}
