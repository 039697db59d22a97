import type { DevicesView } from '../../../protocol/devices.ts'
import { t } from '../../base/words/t.ts'
import { duration } from '../../settings/usage/duration.ts'

type Counted = NonNullable<DevicesView['requests']>

const HOUR = 3_600_000
/** In ms. Shorter times are not mentioned. */
const ENOUGH = 60_000

/** How many requests an hour sharing makes, counted by this device. */
export function requestWords({ work, rest }: Counted): string {
  return t('{work} while active, {rest} when idle; counted over {time}', {
    work: hourly(work),
    rest: hourly(rest),
    time: duration(work.ms + rest.ms),
  })
}

const hourly = ({ ms, requests }: Counted['work']): string =>
  ms < ENOUGH ? t('not known yet') : t('{n} an hour', { n: Math.round((requests / ms) * HOUR) })
