/** "0.4 s", "12 s", "3 min": how long something took or is going on, from ms. */
export function duration(ms: number): string {
  if (ms < 10_000) return `${(Math.max(0, ms) / 1000).toFixed(1)} s`
  if (ms < 120_000) return `${Math.round(ms / 1000)} s`
  return ms < 7_200_000 ? `${Math.round(ms / 60_000)} min` : `${Math.round(ms / 3_600_000)} h`
}

const CLOCK = new Intl.DateTimeFormat('en', { timeStyle: 'medium', hour12: false })
const DAY = new Intl.DateTimeFormat('en', { dateStyle: 'medium' })

/** The time of day to the second. */
export const clock = (at: number): string => CLOCK.format(at)
/** Day and time of day. */
export const dayAndClock = (at: number): string => `${DAY.format(at)}, ${CLOCK.format(at)}`
