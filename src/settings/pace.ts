/**
 * A seam of the test build. It shortens the worker's own waits: heartbeat, takeover, ticks, polling and pauses before
 * retries. Time limits that end slow work stay as they are. In a product build `paced` returns its argument.
 */
let pace = 1

/** Divides waits that begin later by `times`. */
export function setPace(times: number): void {
  pace = times
}

/** How long a wait of `ms` takes. */
export const paced = (ms: number): number => (__FAILPOINTS__ ? ms / pace : ms)
