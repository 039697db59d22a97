import type { DevicesView } from '../../protocol/devices.ts'
import type { SyncedStorage } from '../../settings/synced-storage.ts'
import type { Database } from '../../storage/schema.ts'
import { readStorageSecrets, readSyncedStorage } from '../../storage/settings/synced-storage.ts'
import { VaultLocked } from '../../storage/settings/vault-lock.ts'
import { ENGINES, engineOf } from '../../sync/engines.ts'

/** The connected storage, if there is one, and those that can be. Rejects with DamagedRecord or a DOMException. */
export async function viewDevices(db: Database): Promise<DevicesView> {
  const storage = await readSyncedStorage(db)
  const { origin } = self.location
  return {
    storage: storage && {
      ...storage,
      engineName: engineOf(storage.engine)?.name ?? storage.engine,
      hasSecrets: await hasSecrets(db, storage),
    },
    engines: ENGINES.map(({ id, name, fields, guide }) => ({ id, name, fields: [...fields], guide: guide(origin) })),
  }
}

async function hasSecrets(db: Database, storage: SyncedStorage): Promise<boolean> {
  try {
    return (await readStorageSecrets(db, storage)) !== null
  } catch (error) {
    if (error instanceof VaultLocked) return true
    throw error
  }
}
