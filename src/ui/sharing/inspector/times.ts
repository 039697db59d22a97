import { locale } from '../../base/words/language.ts'
import { t } from '../../base/words/t.ts'

/** "0.4 s", "12 s", "3 min": a duration from ms. */
export function duration(ms: number): string {
  if (ms < 10_000) return t('{n} s', { n: (Math.max(0, ms) / 1000).toFixed(1) })
  if (ms < 120_000) return t('{n} s', { n: Math.round(ms / 1000) })
  return ms < 7_200_000 ? t('{n} min', { n: Math.round(ms / 60_000) }) : t('{n} h', { n: Math.round(ms / 3_600_000) })
}

type Formats = { clock: Intl.DateTimeFormat; day: Intl.DateTimeFormat }
/** By language: creating a formatter takes longer than a hundred uses of it. */
const made = new Map<string, Formats>()

function formats(): Formats {
  const language = locale()
  const known = made.get(language)
  if (known) return known
  const fresh = {
    clock: new Intl.DateTimeFormat(language, { timeStyle: 'medium', hour12: false }),
    day: new Intl.DateTimeFormat(language, { dateStyle: 'medium' }),
  }
  made.set(language, fresh)
  return fresh
}

/** The time of day to the second. */
export const clock = (at: number): string => formats().clock.format(at)
/** Day and time of day. */
export const dayAndClock = (at: number): string =>
  t('{day}, {time}', { day: formats().day.format(at), time: clock(at) })
