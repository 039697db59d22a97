import { isLoopback } from '../../settings/loopback.ts'
import { paced } from '../../settings/pace.ts'

/**
 * Knows whether there is a network. A worker gets no event for it, so it polls; the page's events only make it quicker.
 */
export type Network = {
  isOnline: (baseUrl: string | null) => boolean
  untilOnline: (baseUrl: string | null, signal: AbortSignal, onWait: (waiting: boolean) => void) => Promise<void>
  /** The page says that its network came or went. */
  changed: () => void
  /** The page may be ending: WebKit cancels all its requests when a navigation begins, before the page ends. */
  leaving: () => void
  /** Resolves when the page has stayed after all; null: it is not being left. */
  untilStays: () => Promise<void> | null
}

const POLL = 1000

/** How long a navigation may take to end the page, in ms: after that it was cancelled, or became a download. */
const LEAVING = 10_000

export function makeNetwork(navigatorOnline: () => boolean): Network {
  const waiters = new Set<() => void>()
  let stays: Promise<void> | null = null
  const isOnline = (baseUrl: string | null): boolean =>
    baseUrl === null || isLoopback(new URL(baseUrl).hostname) || navigatorOnline()
  return {
    isOnline,
    untilOnline: async (baseUrl, signal, onWait) => {
      if (isOnline(baseUrl) || signal.aborted) return
      onWait(true)
      await new Promise<void>((resolve) => {
        const check = (): void => {
          if (!isOnline(baseUrl) && !signal.aborted) return
          clearInterval(timer)
          waiters.delete(check)
          signal.removeEventListener('abort', check)
          resolve()
        }
        const timer = setInterval(check, paced(POLL))
        waiters.add(check)
        signal.addEventListener('abort', check)
      })
      onWait(false)
    },
    changed: () => {
      for (const check of [...waiters]) check()
    },
    leaving: () => {
      const stay = new Promise<void>((resolve) => setTimeout(resolve, paced(LEAVING))).then(() => {
        if (stays === stay) stays = null
      })
      stays = stay
    },
    untilStays: () => stays,
  }
}
