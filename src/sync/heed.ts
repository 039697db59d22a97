import { makeLanes } from './lanes.ts'
import { type ObjectStore, StoreFailure, type StoreProblem } from './object-store.ts'

/** As many as browsers let out to one server at once: what waits here waits without a time limit running. */
const MOST_AT_ONCE = 6
/** So long a storage is left alone that asks to slow down and does not say how long. In ms. */
const PAUSE = 5000

/** A storage that is full, or whose key may not write, is read as before. */
export type Way = 'read' | 'write'

/**
 * Heeds what a storage says of itself, for all that is asked of it: one that asks to slow down is asked nothing until
 * then, by nobody, and never too much at once. `told`: what stands in the way of it, by each answer, and to what; null:
 * nothing does.
 */
export function heed(store: ObjectStore, told: (problem: StoreProblem | null, way: Way) => void): ObjectStore {
  const inTurn = makeLanes(MOST_AT_ONCE)
  let slow: { problem: StoreProblem; until: number } | null = null
  const askIt = async <Value>(way: Way, asking: () => Promise<Value>): Promise<Value> => {
    const left = slow === null ? 0 : slow.until - performance.now()
    if (slow !== null && left > 0) throw new StoreFailure({ ...slow.problem, retryAfter: left })
    try {
      const value = await asking()
      // of a doubt nobody knows anything
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
    // it waits for long, and holds up nobody
    watch: (key, signal) => askIt('read', () => store.watch(key, signal)),
  }
}
