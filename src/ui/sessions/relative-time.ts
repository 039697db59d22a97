const UNITS = [
  ['day', 86_400_000],
  ['hour', 3_600_000],
  ['minute', 60_000],
] as const

/** "3 hours ago"; a date from a week on. Times in ms. */
export function relativeTime(at: number, now: number): string {
  const age = now - at
  if (age > 7 * 86_400_000) return new Intl.DateTimeFormat('en', { dateStyle: 'medium' }).format(at)
  const format = new Intl.RelativeTimeFormat('en', { numeric: 'auto' })
  for (const [unit, size] of UNITS) if (age >= size) return format.format(-Math.floor(age / size), unit)
  return 'just now'
}
