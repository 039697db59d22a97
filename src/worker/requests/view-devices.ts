import type { DevicesView } from '../../protocol/devices.ts'
import type { SyncedStorage } from '../../settings/synced-storage.ts'
import { lostOf, readPlaces } from '../../storage/places.ts'
import type { Database } from '../../storage/schema.ts'
import { readLending } from '../../storage/settings/lent-providers.ts'
import { readProviders } from '../../storage/settings/settings.ts'
import { readStorageSecrets, readSyncedStorage } from '../../storage/settings/synced-storage.ts'
import { VaultLocked } from '../../storage/settings/vault-lock.ts'
import { diagnoseStorage } from '../../sync/diagnose.ts'
import { ENGINES, engineOf } from '../../sync/engines.ts'
import { readCounted } from '../sync/storage/count-requests.ts'
import { deviceName } from '../sync/storage/open-shared-storage.ts'
import { readTrouble } from '../sync/storage/storage-trouble.ts'

/**
 * The connected storage, if any, and the engines that can be connected. Rejects with DamagedRecord or a DOMException.
 */
export async function viewDevices(db: Database): Promise<DevicesView> {
  const storage = await readSyncedStorage(db)
  const { origin } = self.location
  return {
    storage: storage && {
      ...storage,
      hasSecrets: await hasSecrets(db, storage),
    },
    trouble: storage && (await troubleOf(db, storage)),
    ...(storage && { lost: await countLost(db) }),
    name: await deviceName(db),
    requests: storage && (await readCounted(db, storage.connectedAt)),
    borrowed: storage?.lendsProviders ? await borrowedOf(db, storage) : [],
    engines: ENGINES.map(({ id, fields, pastes }) => ({ id, fields: [...fields], pastes: pastes(origin) })),
  }
}

async function countLost(db: Database): Promise<NonNullable<DevicesView['lost']>> {
  const lost = (await readPlaces(db)).places.map(lostOf)
  return { part: lost.filter((much) => much === 'part').length, all: lost.filter((much) => much === 'all').length }
}

/** null: no known trouble. */
async function troubleOf(
  db: Database,
  { engine: id, url, connectedAt, paused }: SyncedStorage,
): Promise<DevicesView['trouble']> {
  const engine = engineOf(id)
  const trouble = paused || engine === null ? null : await readTrouble(db, connectedAt)
  if (trouble === null || engine === null) return null
  const { since, ...problem } = trouble
  const { onLine: online } = self.navigator
  const { message, next } = diagnoseStorage({ engine, url, problem, online, reachable: null })
  return { message, next, since }
}

/** The keys borrowed from other devices. While the vault is locked they are unknown. */
async function borrowedOf(db: Database, { url }: SyncedStorage): Promise<DevicesView['borrowed']> {
  try {
    const { borrowed = {} } = (await readLending(db, url)) ?? {}
    const { providers } = await readProviders(db)
    return providers.flatMap(({ id, label }) => {
      const entry = Object.hasOwn(borrowed, id) ? borrowed[id] : undefined
      return entry === undefined || entry.gone ? [] : [{ id, label, by: entry.by }]
    })
  } catch (error) {
    if (error instanceof VaultLocked) return []
    throw error
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
