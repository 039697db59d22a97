import { locale } from '../words/language.ts'
import { t } from '../words/t.ts'

const UNITS = [
  ['day', 86_400_000],
  ['hour', 3_600_000],
  ['minute', 60_000],
] as const

/** "3 hours ago"; a date if older than a week; '' if no calendar has that date. Times in ms. */
export function relativeTime(at: number, now: number): string {
  const age = now - at
  if (age > 7 * 86_400_000) return at < -8.64e15 ? '' : formatsOf(locale()).date.format(at)
  for (const [unit, size] of UNITS)
    if (age >= size) return formatsOf(locale()).age.format(-Math.floor(age / size), unit)
  return t('just now')
}

type Formats = { date: Intl.DateTimeFormat; age: Intl.RelativeTimeFormat }
const made = new Map<string, Formats>()

/** Formatters, created on demand and once: a page's first one takes 40 ms, which would be felt when it opens. */
function formatsOf(language: string): Formats {
  const known = made.get(language)
  if (known) return known
  const formats: Formats = {
    date: new Intl.DateTimeFormat(language, { dateStyle: 'medium' }),
    age: new Intl.RelativeTimeFormat(language, { numeric: 'auto' }),
  }
  made.set(language, formats)
  return formats
}
