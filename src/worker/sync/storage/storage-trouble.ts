import type { Database } from '../../../storage/schema.ts'
import type { Way } from '../../../sync/heed.ts'
import type { StoreProblem } from '../../../sync/object-store.ts'
import { lasted, type StorageInput, type StorageState, storageTransition, Trouble, troubleOf } from './storage-state.ts'

/** The present trouble of the connected storage, stored for the settings in any tab. */

const KEY = 'storage-trouble'
/** Milliseconds for which a read value counts; another tab may change it. */
const KNOWN = 30_000

/** null: the storage works, as far as is known. Rejects with a DOMException. */
export async function readTrouble(db: Database, connectedAt: number): Promise<Trouble | null> {
  const parsed = Trouble.safeParse((await db.get('settings', KEY))?.value)
  return parsed.success && parsed.data.connectedAt === connectedAt ? parsed.data : null
}

export type KeptTrouble = {
  /**
   * Hears of every answer, and writes when that changes anything. What cannot be written is written with the next
   * change.
   */
  told: (problem: StoreProblem | null, way: Way) => void
  /** Hears that a write was found in the storage. */
  proved: () => void
  /** For how long it has been in the way, as far as this worker has met it; ms. 0: nothing is. */
  lasted: () => number
}

export function keepTrouble(db: Database, connectedAt: number): KeptTrouble {
  let state: StorageState = { type: 'well' }
  let readAt = Number.NEGATIVE_INFINITY
  const hear = async (input: StorageInput): Promise<void> => {
    const now = performance.now()
    if (now - readAt > KNOWN)
      state = storageTransition(state, { type: 'read', trouble: await readTrouble(db, connectedAt) })
    readAt = now
    const before = troubleOf(state)
    state = storageTransition(state, input)
    const trouble = troubleOf(state)
    if (trouble === before) return
    if (trouble === null) await db.delete('settings', KEY)
    else await db.put('settings', { key: KEY, value: trouble })
  }
  let heard = Promise.resolve()
  const next = (input: StorageInput): void => {
    heard = heard
      .then(() => hear(input))
      .catch(() => {
        readAt = Number.NEGATIVE_INFINITY
      })
  }
  return {
    told: (problem, way) => {
      const times = { at: performance.now(), now: Date.now(), connectedAt }
      next(problem === null ? { type: 'answered', way } : { type: 'failed', problem, way, ...times })
    },
    proved: () => next({ type: 'proved' }),
    lasted: () => lasted(state, performance.now()),
  }
}
