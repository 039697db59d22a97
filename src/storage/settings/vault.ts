import type { IDBPObjectStore } from 'idb'
import type { Database, ReflexorSchema, StoreName } from '../schema.ts'
import { type KeyRow, type Keys, rowsOf } from './key-places.ts'
import { isPassphrase, isSealed, keyOf } from './key-rows.ts'
import { seal, sealedId, unseal } from './seal.ts'
import { heldKey, KeyChanged, type PassphraseRow, VaultLocked } from './vault-lock.ts'
import { parsePlaces, type SecretRow, type VaultRows } from './vault-rows.ts'
import { readVault, withKeys } from './with-keys.ts'

/**
 * API keys, encrypted with AES-GCM under a key that the browser keeps and never exports, or one derived from the
 * person's passphrase (vault-passphrase.ts). Each is bound to a provider and one origin: both are authenticated with
 * the ciphertext, so that it cannot be used for another. All reject with a DOMException if the database fails. Never
 * log or pass on what `readSecret` returns.
 */

export type SecretOutcome =
  | { type: 'secret'; secret: string }
  | { type: 'none' }
  /** There is one, behind a passphrase that this thread does not have. */
  | { type: 'locked' }
  /** There is one, for another origin: it must be entered again. */
  | { type: 'other-origin' }
  /** It cannot be decrypted: it must be entered again. `message`: a sentence for the person. */
  | { type: 'damaged'; message: string }

const UNREADABLE: SecretOutcome = {
  type: 'damaged',
  message: 'The saved API key can’t be read on this device. Enter it again.',
}
const TRIES = 5

export const secretId = (providerId: string): `secret:${string}` => `secret:${providerId}`

/** The origin of a base URL; '' if it has none (the demo). */
export function originOf(baseUrl: string): string {
  return URL.canParse(baseUrl) ? new URL(baseUrl).origin : ''
}

/** A secret that lies sealed in a place of keys, and counts once a row of the vault names it. */
export type SealedSecret = SecretRow & { place: string }

/**
 * Encrypts an owner's secret for one origin and puts it into the place of keys, for `putSealed`. '' gives null: remove
 * it. Rejects with VaultLocked.
 */
export async function sealSecret(
  db: Database,
  owner: string,
  origin: string,
  secret: string,
): Promise<SealedSecret | null> {
  if (secret === '') return null
  for (let tries = 1; tries <= TRIES; tries++) {
    const sealed = await withKeys(db, async ({ places }, keys) => {
      const key = keys && (await wrappingKey(keys))
      if (keys === null || key === null) return null
      const ref = crypto.randomUUID()
      const row: KeyRow = { id: sealedId(ref), ...(await seal(key, owner, origin, secret)) }
      const transaction = keys.transaction('keys', 'readwrite', { durability: 'strict' })
      await Promise.all([transaction.store.put(row), transaction.done])
      return { id: secretId(owner), origin, ref, place: places.current ?? '' }
    })
    if (sealed !== null) return sealed
    await (await import('./remake-keys.ts')).makeKey(db)
  }
  throw new KeyChanged()
}

/**
 * Names it, unless another tab has replaced the place of keys meanwhile: then the caller's whole transaction is
 * aborted. Rejects with KeyChanged, see `changeSecrets`.
 */
export async function putSealed(store: VaultStore, { place, ...row }: SealedSecret): Promise<void> {
  const { current } = parsePlaces(await store.get('places'))
  if (current !== place) {
    store.transaction.abort()
    throw new KeyChanged()
  }
  await store.put(row)
}
type VaultStore = IDBPObjectStore<ReflexorSchema, StoreName[], 'vault', 'readwrite'>

/**
 * Does a change of the vault's rows, again if another tab replaces the place of keys in the middle of it. Then removes
 * from the browser's files what no row names any more; if that fails, the next start does it.
 */
export async function changeSecrets<Value>(db: Database, work: () => Promise<Value>): Promise<Value> {
  const value = await untilUnchanged(work)
  const hasUnnamed = await withKeys(db, async ({ secrets }, keys) => {
    const named = new Set(secrets.map(({ ref }) => sealedId(ref)))
    const stored = keys === null ? [] : await rowsOf(keys).getAllKeys()
    return stored.some((id) => id.startsWith(sealedId('')) && !named.has(id as `sealed:${string}`))
  })
  if (hasUnnamed) await (await import('./remake-keys.ts')).dropUnnamed(db)
  return value
}

async function untilUnchanged<Value>(work: () => Promise<Value>): Promise<Value> {
  for (let tries = 1; ; tries++)
    try {
      return await work()
    } catch (error) {
      if (!(error instanceof KeyChanged) || tries === TRIES) throw error
    }
}

/** Stores a provider's secret for one origin and replaces any other; '' removes it. Strict. */
export async function putSecret(db: Database, providerId: string, origin: string, secret: string): Promise<void> {
  await changeSecrets(db, async () => {
    const sealed = await sealSecret(db, providerId, origin, secret)
    const transaction = db.transaction('vault', 'readwrite', { durability: 'strict' })
    const { store, done } = transaction
    await Promise.all([sealed === null ? store.delete(secretId(providerId)) : putSealed(store as never, sealed), done])
  })
}

/** The secret of a provider, for exactly this origin. `known`: rows of the vault that were just read. */
export function readSecret(
  db: Database,
  providerId: string,
  origin: string,
  known?: VaultRows,
): Promise<SecretOutcome> {
  return withKeys<SecretOutcome>(
    db,
    async ({ secrets }, keys) => {
      const row = secrets.find(({ id }) => id === secretId(providerId))
      if (row === undefined) return { type: 'none' }
      if (row.origin !== origin) return { type: 'other-origin' }
      if (keys === null) return UNREADABLE
      const store = rowsOf(keys)
      const [sealed, plain, passphrase] = await Promise.all([
        store.get(sealedId(row.ref)),
        store.get('key'),
        store.get('passphrase'),
      ])
      if (isPassphrase(passphrase) && heldKey(passphrase) === null) return { type: 'locked' }
      const key = keyOf(plain, passphrase)
      if (key === null || !isSealed(sealed)) return UNREADABLE
      const secret = await unseal(key, providerId, { ...sealed, origin })
      return secret === null ? UNREADABLE : { type: 'secret', secret }
    },
    known,
  )
}

/** Whether the provider has a secret for this origin. Does not decrypt. */
export async function hasSecret(db: Database, providerId: string, origin: string): Promise<boolean> {
  const { secrets } = await readVault(db)
  return secrets.some((row) => row.id === secretId(providerId) && row.origin === origin)
}

/** The passphrase's row; null: there is no passphrase. */
export function readPassphraseRow(db: Database): Promise<PassphraseRow | null> {
  return withKeys(db, async (_rows, keys) => {
    const row = keys === null ? undefined : await rowsOf(keys).get('passphrase')
    return isPassphrase(row) ? row : null
  })
}

/** The key that secrets are encrypted with now; null: there is none, or a damaged one, which can be replaced. */
async function wrappingKey(keys: Keys): Promise<CryptoKey | null> {
  const store = rowsOf(keys)
  const [plain, passphrase] = await Promise.all([store.get('key'), store.get('passphrase')])
  if (isPassphrase(passphrase) && heldKey(passphrase) === null) throw new VaultLocked()
  return keyOf(plain, passphrase)
}
