import type { SessionItem } from '../../protocol/common.ts'
import { relativeTime } from '../base/kit/relative-time.ts'
import { t } from '../base/words/t.ts'

const MINUTE = 60_000

/** "On Laptop, seen 12 s ago". `now`: wall time, ms. */
export function placeWords({ by, seen, free }: NonNullable<SessionItem['elsewhere']>, now: number): string {
  if (free) return t('Released. Any of your devices can pick it up.')
  if (seen === null) return by === '' ? t('On another device') : t('On {device}', { device: by })
  const age = Math.max(0, now - seen)
  const when = age < MINUTE ? t('{n} s ago', { n: Math.floor(age / 1000) }) : relativeTime(seen, now)
  return by === '' ? t('On another device, seen {when}', { when }) : t('On {device}, seen {when}', { device: by, when })
}
