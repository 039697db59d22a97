import { tabLock } from '../../../settings/tab-lock.ts'

const KEY = 'reflexor:tab'
/** Milliseconds; the page before a reload lets go of the name in a few. */
const PATIENCE = 3000

/**
 * The name of this tab, stable over reloads. A lock holds it while the page lives, so that drafts of a dead tab can be
 * recognised. A duplicated tab, whose name is held by the original, gets a new name.
 */
export function holdTabName(storage: Pick<Storage, 'getItem' | 'setItem'>, locks: LockManager): () => string {
  let name = storage.getItem(KEY) ?? ''
  const hold = (options: LockOptions): Promise<unknown> =>
    locks.request(tabLock(name), options, () => new Promise<never>(() => {}))
  const begin = (): void => {
    name = crypto.randomUUID()
    try {
      storage.setItem(KEY, name)
    } catch {
      // a full storage: after a reload this is another tab
    }
    void hold({}).catch(() => {}) // the document is going
  }
  if (name === '') begin()
  else hold({ signal: AbortSignal.timeout(PATIENCE) }).catch(begin)
  return () => name
}
