import type { KeyRow } from './key-places.ts'
import { heldKey, type PassphraseRow } from './vault-lock.ts'

/** The rows of a place of keys, as they are read. */
export const isPassphrase = (row: KeyRow | undefined): row is PassphraseRow => row !== undefined && 'salt' in row
type Sealed = Extract<KeyRow, { data: ArrayBuffer }>
export const isSealed = (row: KeyRow | undefined): row is Sealed =>
  row !== undefined && 'data' in row && row.data instanceof ArrayBuffer && row.iv instanceof Uint8Array

/**
 * The key that secrets are sealed with; null: there is none, it is damaged, or it is behind a passphrase and not held.
 */
export function keyOf(plain: KeyRow | undefined, passphrase: KeyRow | undefined): CryptoKey | null {
  if (isPassphrase(passphrase)) return heldKey(passphrase)
  return plain !== undefined && 'key' in plain && plain.key instanceof CryptoKey ? plain.key : null
}
