/**
 * Seams of the test build alone, beside the failpoints: the worker's wall clock can be moved, and a provider's silence be
 * called too long sooner. Both come in the worker's name, as `?clock=<ms>&silence=<ms>`; the clock also moves while the worker runs.
 */

/** What a test posts here, a number of milliseconds, is how far the wall clock of every worker of the origin is off from then on. */
const CLOCK_CHANNEL = 'reflexor-test-clock'

let silence: number | undefined

/** Milliseconds without a byte after which an asking fails; undefined: as in production. */
export const testSilenceLimit = (): number | undefined => silence

/** Reads the seams from a query string and puts the moved clock in place of `Date.now`. */
export function openTestSeams(query: string): void {
  const given = new URLSearchParams(query)
  const real = Date.now.bind(Date)
  let offset = Number(given.get('clock') ?? 0)
  silence = given.has('silence') ? Number(given.get('silence')) : undefined
  Date.now = () => real() + offset
  new BroadcastChannel(CLOCK_CHANNEL).onmessage = ({ data }) => {
    offset = Number(data)
  }
}
