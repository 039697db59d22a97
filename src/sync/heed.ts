import { makeLanes } from './lanes.ts'
import { type ObjectStore, StoreFailure, type StoreProblem } from './object-store.ts'

/** As many connections as browsers open to one server: a request that waits here has no running time limit. */
const MOST_AT_ONCE = 6
/** In ms: the pause after "slow down" without a time. */
const PAUSE = 5000

/** A full storage, or one whose key may not write, can still be read. */
export type Way = 'read' | 'write'

/**
 * Respects what a storage reports about itself, for all requests to it: after "slow down" nothing is sent until the
 * time is over, and the number of parallel requests is limited. `told`: receives the current trouble, and the
 * operation, after each answer; null: none.
 */
export function heed(store: ObjectStore, told: (problem: StoreProblem | null, way: Way) => void): ObjectStore {
  const inTurn = makeLanes(MOST_AT_ONCE)
  let slow: { problem: StoreProblem; until: number } | null = null
  const askIt = async <Value>(way: Way, asking: () => Promise<Value>): Promise<Value> => {
    const left = slow === null ? 0 : slow.until - performance.now()
    if (slow !== null && left > 0) throw new StoreFailure({ ...slow.problem, retryAfter: left })
    try {
      const value = await asking()
      // an unknown outcome says nothing about the storage
      if (value !== 'doubt') told(null, way)
      return value
    } catch (error) {
      if (!(error instanceof StoreFailure)) throw error
      const { problem } = error
      if (problem.kind === 'rate-limited') slow = { problem, until: performance.now() + (problem.retryAfter ?? PAUSE) }
      told(problem, way)
      throw error
    }
  }
  return {
    create: (key, bytes, signal, weighty) =>
      inTurn(() => askIt('write', () => store.create(key, bytes, signal, weighty)), signal),
    get: (key, signal) => inTurn(() => askIt('read', () => store.get(key, signal)), signal),
    list: (prefix, after, signal) => inTurn(() => askIt('read', () => store.list(prefix, after, signal)), signal),
    put: (key, bytes, signal) => inTurn(() => askIt('write', () => store.put(key, bytes, signal)), signal),
    remove: (key, signal) => inTurn(() => askIt('write', () => store.remove(key, signal)), signal),
    // a long poll, which must not occupy a lane
    watch: (key, signal) => askIt('read', () => store.watch(key, signal)),
  }
}
