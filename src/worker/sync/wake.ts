/** When one session is looked at next: the earliest time that anybody named. */
export type Wake = {
  /** In so many ms at the latest. */
  within: (ms: number) => void
  /** It failed: later, and each time later than before, unless it is said when. */
  again: (ms?: number) => void
  /** It succeeded. */
  calm: () => void
  stop: () => void
}

const FIRST_WAIT = 2000
const LONGEST_WAIT = 60_000

export function makeWake(begin: () => void): Wake {
  let timer: { at: number; id: ReturnType<typeof setTimeout> } | null = null
  let wait = FIRST_WAIT
  let stopped = false
  const within = (ms: number): void => {
    const at = performance.now() + ms
    if (stopped || (timer !== null && timer.at <= at)) return
    if (timer !== null) clearTimeout(timer.id)
    const ring = (): void => {
      timer = null
      begin()
    }
    timer = { at, id: setTimeout(ring, ms) }
  }
  return {
    within,
    again: (ms = wait) => {
      wait = Math.min(wait * 2, LONGEST_WAIT)
      within(ms)
    },
    calm: () => {
      wait = FIRST_WAIT
    },
    stop: () => {
      stopped = true
      if (timer !== null) clearTimeout(timer.id)
    },
  }
}
