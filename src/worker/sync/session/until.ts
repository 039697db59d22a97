/** Waiters for something to hold of a state that changes step by step. */
export type Until = {
  /** Resolves when `holds`; rejects when the signal is aborted before. */
  wait: (holds: () => boolean, signal: AbortSignal) => Promise<void>
  /** The state has changed. */
  look: () => void
}

export function makeUntil(): Until {
  const waiting = new Set<{ holds: () => boolean; resolve: () => void }>()
  return {
    wait: (holds, signal) =>
      new Promise((resolve, reject) => {
        if (signal.aborted) return reject(signal.reason)
        if (holds()) return resolve()
        const end = (how: () => void): void => {
          waiting.delete(each)
          signal.removeEventListener('abort', aborted)
          how()
        }
        const aborted = (): void => end(() => reject(signal.reason))
        const each = { holds, resolve: () => end(resolve) }
        signal.addEventListener('abort', aborted)
        waiting.add(each)
      }),
    look: () => {
      for (const { holds, resolve } of [...waiting]) if (holds()) resolve()
    },
  }
}
