import { type ObjectStore, StoreFailure, type StoreProblem } from './object-store.ts'
import { rest } from './rest.ts'

/** So many writes are believed on the storage's word between two that are read back. */
const EVERY = 16
/** A storage of several parts may need a moment until each knows. In ms. */
const LAG = 1000
/** Larger objects are not fetched just to look. Bytes. */
const LARGEST = 64 * 1024

const FORGETS: StoreProblem = {
  kind: 'forgets',
  message: 'The storage confirmed a write but didn’t keep it.',
}

/**
 * A storage that answers 201 and keeps nothing (a broken disk behind a proxy, a server in a mode for tests) would let
 * two devices each believe that they have a session. So some writes are read back (the first, every 17th, and those
 * that are weighty): if they are not there, to the letter, `create` rejects with `forgets`, and each one is read back
 * until one is there, which `proved` hears. A storage that forgets few of many is not found by this.
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
          // another one may have been found meanwhile
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
