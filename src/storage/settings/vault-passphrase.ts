import type { Database, VaultRow } from '../schema.ts'
import { type SealedSecret, seal, unseal, type VaultKey, wrappingKey } from './vault.ts'
import { heldKey, holdKey, KeyChanged, lockVault, type PassphraseRow } from './vault-lock.ts'

/**
 * A passphrase for the vault: all secrets are encrypted under a key that is derived from it and kept in memory only.
 * Setting, changing and removing it encrypts every secret again and replaces all rows in one transaction, so that a
 * crash leaves the old or the new vault, whole. All reject with a DOMException if the database fails.
 */

/** OWASP's advice for PBKDF2 with SHA-256. */
const ITERATIONS = 600_000
/** A manipulated row must not keep a thread busy for an hour. */
const MOST_ITERATIONS = 10_000_000
const CHECK = 'reflexor vault'
const TRIES = 3

/** `none`: there is no passphrase. */
export type VaultState = { state: 'none' | 'locked' | 'open'; lockAfter: number | null }

export async function vaultState(db: Database): Promise<VaultState> {
  const row = await readPassphraseRow(db)
  if (row === null) return { state: 'none', lockAfter: null }
  return { state: heldKey(row) === null ? 'locked' : 'open', lockAfter: row.lockAfter }
}

/** Gives this thread the key; false: wrong passphrase. */
export async function unlockVault(db: Database, passphrase: string): Promise<boolean> {
  const row = await readPassphraseRow(db)
  if (row === null) return true
  return takeKey(db, await keyFrom(passphrase, row))
}

/** Holds this key, if it is the vault's and still wanted once that is known; false: it is another key, or too late. */
export async function takeKey(db: Database, key: CryptoKey, wanted = (): boolean => true): Promise<boolean> {
  const row = await readPassphraseRow(db)
  if (row === null || (await unseal(key, CHECK, { origin: row.name, iv: row.iv, data: row.check })) !== CHECK)
    return false
  if (!wanted()) return false
  holdKey(row, key)
  return true
}

/**
 * Sets or changes the passphrase; null removes it. Rejects with VaultLocked if the current one has not been entered.
 */
export async function changePassphrase(
  db: Database,
  passphrase: string | null,
  lockAfter: number | null,
): Promise<void> {
  const { row, key } = passphrase === null ? await plainKey() : await makePassphraseKey(passphrase, lockAfter)
  for (let tries = 1; !(await sealAllAnew(db, row, key)); tries++) if (tries === TRIES) throw new KeyChanged()
  if (row.id === 'passphrase') holdKey(row, key.key)
  else lockVault()
}

export async function changeLockAfter(db: Database, lockAfter: number | null): Promise<void> {
  const transaction = db.transaction('vault', 'readwrite', { durability: 'strict' })
  const row = await transaction.store.get('passphrase')
  const next = row !== undefined && 'salt' in row ? { ...row, lockAfter } : null
  await Promise.all([next && transaction.store.put(next), transaction.done])
  const held = next && heldKey(next)
  if (next && held) holdKey(next, held.key)
}

/** For a forgotten passphrase: drops every secret, and keeps all else. */
export async function giveUpSecrets(db: Database): Promise<void> {
  const transaction = db.transaction('vault', 'readwrite', { durability: 'strict' })
  await Promise.all([transaction.store.clear(), transaction.done])
  lockVault()
}

/** False: something changed meanwhile, and nothing was written. */
async function sealAllAnew(db: Database, row: VaultRow, key: VaultKey): Promise<boolean> {
  const old = await wrappingKey(db)
  const before = await db.getAll('vault')
  const anew: SealedSecret[] = []
  for (const secret of before) {
    if (!('origin' in secret)) continue
    const owner = secret.id.slice('secret:'.length)
    const plain = await unseal(old.key, owner, secret)
    // an unreadable secret stays as it is, and is reported where it is used
    if (plain !== null) anew.push(await seal(key, owner, secret.origin, plain))
  }
  const transaction = db.transaction('vault', 'readwrite', { durability: 'strict' })
  const { store } = transaction
  const same = fingerprint(await store.getAll()) === fingerprint(before)
  const writes: Promise<unknown>[] = [transaction.done]
  if (same) {
    writes.push(store.delete(row.id === 'key' ? 'passphrase' : 'key'), store.put(row))
    for (const { keyName: _, ...secret } of anew) writes.push(store.put(secret))
  }
  await Promise.all(writes)
  return same
}

/** Changes with every row that is put: an `iv` is used once. */
const fingerprint = (rows: readonly VaultRow[]): string =>
  JSON.stringify(rows.map((row) => ['key' in row ? (row.name ?? '') : [...row.iv], row.id]))

async function plainKey(): Promise<{ row: VaultRow; key: VaultKey }> {
  const key = await crypto.subtle.generateKey({ name: 'AES-GCM', length: 256 }, false, ['encrypt', 'decrypt'])
  const name = crypto.randomUUID()
  return { row: { id: 'key', key, name }, key: { key, name } }
}

async function makePassphraseKey(
  passphrase: string,
  lockAfter: number | null,
): Promise<{ row: PassphraseRow; key: VaultKey }> {
  const name = crypto.randomUUID()
  const salt = crypto.getRandomValues(new Uint8Array(16))
  const key = { key: await keyFrom(passphrase, { salt, iterations: ITERATIONS }), name }
  const { iv, data } = await seal(key, CHECK, name, CHECK)
  return { row: { id: 'passphrase', name, salt, iterations: ITERATIONS, iv, check: data, lockAfter }, key }
}

/** Extractable, so that the worker of another tab can get it, sealed. */
async function keyFrom(
  passphrase: string,
  { salt, iterations }: Pick<PassphraseRow, 'salt' | 'iterations'>,
): Promise<CryptoKey> {
  if (!(iterations <= MOST_ITERATIONS)) throw new DOMException('The vault is damaged.', 'DataError')
  const typed = new TextEncoder().encode(passphrase.normalize('NFKC'))
  const material = await crypto.subtle.importKey('raw', typed, 'PBKDF2', false, ['deriveKey'])
  const algorithm = { name: 'PBKDF2', hash: 'SHA-256', salt, iterations }
  return crypto.subtle.deriveKey(algorithm, material, { name: 'AES-GCM', length: 256 }, true, ['encrypt', 'decrypt'])
}

async function readPassphraseRow(db: Database): Promise<PassphraseRow | null> {
  const row = await db.get('vault', 'passphrase')
  return row !== undefined && 'salt' in row ? row : null
}
