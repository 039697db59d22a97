import type { CodeView, DEVICE_REQUESTS, StorageTest } from '../../protocol/devices.ts'
import type { WrongField } from '../../settings/storage-engine.ts'
import type { SyncedStorage } from '../../settings/synced-storage.ts'
import type { Database } from '../../storage/schema.ts'
import {
  forgetSyncedStorage,
  readStorageSecrets,
  readSyncedStorage,
  type StorageSecrets,
  saveSyncedStorage,
} from '../../storage/settings/synced-storage.ts'
import { originOf } from '../../storage/settings/vault.ts'
import { base64UrlOf, fromBase64Url } from '../../sync/base64.ts'
import type { Engine } from '../../sync/engine.ts'
import { engineOf } from '../../sync/engines.ts'
import { StoreFailure } from '../../sync/object-store.ts'
import { encodeRecovery, parseRecovery, type Recovery } from '../../sync/recovery-code.ts'
import { makeVaultKey, openVault, SealBroken, type Vault } from '../../sync/vault.ts'
import { openStorage } from '../ports/open-storage.ts'
import { refused } from '../refused.ts'
import type { HandlersOf } from '../request-handlers.ts'
import { beginDevice } from '../sync/storage/open-shared-storage.ts'
import { SHARED_SESSION_HANDLERS } from './shared-sessions.ts'
import { nameApart, STORED_HANDLERS } from './stored-there.ts'
import { explain, testStorage } from './test-storage.ts'
import { viewDevices } from './view-devices.ts'

/**
 * Requests of a page about the storage that the person's devices share. Keys stay in the worker, except the recovery
 * code, which the person asks for.
 */
export const DEVICE_HANDLERS: HandlersOf<typeof DEVICE_REQUESTS> = {
  ...STORED_HANDLERS,
  ...SHARED_SESSION_HANDLERS,
  'get-devices': (_request, { db }) => viewDevices(db),
  'test-storage': async ({ engine, fields }, { db }) => {
    const chosen = await chosenOf(db, engine, fields)
    return 'why' in chosen ? wrongField(chosen) : testStorage(chosen.engine, chosen.fields, chosen.url)
  },
  'connect-storage': async ({ engine, fields, name }, { db, settingsChanged }) => {
    const chosen = await chosenOf(db, engine, fields)
    if ('why' in chosen) return wrongField(chosen)
    const outcome = await oneAtATime(db, () => connect(db, chosen, makeVaultKey(), 'new', name))
    if (outcome.ok) settingsChanged()
    return outcome
  },
  'connect-by-code': async ({ code, passphrase, name }, { db, settingsChanged }) => {
    const parsed = await parseRecovery(code, passphrase)
    if (parsed.type === 'broken') throw refused(parsed.why)
    if (parsed.type === 'passphrase') throw refused('wrong-code-passphrase')
    const chosen = placeOf(parsed.recovery)
    if ('why' in chosen) return wrongField(chosen)
    const { vaultKey } = parsed.recovery
    const outcome = await oneAtATime(db, () => connect(db, chosen, vaultKey, 'known', name))
    if (outcome.ok) settingsChanged()
    return outcome
  },
  'read-code': async ({ code, passphrase }): Promise<CodeView> => {
    const parsed = await parseRecovery(code, passphrase)
    if (parsed.type !== 'recovery') return parsed
    const chosen = placeOf(parsed.recovery)
    if ('why' in chosen) return { type: 'broken', why: 'code-unreadable' }
    return { type: 'storage', engine: chosen.engine.id, url: chosen.url }
  },
  'make-code': async ({ passphrase }, { db }) => {
    const { storage, secrets } = await connected(db)
    const vaultKey = fromBase64Url(secrets.vaultKey) ?? new Uint8Array()
    const fields = { ...storage.fields, ...secrets.fields }
    return encodeRecovery({ engine: storage.engine, fields, vaultKey }, passphrase)
  },
  'pause-storage': async ({ paused }, { db, settingsChanged }) => {
    const storage = await readSyncedStorage(db)
    if (storage !== null) await saveSyncedStorage(db, { ...storage, paused })
    settingsChanged()
    return viewDevices(db)
  },
  'forget-storage': async (_request, { db, settingsChanged }) => {
    await forgetSyncedStorage(db)
    settingsChanged()
    return viewDevices(db)
  },
}

/**
 * A lock: two tabs that connect at the same time would make two vaults, and sessions shared with one would be looked
 * for in the other. Rejects with Refused.
 */
const oneAtATime = <Value>(db: Database, connecting: () => Promise<Value>): Promise<Value> =>
  navigator.locks.request(`${db.name}:connect-storage`, async () => {
    if ((await readSyncedStorage(db)) !== null) throw refused('storage-connected')
    return connecting()
  })

type Chosen = { engine: Engine; fields: Record<string, string>; url: string }

const wrongField = (wrong: WrongField): StorageTest => ({ ok: false, message: '', next: null, guide: false, wrong })

/** Rejects with Refused if this version doesn’t know the engine. */
function placeOf({ engine: id, fields }: Pick<Recovery, 'engine' | 'fields'>): Chosen | WrongField {
  const engine = engineOf(id)
  if (engine === null) throw refused('unknown-engine')
  const url = engine.urlOf(fields)
  return typeof url === 'string' ? { engine, fields, url } : url
}

/** Secrets that were not typed are taken from the stored ones, if those belong to the same origin. */
async function chosenOf(db: Database, id: string, typed: Record<string, string>): Promise<Chosen | WrongField> {
  const chosen = placeOf({ engine: id, fields: typed })
  if ('why' in chosen) return chosen
  const missing = chosen.engine.fields.filter((field) => (typed[field.id] ?? '') === '' && field.value === undefined)
  if (missing.length === 0) return chosen
  const storage = await readSyncedStorage(db)
  const isSame = storage !== null && originOf(storage.url) === originOf(chosen.url)
  const kept = isSame ? ((await readStorageSecrets(db, storage))?.fields ?? {}) : {}
  const stillMissing = missing.find(({ id }) => (kept[id] ?? '') === '')
  if (stillMissing !== undefined) return { field: stillMissing.id, why: 'missing' }
  return { ...chosen, fields: { ...typed, ...Object.fromEntries(missing.map(({ id }) => [id, kept[id] ?? ''])) } }
}

/** Stores nothing here until the storage has passed its test and holds the vault. */
async function connect(
  db: Database,
  chosen: Chosen,
  vaultKey: Uint8Array<ArrayBuffer>,
  which: 'new' | 'known',
  name: string | undefined,
): Promise<StorageTest> {
  const { engine, fields, url } = chosen
  const tested = await testStorage(engine, fields, url)
  if (!tested.ok) return tested
  const vault = await openVault(vaultKey)
  const problem = await settleHeader(chosen, vault, which)
  if (problem !== null) return problem
  const isSecret = (id: string): boolean => engine.fields.some((field) => field.id === id && field.secret)
  const part = (secret: boolean): Record<string, string> =>
    Object.fromEntries(Object.entries(fields).filter(([id]) => isSecret(id) === secret))
  const now = Date.now()
  const stored: SyncedStorage = {
    engine: engine.id,
    fields: part(false),
    url,
    vault: vault.name,
    paused: false,
    connectedAt: now,
    tested: { ok: true, message: tested.message, at: now },
  }
  const secrets: StorageSecrets = { fields: part(true), vaultKey: base64UrlOf(vaultKey) }
  await beginDevice(db)
  await saveSyncedStorage(db, stored, secrets)
  await nameApart(db, name)
  return tested
}

const HEADER = { kind: 'header' } as const

/**
 * Checks the header of the vault in this storage, and writes one for a new vault. null: the header is there and this
 * key opens it.
 */
async function settleHeader(
  { engine, fields, url }: Chosen,
  vault: Vault,
  which: 'new' | 'known',
): Promise<StorageTest | null> {
  const { store } = openStorage(engine, fields, url)
  const signal = AbortSignal.timeout(60_000)
  try {
    const key = await vault.keyOf(HEADER)
    if (which === 'new') {
      const words = new TextEncoder().encode(JSON.stringify({ format: 1, createdAt: Date.now() }))
      await store.create(key, await vault.seal(HEADER, words), signal)
    }
    const there = await store.get(key, signal)
    if (there !== null) await vault.open(HEADER, there)
    return there === null ? { ok: false, message: NOTHING_THERE[which], next: null, guide: false } : null
  } catch (error) {
    if (error instanceof StoreFailure) return explain(engine, url, error.problem)
    if (error instanceof SealBroken) return { ok: false, message: error.message, next: null, guide: false }
    throw error
  }
}

const NOTHING_THERE = {
  new: 'The storage didn’t keep what was written. Test again.',
  known:
    'This storage has no data from the devices this code belongs to. It was emptied, or it is a different storage.',
}

async function connected(db: Database): Promise<{ storage: SyncedStorage; secrets: StorageSecrets }> {
  const storage = await readSyncedStorage(db)
  if (storage === null) throw refused('no-storage')
  const secrets = await readStorageSecrets(db, storage)
  if (secrets === null) throw refused('storage-keys-lost')
  return { storage, secrets }
}
