import { paced } from '../../settings/pace.ts'

/** Which tab's worker writes: a Web Lock decides. */

export const WRITER_LOCK = 'reflexor-writer'
const HEIR_LOCK = 'reflexor-heir'
const TICK = 500
/** A follower takes the lock after this many ticks of its clock without a heartbeat: five seconds. */
const PATIENCE = 10
/**
 * A tick that comes this late means that the follower itself was asleep. It knows nothing about the writer and starts
 * counting from zero.
 */
const ASLEEP = 2000

export type Election = {
  /** A heartbeat of the writer was heard. */
  heard: () => void
  /** Gives the lock up for good: the tab is closing or its database is. */
  stop: () => void
}

export type ElectionEvents = {
  /** The lock is ours. `lost` is aborted when another tab has taken it or `stop` was called. */
  elected: (lost: AbortSignal) => void
  /** Called every half second while this worker is the writer. */
  heartbeat: () => void
  /** Called every half second while this tab is a follower. `asleep`: it has missed messages of other tabs. */
  follow: (asleep: boolean) => void
  report: (error: unknown) => void
  now: () => number
}

/** Waits for the lock, for as long as this worker lives; when it is robbed, queues for it again. */
export function joinElection({ elected, heartbeat, follow, report, now }: ElectionEvents): Election {
  const stopped = new AbortController()
  let waiting = new AbortController()
  let writing = false
  let silent = 0
  let lastTick = now()

  const hold = (): Promise<void> => {
    writing = true
    const lost = new AbortController()
    losing = lost
    elected(lost.signal)
    return new Promise((release) => {
      const end = (): void => {
        lost.abort()
        release()
      }
      if (stopped.signal.aborted) end()
      else stopped.signal.addEventListener('abort', end, { once: true })
    })
  }
  let losing: AbortController | null = null

  const queue = async (steal: boolean): Promise<void> => {
    waiting = new AbortController()
    const options = steal ? { steal: true } : { signal: waiting.signal }
    try {
      await navigator.locks.request(WRITER_LOCK, options, hold)
    } catch (error) {
      // AbortError: either we withdrew our own waiting request (to steal, or at the end), or the lock was stolen from
      // us.
      if (!(error instanceof DOMException && error.name === 'AbortError')) report(error)
      if (!writing || stopped.signal.aborted) return
      writing = false
      silent = 0
      losing?.abort()
      void queue(false)
    }
  }

  const steal = (): Promise<unknown> =>
    // One heir at a time, or two followers would rob each other.
    navigator.locks.request(HEIR_LOCK, { ifAvailable: true }, async (lock) => {
      if (lock === null || writing || stopped.signal.aborted) return
      waiting.abort()
      void queue(true)
      await new Promise((resolve) => setTimeout(resolve, paced(TICK)))
    })

  const timer = setInterval(() => {
    const asleep = now() - lastTick > paced(ASLEEP)
    lastTick = now()
    if (writing) return heartbeat()
    follow(asleep)
    silent = asleep ? 0 : silent + 1
    if (silent < PATIENCE) return
    silent = 0
    steal().catch(report)
  }, paced(TICK))

  void queue(false)
  return {
    heard: () => {
      silent = 0
    },
    stop: () => {
      clearInterval(timer)
      stopped.abort()
      waiting.abort()
    },
  }
}
