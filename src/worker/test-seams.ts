import { setPace } from '../settings/pace.ts'

/**
 * Seams of the test build alone, beside the failpoints. A test moves the worker's wall clock, ends a provider's silence
 * sooner, lets the worker's own waits pass N times quicker, and names another host of Python's packages. All come in
 * the worker's name, as `?clock=<ms>&silence=<ms>&test-pace=<N>&packages=<URL>`. The clock also moves while the worker
 * runs.
 */

/**
 * What a test posts here, a number of milliseconds, is how far the wall clock of every worker of the origin is off from
 * then on.
 */
const CLOCK_CHANNEL = 'reflexor-test-clock'

let silence: number | undefined
let packages: string | undefined

/** Milliseconds without a byte after which an asking fails; undefined: as in production. */
export const testSilenceLimit = (): number | undefined => silence

/** Where packages of Python lie, and their list; undefined: as in production. */
export const testPackages = (): string | undefined => packages

/** Reads the seams from a query string and puts the moved clock in place of `Date.now`. */
export function openTestSeams(query: string): void {
  const given = new URLSearchParams(query)
  const real = Date.now.bind(Date)
  let offset = Number(given.get('clock') ?? 0)
  silence = given.has('silence') ? Number(given.get('silence')) : undefined
  packages = given.get('packages') ?? undefined
  setPace(Number(given.get('test-pace') ?? 1))
  Date.now = () => real() + offset
  new BroadcastChannel(CLOCK_CHANNEL).onmessage = ({ data }) => {
    offset = Number(data)
  }
}
