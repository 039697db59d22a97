import { retryDelay } from '../ports/retry-delay.ts'

/**
 * Starts every session that has work to do. A temporary failure is retried, a little later each time, until it
 * succeeds.
 */
export type Starts = {
  /** `first`: how the first try goes, if not like the later ones. */
  begin: (sessionId: string, first?: () => Promise<unknown>) => void
  /** Retries everything that is waiting, right away. */
  retry: () => void
  stop: () => void
}

export type StartPorts = {
  start: (sessionId: string) => Promise<unknown>
  /** Reports a failed try. Returns whether a retry can succeed. Not called after `stop`. */
  failed: (sessionId: string, error: unknown) => boolean
}

export function makeStarts({ start, failed }: StartPorts): Starts {
  const waiting = new Map<string, ReturnType<typeof setTimeout>>()
  let stopped = false

  const attempt = async (sessionId: string, work: () => Promise<unknown>, nth: number): Promise<void> => {
    clearTimeout(waiting.get(sessionId))
    waiting.delete(sessionId)
    try {
      await work()
    } catch (error) {
      // two starts of one session may both fail: only one of them is retried
      if (stopped || !failed(sessionId, error) || waiting.has(sessionId)) return
      waiting.set(
        sessionId,
        setTimeout(() => again(sessionId, nth + 1), retryDelay(nth)),
      )
    }
  }
  const again = (sessionId: string, nth: number): void => void attempt(sessionId, () => start(sessionId), nth)

  return {
    begin: (sessionId, first = () => start(sessionId)) => void attempt(sessionId, first, 1),
    retry: () => {
      for (const sessionId of [...waiting.keys()]) again(sessionId, 1)
    },
    stop: () => {
      stopped = true
      for (const timer of waiting.values()) clearTimeout(timer)
      waiting.clear()
    },
  }
}
