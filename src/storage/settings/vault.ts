import type { IDBPObjectStore } from 'idb'
import * as z from 'zod/mini'
import type { Database, ReflexorSchema, StoreName, VaultRow } from '../schema.ts'
import { heldKey, KeyChanged, VaultLocked } from './vault-lock.ts'

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

const SecretRow = z.object({
  origin: z.string(),
  iv: z.instanceof(Uint8Array<ArrayBuffer>),
  data: z.instanceof(ArrayBuffer),
})
const UNREADABLE: SecretOutcome = {
  type: 'damaged',
  message: 'The stored API key cannot be read on this device. Enter it again.',
}

export const secretId = (providerId: string): `secret:${string}` => `secret:${providerId}`

/** The origin of a base URL; '' if it has none (the demo). */
export function originOf(baseUrl: string): string {
  return URL.canParse(baseUrl) ? new URL(baseUrl).origin : ''
}

/** A secret as it is stored. Made before the transaction that puts it: encryption takes longer than one stays open. */
export type SealedSecret = Extract<VaultRow, { origin: string }> & {
  /** The key that it was encrypted with. */
  keyName?: string
}

/** Encrypts an owner's secret for one origin. '' gives null: remove it. */
export async function sealSecret(
  db: Database,
  owner: string,
  origin: string,
  secret: string,
): Promise<SealedSecret | null> {
  if (secret === '') return null
  return seal(await wrappingKey(db), owner, origin, secret)
}

/** Encrypts a secret with this key. */
export async function seal(
  { key, name }: VaultKey,
  owner: string,
  origin: string,
  secret: string,
): Promise<SealedSecret> {
  const iv = crypto.getRandomValues(new Uint8Array(12))
  const additionalData = boundTo(owner, origin)
  const data = await crypto.subtle.encrypt(
    { name: 'AES-GCM', iv, additionalData },
    key,
    new TextEncoder().encode(secret),
  )
  return { id: secretId(owner), origin, iv, data, keyName: name }
}

/**
 * Puts it, unless another tab has changed the key meanwhile: then nobody could read it, and the caller's whole
 * transaction is aborted. Rejects with KeyChanged.
 */
export async function putSealed(store: VaultStore, sealed: SealedSecret): Promise<void> {
  const [plain, passphrase] = await Promise.all([store.get('key'), store.get('passphrase')])
  const { keyName, ...row } = sealed
  const name = (passphrase && 'salt' in passphrase ? passphrase.name : null) ?? nameOf(plain)
  if (keyName !== undefined && keyName !== name) {
    store.transaction.abort()
    throw new KeyChanged()
  }
  await store.put(row)
}
type VaultStore = IDBPObjectStore<ReflexorSchema, StoreName[], 'vault', 'readwrite'>

/** Stores a provider's secret for one origin and replaces any other; '' removes it. Strict. */
export async function putSecret(db: Database, providerId: string, origin: string, secret: string): Promise<void> {
  const sealed = await sealSecret(db, providerId, origin, secret)
  const transaction = db.transaction('vault', 'readwrite', { durability: 'strict' })
  const { store, done } = transaction
  await Promise.all([sealed === null ? store.delete(secretId(providerId)) : putSealed(store as never, sealed), done])
}

/** The secret of a provider, for exactly this origin. */
export async function readSecret(db: Database, providerId: string, origin: string): Promise<SecretOutcome> {
  const transaction = db.transaction('vault')
  const [stored, key, passphrase] = await Promise.all([
    transaction.store.get(secretId(providerId)),
    transaction.store.get('key'),
    transaction.store.get('passphrase'),
  ])
  return openSecret({ stored, key, passphrase }, providerId, origin)
}

/** The secret and the key that opens it, from one transaction. */
type SecretRows = { stored: VaultRow | undefined; key: VaultRow | undefined; passphrase: VaultRow | undefined }

export async function openSecret(
  { stored, key: keyRow, passphrase }: SecretRows,
  providerId: string,
  origin: string,
): Promise<SecretOutcome> {
  if (stored === undefined) return { type: 'none' }
  const row = SecretRow.safeParse(stored)
  if (!row.success) return UNREADABLE
  if (row.data.origin !== origin) return { type: 'other-origin' }
  if (passphrase !== undefined && heldKey(passphrase) === null) return { type: 'locked' }
  const key = keyOf(keyRow, passphrase)
  if (key === null) return UNREADABLE
  const secret = await unseal(key.key, providerId, row.data)
  return secret === null ? UNREADABLE : { type: 'secret', secret }
}

/** null: decryption failed, and AES-GCM says no more. */
export async function unseal(
  key: CryptoKey,
  owner: string,
  { origin, iv, data }: Pick<SealedSecret, 'origin' | 'iv' | 'data'>,
): Promise<string | null> {
  try {
    const plain = await crypto.subtle.decrypt(
      { name: 'AES-GCM', iv, additionalData: boundTo(owner, origin) },
      key,
      data,
    )
    return new TextDecoder().decode(plain)
  } catch {
    return null
  }
}

/** Whether the provider has a secret for this origin. Does not decrypt. */
export async function hasSecret(db: Database, providerId: string, origin: string): Promise<boolean> {
  const row = SecretRow.safeParse(await db.get('vault', secretId(providerId)))
  return row.success && row.data.origin === origin
}

/** A key of the vault. `name` tells it from others. */
export type VaultKey = { key: CryptoKey; name: string }

/**
 * The key that secrets are encrypted with now. That of this browser profile is made once: if two tabs make one at the
 * same time, both use the first stored. Rejects with VaultLocked.
 */
export async function wrappingKey(db: Database): Promise<VaultKey> {
  const [plain, passphrase] = await Promise.all([db.get('vault', 'key'), db.get('vault', 'passphrase')])
  if (passphrase !== undefined && heldKey(passphrase) === null) throw new VaultLocked()
  const stored = keyOf(plain, passphrase)
  if (stored !== null) return stored
  const made = await crypto.subtle.generateKey({ name: 'AES-GCM', length: 256 }, false, ['encrypt', 'decrypt'])
  const transaction = db.transaction('vault', 'readwrite', { durability: 'strict' })
  const [now, locked] = await Promise.all([transaction.store.get('key'), transaction.store.get('passphrase')])
  const first = keyOf(now, undefined)
  // a damaged key is replaced: nobody can read what it encrypted
  const put = first === null && locked === undefined ? transaction.store.put({ id: 'key', key: made }) : null
  await Promise.all([put, transaction.done])
  if (locked !== undefined) throw new VaultLocked()
  return first ?? { key: made, name: '' }
}

const nameOf = (row: VaultRow | undefined): string => (row !== undefined && 'key' in row ? (row.name ?? '') : '')

function keyOf(row: VaultRow | undefined, passphrase: VaultRow | undefined): VaultKey | null {
  if (passphrase !== undefined) return heldKey(passphrase)
  return row !== undefined && 'key' in row && row.key instanceof CryptoKey ? { key: row.key, name: nameOf(row) } : null
}

function boundTo(providerId: string, origin: string): Uint8Array<ArrayBuffer> {
  return new TextEncoder().encode(JSON.stringify([providerId, origin]))
}
