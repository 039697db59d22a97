import type { Database } from '../../storage/schema.ts'
import { readStorageSecrets, readSyncedStorage } from '../../storage/settings/synced-storage.ts'
import { fromBase64Url } from '../../sync/base64.ts'
import { engineOf } from '../../sync/engines.ts'
import { type ObjectStore, StoreFailure } from '../../sync/object-store.ts'
import { openVault } from '../../sync/vault.ts'
import { openStorage } from '../ports/open-storage.ts'
import { randomId, type SharedStorage } from './shared-storage.ts'

/**
 * The storage that is connected in the settings. null: none is. Rejects with VaultLocked while the keys are locked, with a plain Error when it
 * cannot be used on this device, and with DamagedRecord or a DOMException.
 */
export async function openSharedStorage(db: Database): Promise<SharedStorage | null> {
  const storage = await readSyncedStorage(db)
  if (storage === null) return null
  const engine = engineOf(storage.engine)
  if (engine === null) throw new Error('This version of Reflexor does not know the kind of storage that is connected.')
  const secrets = await readStorageSecrets(db, storage)
  const key = secrets === null ? null : fromBase64Url(secrets.vaultKey)
  if (secrets === null || key === null) throw new Error('The keys of the connected storage cannot be read any more.')
  const { store } = openStorage(engine, { ...storage.fields, ...secrets.fields }, storage.url)
  return { store: storage.paused ? PAUSED : store, vault: await openVault(key), device: await thisDevice(db) }
}

/** While it is paused nothing is sent or fetched; what must not be done unknown to others waits. */
const paused = (): Promise<never> =>
  Promise.reject(new StoreFailure({ kind: 'unreachable', message: 'The storage of your devices is paused.' }))
const PAUSED: ObjectStore = { create: paused, get: paused, list: paused, put: paused, remove: paused, watch: paused }

const DEVICE = 'device'

/** Named by its platform. Its id tells it from others and is drawn once. */
async function thisDevice(db: Database): Promise<SharedStorage['device']> {
  const name = platformOf(navigator.userAgent)
  const transaction = db.transaction('settings', 'readwrite')
  const stored = (await transaction.store.get(DEVICE))?.value as { id?: unknown } | undefined
  const id = typeof stored?.id === 'string' ? stored.id : randomId()
  await Promise.all([transaction.store.put({ key: DEVICE, value: { id } }), transaction.done])
  return { id, name }
}

const PLATFORMS: [RegExp, string][] = [
  [/iPhone/, 'iPhone'],
  [/iPad/, 'iPad'],
  [/Android/, 'Android'],
  [/CrOS/, 'Chromebook'],
  [/Macintosh/, 'Mac'],
  [/Windows/, 'Windows'],
  [/Linux/, 'Linux'],
]
const platformOf = (agent: string): string =>
  PLATFORMS.find(([pattern]) => pattern.test(agent))?.[1] ?? 'another device'
