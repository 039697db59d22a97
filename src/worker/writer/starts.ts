import { retryDelay } from '../ports/retry-delay.ts'

/**
 * Starts what has something to run; what fails for a moment is started again, a little later each time, until it works.
 */
export type Starts = {
  /** `first`: how the first try goes, if not like the later ones. */
  begin: (sessionId: string, first?: () => Promise<unknown>) => void
  /** Tries at once whatever waits for its next try. */
  retry: () => void
  stop: () => void
}

export type StartPorts = {
  start: (sessionId: string) => Promise<unknown>
  /** Tells that a try has failed. Returns whether another one can end otherwise. Not called after `stop`. */
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
      // begun twice, and both failed: one of them goes on
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
