import type { SessionItem } from '../../protocol/common.ts'
import { relativeTime } from './relative-time.ts'

const MINUTE = 60_000

/** "On Laptop, seen 12 s ago". `now`: wall time, ms. */
export function placeWords({ by, seen }: NonNullable<SessionItem['elsewhere']>, now: number): string {
  const device = `On ${by || 'another device'}`
  if (seen === null) return device
  const age = Math.max(0, now - seen)
  return `${device}, seen ${age < MINUTE ? `${Math.floor(age / 1000)} s ago` : relativeTime(seen, now)}`
}
