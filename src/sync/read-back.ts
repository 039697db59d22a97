import { type ObjectStore, StoreFailure, type StoreProblem } from './object-store.ts'
import { rest } from './rest.ts'

/** How many writes are believed between two that are read back. */
const EVERY = 16
/** In ms: a storage of several nodes may need a moment until all of them know. */
const LAG = 1000
/** In bytes. Larger objects are not read back. */
const LARGEST = 64 * 1024

const FORGETS: StoreProblem = {
  kind: 'forgets',
  message: 'The storage confirmed a write but didn’t keep it.',
}

/**
 * A storage that answers 201 and keeps nothing (a broken disk behind a proxy, a server in a test mode) would let two
 * devices each believe that they have a session. So some writes are read back: the first, every 17th, and the weighty
 * ones. If the bytes are not there exactly, `create` rejects with `forgets`, and every write is read back until one is
 * found, which is reported to `proved`. This does not find a storage that forgets few of many writes.
 */
export function readBack(store: ObjectStore, proved: () => void = () => {}): ObjectStore {
  let believed = EVERY
  return {
    ...store,
    create: async (key, bytes, signal, weighty = false) => {
      const outcome = await store.create(key, bytes, signal)
      if (outcome !== 'created') return outcome
      believed = weighty ? EVERY + 1 : believed + 1
      if (believed <= EVERY || bytes.length > LARGEST) return outcome
      const isThere = async (): Promise<boolean> => isSame(await store.get(key, signal), bytes)
      if (!(await isThere())) {
        await rest(LAG, signal)
        if (!(await isThere())) {
          // another write may have been found meanwhile
          believed = EVERY
          throw new StoreFailure(FORGETS)
        }
      }
      believed = 0
      proved()
      return outcome
    },
  }
}

const isSame = (found: Uint8Array | null, written: Uint8Array): boolean =>
  found?.length === written.length && found.every((byte, at) => byte === written[at])
