import { z } from 'zod'
import type { Database, VaultRow } from '../schema.ts'

/**
 * API keys, encrypted with AES-GCM under a key that the browser keeps and never hands out (DESIGN 13). Each is bound to a provider and
 * one origin: both are authenticated with the ciphertext, so that it cannot be used for another. All reject with a DOMException when the
 * database fails. Never log or send on what `readSecret` returns.
 */

export type SecretOutcome =
  | { type: 'secret'; secret: string }
  | { type: 'none' }
  /** There is one, for another origin: it must be entered again. */
  | { type: 'other-origin' }
  /** It cannot be decrypted: it must be entered again. `message` is a sentence for the person. */
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
export type SealedSecret = Exclude<VaultRow, { id: 'key' }>

/** Encrypts an owner's secret for one origin. '' gives null: it is to be removed. */
export async function sealSecret(
  db: Database,
  owner: string,
  origin: string,
  secret: string,
): Promise<SealedSecret | null> {
  if (secret === '') return null
  const key = await wrappingKey(db)
  const iv = crypto.getRandomValues(new Uint8Array(12))
  const additionalData = boundTo(owner, origin)
  const data = await crypto.subtle.encrypt(
    { name: 'AES-GCM', iv, additionalData },
    key,
    new TextEncoder().encode(secret),
  )
  return { id: secretId(owner), origin, iv, data }
}

/** Stores a provider's secret for one origin, in place of any other it had; '' removes it. Strict. */
export async function putSecret(db: Database, providerId: string, origin: string, secret: string): Promise<void> {
  const sealed = await sealSecret(db, providerId, origin, secret)
  const transaction = db.transaction('vault', 'readwrite', { durability: 'strict' })
  const { store, done } = transaction
  await Promise.all([sealed === null ? store.delete(secretId(providerId)) : store.put(sealed), done])
}

/** The secret of a provider, for exactly this origin. */
export async function readSecret(db: Database, providerId: string, origin: string): Promise<SecretOutcome> {
  const transaction = db.transaction('vault')
  const [stored, keyRow] = await Promise.all([
    transaction.store.get(secretId(providerId)),
    transaction.store.get('key'),
  ])
  if (stored === undefined) return { type: 'none' }
  const row = SecretRow.safeParse(stored)
  const key = keyOf(keyRow)
  if (!row.success || key === null) return UNREADABLE
  if (row.data.origin !== origin) return { type: 'other-origin' }
  const { iv, data } = row.data
  try {
    const plain = await crypto.subtle.decrypt(
      { name: 'AES-GCM', iv, additionalData: boundTo(providerId, origin) },
      key,
      data,
    )
    return { type: 'secret', secret: new TextDecoder().decode(plain) }
  } catch {
    // AES-GCM says no more than that it is not what was encrypted
    return UNREADABLE
  }
}

/** Whether the provider has a secret for this origin. Does not decrypt. */
export async function hasSecret(db: Database, providerId: string, origin: string): Promise<boolean> {
  const row = SecretRow.safeParse(await db.get('vault', secretId(providerId)))
  return row.success && row.data.origin === origin
}

/** The key of this browser profile; made once. Of two tabs that make one at the same time, the first stored is used by both. */
async function wrappingKey(db: Database): Promise<CryptoKey> {
  const stored = keyOf(await db.get('vault', 'key'))
  if (stored !== null) return stored
  const made = await crypto.subtle.generateKey({ name: 'AES-GCM', length: 256 }, false, ['encrypt', 'decrypt'])
  const transaction = db.transaction('vault', 'readwrite', { durability: 'strict' })
  const first = keyOf(await transaction.store.get('key'))
  // a damaged key is replaced: what it encrypted can be read by nobody any more
  const put = first === null ? transaction.store.put({ id: 'key', key: made }) : null
  await Promise.all([put, transaction.done])
  return first ?? made
}

function keyOf(row: VaultRow | undefined): CryptoKey | null {
  return row !== undefined && 'key' in row && row.key instanceof CryptoKey ? row.key : null
}

function boundTo(providerId: string, origin: string): Uint8Array<ArrayBuffer> {
  return new TextEncoder().encode(JSON.stringify([providerId, origin]))
}
