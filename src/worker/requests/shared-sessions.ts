import { journalAfter, readPlaces } from '../../storage/places.ts'
import type { Database, SyncRow } from '../../storage/schema.ts'
import { readShareChoices } from '../../storage/settings/share-choices.ts'
import { readSyncedStorage, saveSyncedStorage } from '../../storage/settings/synced-storage.ts'
import { VaultLocked } from '../../storage/settings/vault-lock.ts'
import { StoreFailure } from '../../sync/object-store.ts'
import type { Handlers } from '../request-handlers.ts'
import { isShareable } from '../sync/session/shareable.ts'
import { openSharedStorage } from '../sync/storage/open-shared-storage.ts'
import { readLate } from '../sync/upkeep/late-results.ts'
import { viewDevices } from './view-devices.ts'

/** Requests of a page about which sessions are shared, and about one of them. */

const LIMIT = 20_000

export const SHARED_SESSION_HANDLERS: Pick<Handlers, 'choose-shared' | 'session-sharing' | 'late-result'> = {
  'choose-shared': async (request, { db, settingsChanged }) => {
    const storage = await readSyncedStorage(db)
    if (storage !== null) {
      const { onlyChosen = storage.onlyChosen, lendsProviders = storage.lendsProviders } = request
      await saveSyncedStorage(db, { ...storage, onlyChosen, lendsProviders })
    }
    settingsChanged()
    return viewDevices(db)
  },
  'session-sharing': async ({ sessionId }, { db }) => {
    const storage = await readSyncedStorage(db)
    if (storage === null) return 'none'
    const row = await placeOf(db, sessionId)
    // a session that was deleted for the others and is restored here belongs to this device alone
    if (row !== undefined) return row.left || row.over ? 'not' : row.owner ? 'shared' : 'elsewhere'
    const [first] = await journalAfter(db, sessionId, 0, 1)
    if (first !== undefined && !isShareable(first)) return 'older'
    const choices = await readShareChoices(db)
    return (choices[sessionId] ?? storage.onlyChosen !== true) ? 'shared' : 'not'
  },
  'late-result': async ({ sessionId, ...call }, { db }) => {
    const row = await placeOf(db, sessionId)
    if (row === undefined || row.over || row.left) return { shared: false, late: null }
    try {
      const storage = await openSharedStorage(db)
      const late = storage && (await readLate(storage, row.log, call, AbortSignal.timeout(LIMIT)))
      return { shared: storage !== null, late: late && { by: late.by, text: late.text, parts: late.parts } }
    } catch (error) {
      // the page asks again
      if (error instanceof StoreFailure || error instanceof VaultLocked) return { shared: true, late: null }
      throw error
    }
  },
}

const placeOf = async (db: Database, sessionId: string): Promise<SyncRow | undefined> =>
  (await readPlaces(db)).places.find((row) => row.sessionId === sessionId)
