/**
 * A seam of the test build. It shortens the worker's own waits: heartbeat, takeover, ticks, polling and pauses before
 * the next try. Limits that end slow work keep their length. In a product build `paced` returns its argument.
 */
let pace = 1

/** Waits that begin later take a `times`-th of their time. */
export function setPace(times: number): void {
  pace = times
}

/** How long a wait of `ms` takes. */
export const paced = (ms: number): number => (__FAILPOINTS__ ? ms / pace : ms)
