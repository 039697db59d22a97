import type { Refusal } from '../../../protocol/refusals.ts'
import type { SyncedStorage } from '../../../settings/synced-storage.ts'
import type { Database } from '../../../storage/schema.ts'
import { readStorageSecrets, readSyncedStorage, saveSyncedStorage } from '../../../storage/settings/synced-storage.ts'
import { fromBase64Url } from '../../../sync/base64.ts'
import { engineOf } from '../../../sync/engines.ts'
import { heed } from '../../../sync/heed.ts'
import { type ObjectStore, StoreFailure } from '../../../sync/object-store.ts'
import { readBack } from '../../../sync/read-back.ts'
import { openVault } from '../../../sync/vault.ts'
import { openStorage } from '../../ports/open-storage.ts'
import { refusal } from '../../refused.ts'
import { openClocks } from '../devices/clocks.ts'
import { countRequests } from './count-requests.ts'
import { proveAgain } from './prove-again.ts'
import { randomId, type SharedStorage } from './shared-storage.ts'
import { keepTrouble } from './storage-trouble.ts'

/**
 * The storage that is connected in the settings. null: none is. Rejects with VaultLocked while the keys are locked,
 * with a plain Error when it cannot be used on this device, and with DamagedRecord or a DOMException. `paused`: whether
 * it is so if the person has paused it.
 */
export async function openSharedStorage(
  db: Database,
  { paused = true }: { paused?: boolean } = {},
): Promise<SharedStorage | null> {
  const storage = await readSyncedStorage(db)
  if (storage === null) return null
  const engine = engineOf(storage.engine)
  if (engine === null) throw new Error('This version of Reflexor doesn’t support the connected kind of storage.')
  const secrets = await readStorageSecrets(db, storage)
  const key = secrets === null ? null : fromBase64Url(secrets.vaultKey)
  if (secrets === null || key === null) throw new Error('The keys of the connected storage can no longer be read.')
  const requests = countRequests(db, storage.connectedAt)
  const trouble = keepTrouble(db, storage.connectedAt)
  const open = openStorage(engine, { ...storage.fields, ...secrets.fields }, storage.url, requests.count)
  const closed = paused ? closedBy(storage) : undefined
  return {
    store: closed === undefined ? heed(readBack(open.store, trouble.proved), trouble.told) : PAUSED,
    ...(closed !== undefined && { closed }),
    // what its person paused is no news to them
    troubledFor: isShutOut(storage) ? () => Number.POSITIVE_INFINITY : trouble.lasted,
    vault: await openVault(key),
    device: await thisDevice(db),
    clocks: await openClocks(db),
    connectedAt: storage.connectedAt,
    onlyChosen: storage.onlyChosen === true,
    requests,
    lending: { on: storage.lendsProviders === true, url: storage.url },
    proveAgain: () => proveAgain(db, open, storage.connectedAt),
    removed: async () => {
      // unless it was forgotten or connected again in between
      const now = await readSyncedStorage(db)
      if (now?.connectedAt === storage.connectedAt) await saveSyncedStorage(db, { ...now, removed: true })
    },
  }
}

const closedBy = ({ removed, paused }: SyncedStorage): Refusal | undefined =>
  removed ? refusal('device-removed') : paused ? refusal('storage-paused') : undefined
/** Another device removed this one, or the storage was found unfit. */
const isShutOut = ({ removed, paused, tested }: SyncedStorage): boolean => removed === true || (paused && !tested.ok)

/** While it is paused nothing is sent or fetched; what must not be done unknown to others waits. */
const paused = (): Promise<never> =>
  Promise.reject(new StoreFailure({ kind: 'unreachable', message: 'Your sync storage is paused.' }))
const PAUSED: ObjectStore = { create: paused, get: paused, list: paused, put: paused, remove: paused, watch: paused }

const DEVICE = 'device'

/**
 * Named by its person, else by its browser and system. Its id tells it from others and is drawn once for each time that
 * it is connected.
 */
export async function thisDevice(db: Database, given?: string): Promise<SharedStorage['device']> {
  const transaction = db.transaction('settings', 'readwrite')
  const stored = (await transaction.store.get(DEVICE))?.value as { id?: unknown; name?: unknown } | undefined
  const id = typeof stored?.id === 'string' ? stored.id : randomId()
  const name = given ?? (typeof stored?.name === 'string' ? stored.name : undefined)
  await Promise.all([transaction.store.put({ key: DEVICE, value: { id, name } }), transaction.done])
  return { id, name: name ?? nameOf(navigator.userAgent) }
}

/** The name of this device for the others. Rejects with a DOMException. */
export async function deviceName(db: Database): Promise<string> {
  const stored = (await db.get('settings', DEVICE))?.value as { name?: unknown } | undefined
  return typeof stored?.name === 'string' ? stored.name : nameOf(navigator.userAgent)
}

/** A new connection: earlier facts about the storage no longer apply. */
export async function beginDevice(db: Database): Promise<void> {
  const transaction = db.transaction('settings', 'readwrite')
  const stored = (await transaction.store.get(DEVICE))?.value as { name?: unknown } | undefined
  await Promise.all([transaction.store.put({ key: DEVICE, value: { name: stored?.name } }), transaction.done])
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
const BROWSERS: [RegExp, string][] = [
  [/Edg/, 'Edge'],
  [/OPR\//, 'Opera'],
  [/Firefox|FxiOS/, 'Firefox'],
  [/Chrome|CriOS/, 'Chrome'],
  [/Safari/, 'Safari'],
]
const first = (names: readonly [RegExp, string][], agent: string): string | undefined =>
  names.find(([pattern]) => pattern.test(agent))?.[1]
/** "Chrome on Linux". */
function nameOf(agent: string): string {
  const system = first(PLATFORMS, agent)
  const browser = first(BROWSERS, agent)
  return system === undefined
    ? (browser ?? 'another device')
    : browser === undefined
      ? system
      : `${browser} on ${system}`
}
