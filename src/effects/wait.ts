import type { Unstamped } from '../agent/input.ts'
import type { EffectInitializer } from '../moorex/definition.ts'

/** Milliseconds until the clocks are looked at again: after sleep or a jump of the clock a wait is late by this much at most. */
const LOOK_EVERY = 30_000

type WaitFor = { readonly until: number; readonly since?: number; readonly most?: number }

/**
 * The effect `wait`: a durable timer. Dispatches `clock-reach` once, when wall time has reached `until` (ms), or when as
 * much time has passed as was missing at the start: a clock that is set back does not make a wait of seconds one of hours. After a
 * restart what is missing is computed anew. `since`: the session's last step, by the clock of the device that made it: one that is days ahead means no
 * wait of days. `most`: longer than this nobody wanted to wait, so the clock that set it was another one: nobody knows what is missing, and it is
 * reached at once. `now` is wall time, `elapsed` a clock that only goes forward (it may stand still while the
 * machine sleeps), both in ms. Late rather than never: an `until` that is past, or no number, is reached at once.
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
