import { vi } from 'vitest'

/** Longer ones are limits, which a busy machine needs as they are. In ms. */
const LONGEST_WAIT = 19_999

/**
 * Timers of this process, and the clock by which it measures, run so many times as fast until the function that is returned is called: what
 * waits between two tries is proved with real sockets and without real seconds. Timers of `node:timers` keep their pace.
 */
export function hurry(times: number): () => void {
  const { setTimeout } = globalThis
  const now = performance.now.bind(performance)
  const began = now()
  vi.stubGlobal('setTimeout', (run: (...args: unknown[]) => void, ms = 0, ...args: unknown[]) =>
    setTimeout(run, ms > LONGEST_WAIT ? ms : ms / times, ...args),
  )
  const clock = vi.spyOn(performance, 'now').mockImplementation(() => began + (now() - began) * times)
  return () => {
    clock.mockRestore()
    vi.stubGlobal('setTimeout', setTimeout)
  }
}
