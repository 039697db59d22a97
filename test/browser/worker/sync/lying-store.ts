import { type ObjectStore, StoreFailure } from '../../../../src/sync/object-store.ts'

/**
 * How a storage lies to one device. `late`: what is asked arrives later, and so does its answer. `says-yes`: everything
 * is confirmed, and nothing arrives. `keeps-nothing`: every write is confirmed, and none is kept. `forgetful`: every
 * third.
 */
export const LIES = ['late', 'says-yes', 'keeps-nothing', 'forgetful'] as const
export type Lie = (typeof LIES)[number]

/** Milliseconds to the storage, and back again. */
const LATE = 400
const YES = new TextEncoder().encode('{"ok":true}')

/** `how`: asked for each request; null: the storage is honest. */
export function lyingStore(store: ObjectStore, how: () => Lie | null): ObjectStore {
  let writes = 0
  const isLost = (): boolean => {
    const lie = how()
    writes += 1
    return lie === 'says-yes' || lie === 'keeps-nothing' || (lie === 'forgetful' && writes % 3 === 0)
  }
  const late =
    <Args extends unknown[], Value>(operation: (...args: Args) => Promise<Value>) =>
    async (...args: Args): Promise<Value> => {
      if (how() !== 'late') return operation(...args)
      await pause(LATE)
      const answer = await operation(...args)
      await pause(LATE)
      return answer
    }
  return {
    create: late(async (...args) => (isLost() ? 'created' : store.create(...args))),
    put: late(async (...args) => (isLost() ? undefined : store.put(...args))),
    get: late(async (...args) => (how() === 'says-yes' ? YES.slice() : store.get(...args))),
    remove: late(async (...args) => (how() === 'says-yes' ? undefined : store.remove(...args))),
    list: late(async (...args) => {
      if (how() === 'says-yes') throw new StoreFailure({ kind: 'gone-wrong', message: 'The answer makes no sense.' })
      return store.list(...args)
    }),
    watch: store.watch,
  }
}

const pause = (ms: number): Promise<void> => new Promise((resolve) => setTimeout(resolve, ms))
