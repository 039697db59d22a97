/**
 * Limits the number of parallel pieces of work; the others wait for their turn. Rejects as the work does, or with the
 * signal's reason.
 */
export type Lanes = <Value>(work: () => Promise<Value>, signal: AbortSignal) => Promise<Value>

export function makeLanes(most: number): Lanes {
  const waiting: (() => void)[] = []
  let free = most
  const enter = (signal: AbortSignal): Promise<void> =>
    new Promise((resolve, reject) => {
      const end = (how: () => void) => (): void => {
        signal.removeEventListener('abort', leave)
        how()
      }
      const begin = end(resolve)
      const leave = end(() => {
        waiting.splice(waiting.indexOf(begin), 1)
        reject(signal.reason)
      })
      signal.addEventListener('abort', leave)
      waiting.push(begin)
    })
  return async (work, signal) => {
    signal.throwIfAborted()
    if (free > 0) free -= 1
    else await enter(signal)
    try {
      return await work()
    } finally {
      const next = waiting.shift()
      if (next === undefined) free += 1
      else next()
    }
  }
}
