const TICK = 500
/**
 * A follower that misses its ticks for so long counts the silence of the writer anew (src/worker/tabs/election.ts), in
 * ms.
 */
const ASLEEP = 2000

/** For how long this page has had its turns without a break, in ms. */
export function countAwake(): () => number {
  let since = performance.now()
  let last = since
  setInterval(() => {
    const now = performance.now()
    if (now - last > ASLEEP) since = now
    last = now
  }, TICK)
  return () => last - since
}
