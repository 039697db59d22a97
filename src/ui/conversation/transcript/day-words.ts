import { locale } from '../../base/words/language.ts'
import { t } from '../../base/words/t.ts'
import { dayOf } from './lines-before.ts'

/** Day of `at` in words, relative to `now`: "Yesterday", "Monday, 3 March". */
export function dayInWords(at: number, now: number): string {
  const [day, today] = [new Date(at), new Date(now)]
  if (dayOf(at) === dayOf(now)) return t('Today')
  const yesterday = new Date(today.getFullYear(), today.getMonth(), today.getDate() - 1)
  if (day.toDateString() === yesterday.toDateString()) return t('Yesterday')
  const year = day.getFullYear() === today.getFullYear() ? {} : { year: 'numeric' as const }
  return day.toLocaleDateString(locale(), { weekday: 'long', day: 'numeric', month: 'long', ...year })
}
