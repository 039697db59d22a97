import type { Unstamped } from '../agent/input.ts'
import type { EffectInitializer } from '../moorex/definition.ts'

/** Milliseconds between looks at the clocks: after sleep or a clock change a wait is late by at most this. */
const LOOK_EVERY = 30_000

type WaitFor = { readonly until: number; readonly since?: number; readonly most?: number }

/**
 * The effect `wait`: a durable timer. Dispatches `clock-reach` once, when wall time has reached `until` (ms), or when
 * the time that remained at the start has passed: setting the clock back must not turn seconds into hours. After a
 * restart the remaining time is computed again.
 * `since`: the session's last step, by the clock of the device that made it: if that is days ahead, the wait is not.
 * `most`: longest plausible wait; beyond it, assume a foreign clock and fire at once. `now`: wall time; `elapsed`: a
 * monotonic clock (it may stop while the machine sleeps), both in ms. Late rather than never: an `until` in the past,
 * or not a number, fires at once.
 */
export function wait(
  { until, since = 0, most = Number.POSITIVE_INFINITY }: WaitFor,
  key: string,
  now: () => number,
  elapsed: () => number = () => performance.now(),
): EffectInitializer<Unstamped> {
  let cancelled = false
  let wake = (): void => {}
  const sleep = (ms: number): Promise<void> =>
    new Promise((resolve) => {
      const timer = setTimeout(resolve, ms)
      wake = () => {
        clearTimeout(timer)
        resolve()
      }
    })
  return {
    start: async (dispatch) => {
      const asked = until - Math.max(now(), since)
      const missing = asked > most ? 0 : asked
      const begun = elapsed()
      for (;;) {
        const left = Math.min(until - now(), missing - (elapsed() - begun))
        if (cancelled) return
        if (!(left > 0)) break
        await sleep(Math.min(Math.ceil(left), LOOK_EVERY))
      }
      await dispatch({ type: 'clock-reach', key })
    },
    cancel: () => {
      cancelled = true
      wake()
    },
  }
}
