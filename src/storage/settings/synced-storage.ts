import * as z from 'zod/mini'
import { StorageFields, SyncedStorage } from '../../settings/synced-storage.ts'
import { DamagedRecord } from '../fault.ts'
import type { Database } from '../schema.ts'
import { saveBound } from './bound-settings.ts'
import { originOf, readSecret } from './vault.ts'
import { VaultLocked } from './vault-lock.ts'

/**
 * The storage that the person's devices share, with its secrets bound to its origin. Not session state, in no export. A
 * failing database rejects with a DOMException.
 */

/** Its key in the settings. */
export const STORAGE = 'synced-storage'
const SECRET = 'synced-storage'
/** What is lent and borrowed through this storage is removed with it (lent-providers.ts). */
export const LENT = 'lent-providers'

/** `vaultKey`: in base64url. */
const Secrets = z.object({ fields: StorageFields, vaultKey: z.string() })
export type StorageSecrets = z.infer<typeof Secrets>

/** null: none is connected. Rejects with DamagedRecord. */
export async function readSyncedStorage(db: Database): Promise<SyncedStorage | null> {
  const row = await db.get('settings', STORAGE)
  if (row === undefined) return null
  const parsed = SyncedStorage.safeParse(row.value)
  if (!parsed.success) throw new DamagedRecord('the storage of your devices', parsed.error)
  return parsed.data
}

/** `secrets`: absent keeps them. Rejects with VaultLocked. */
export async function saveSyncedStorage(db: Database, value: SyncedStorage, secrets?: StorageSecrets): Promise<void> {
  const origin = originOf(value.url)
  const secret = secrets && JSON.stringify(secrets)
  await saveBound(db, { key: STORAGE, value, owners: [SECRET, LENT], origin, secret })
}

/** Also removes an unreadable record. */
export const forgetSyncedStorage = (db: Database): Promise<void> =>
  saveBound(db, { key: STORAGE, value: null, owners: [SECRET, LENT], origin: '' })

/** null: they are gone, or cannot be read on this device. Rejects with VaultLocked. */
export async function readStorageSecrets(db: Database, { url }: SyncedStorage): Promise<StorageSecrets | null> {
  const outcome = await readSecret(db, SECRET, originOf(url))
  if (outcome.type === 'locked') throw new VaultLocked()
  if (outcome.type !== 'secret') return null
  const parsed = Secrets.safeParse(JSON.parse(outcome.secret))
  return parsed.success ? parsed.data : null
}
