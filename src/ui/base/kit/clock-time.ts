import { locale } from '../words/language.ts'

/** A moment as a person says it: the time alone on the same day, else the date too. Wall times, ms. */
export function clockTime(at: number, now: number): string {
  const sameDay = new Date(at).toDateString() === new Date(now).toDateString()
  return new Intl.DateTimeFormat(
    locale(),
    sameDay ? { timeStyle: 'short' } : { dateStyle: 'medium', timeStyle: 'short' },
  ).format(at)
}

/**
 * How far the clock that took this time is ahead of this device's, at least: another device of this person may be days
 * ahead. Wall time, ms.
 */
export const clockAhead = (timestamp = 0): number => Math.max(0, timestamp - Date.now())
