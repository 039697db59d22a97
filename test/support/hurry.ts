import { vi } from 'vitest'

/** Longer timers are time limits, which a busy machine needs unchanged. In ms. */
const LONGEST_WAIT = 19_999

/**
 * Speeds up timers and the performance clock of this process by `times` until the returned function is called: tests
 * waits between retries with real sockets and without real seconds. Timers of `node:timers` keep their pace.
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
