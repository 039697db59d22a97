/**
 * A seam of the test build: how many times quicker than in the product the worker's own waits pass (heartbeat, takeover, ticks, pauses before
 * the next try, polling). Limits that end slow work are not among them. A product build has none of this: there `paced` returns what it is given.
 */
let pace = 1

/** Waits that begin later take a `times`-th of their time. */
export function setPace(times: number): void {
  pace = times
}

/** How long a wait of `ms` takes. */
export const paced = (ms: number): number => (__FAILPOINTS__ ? ms / pace : ms)
