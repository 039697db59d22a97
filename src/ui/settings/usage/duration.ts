import { t } from '../../base/words/t.ts'

/** A time in ms, as people say it. */
export function duration(ms: number): string {
  if (ms < 60_000) return t('{n} s', { n: (Math.max(0, ms) / 1000).toFixed(1) })
  const minutes = Math.floor(ms / 60_000)
  if (minutes < 60) return t('{minutes} min {seconds} s', { minutes, seconds: Math.floor((ms % 60_000) / 1000) })
  return t('{hours} h {minutes} min', { hours: Math.floor(minutes / 60), minutes: minutes % 60 })
}
