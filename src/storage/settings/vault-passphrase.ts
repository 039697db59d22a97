import type { Database } from '../schema.ts'
import type { KeyRow } from './key-places.ts'
import { isPassphrase, isSealed, keyOf } from './key-rows.ts'
import { remakeKeys } from './remake-keys.ts'
import { changePlaces } from './replace-place.ts'
import { seal, sealedId, unseal } from './seal.ts'
import { readPassphraseRow } from './vault.ts'
import { heldKey, holdKey, lockVault, type PassphraseRow, VaultLocked } from './vault-lock.ts'
import { readVault } from './with-keys.ts'

/**
 * A passphrase for the vault: all secrets are encrypted under a key that is derived from it and kept in memory only.
 * Setting, changing and removing it encrypts every secret again in a new place, and deletes the old place with its
 * files: a crash leaves the old or the new vault, whole. All reject with a DOMException if the database fails.
 */

/** OWASP's advice for PBKDF2 with SHA-256. */
const ITERATIONS = 600_000
/** A manipulated row must not keep a thread busy for an hour. */
const MOST_ITERATIONS = 10_000_000
const CHECK = 'reflexor vault'

/**
 * `none`: there is no passphrase. `oldTraces`: keys were entered in a version that kept them where the browser's files
 * may hold them still.
 */
export type VaultState = { state: 'none' | 'locked' | 'open'; lockAfter: number | null; oldTraces: boolean }

export async function vaultState(db: Database): Promise<VaultState> {
  const row = await readPassphraseRow(db)
  const oldTraces = (await readVault(db)).places.oldTraces === true
  if (row === null) return { state: 'none', lockAfter: null, oldTraces }
  return { state: heldKey(row) === null ? 'locked' : 'open', lockAfter: row.lockAfter, oldTraces }
}

/** The person has renewed the keys that were entered in an older version. */
export const forgetOldTraces = (db: Database): Promise<void> =>
  changePlaces(db, (places) => ({ ...places, oldTraces: false }))

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
  await remakeKeys(db, async ({ rows, vault }) => {
    const old = keyIn(rows)
    const anew: KeyRow[] = [row]
    for (const { id, origin, ref } of vault.secrets) {
      const sealed = rows.find((each) => each.id === sealedId(ref))
      if (!isSealed(sealed)) continue
      const owner = id.slice('secret:'.length)
      const plain = old && (await unseal(old, owner, { ...sealed, origin }))
      // an unreadable secret stays as it is, and is reported where it is used
      anew.push(plain === null ? sealed : { id: sealed.id, ...(await seal(key, owner, origin, plain)) })
    }
    return { rows: anew }
  })
  if (row.id === 'passphrase') holdKey(row, key)
  else lockVault()
}

export async function changeLockAfter(db: Database, lockAfter: number | null): Promise<void> {
  await remakeKeys(db, async ({ rows }) => {
    const changed = rows.map((row) => (isPassphrase(row) ? { ...row, lockAfter } : row))
    return rows.some(isPassphrase) ? { rows: changed } : null
  })
  const row = await readPassphraseRow(db)
  const key = row && heldKey(row)
  if (row && key) holdKey(row, key)
}

/** For a forgotten passphrase: drops every secret, and keeps all else. */
export async function giveUpSecrets(db: Database): Promise<void> {
  await remakeKeys(db, async () => ({ rows: [], forget: true }))
  lockVault()
}

/** @throws VaultLocked */
function keyIn(rows: readonly KeyRow[]): CryptoKey | null {
  const passphrase = rows.find(isPassphrase)
  const key = keyOf(
    rows.find(({ id }) => id === 'key'),
    passphrase,
  )
  if (passphrase !== undefined && key === null) throw new VaultLocked()
  return key
}

async function plainKey(): Promise<{ row: KeyRow; key: CryptoKey }> {
  const key = await crypto.subtle.generateKey({ name: 'AES-GCM', length: 256 }, false, ['encrypt', 'decrypt'])
  return { row: { id: 'key', key }, key }
}

async function makePassphraseKey(
  passphrase: string,
  lockAfter: number | null,
): Promise<{ row: PassphraseRow; key: CryptoKey }> {
  const name = crypto.randomUUID()
  const salt = crypto.getRandomValues(new Uint8Array(16))
  const key = await keyFrom(passphrase, { salt, iterations: ITERATIONS })
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
