import type { VaultRow } from '../schema.ts'

/** The key derived from a passphrase, while this thread holds it: in memory only, and nowhere else. */

export class VaultLocked extends Error {
  override readonly name = 'VaultLocked'
  constructor() {
    super('Your API keys are locked. Unlock them with your passphrase (Settings > Data).')
  }
}
/** Another tab has changed the passphrase between two steps of this one. */
export class KeyChanged extends Error {
  override readonly name = 'KeyChanged'
  constructor() {
    super('The passphrase was changed in another tab just now. Try again.')
  }
}

export type PassphraseRow = Extract<VaultRow, { id: 'passphrase' }>
/** `lockAfter`: minutes without use; null: until the thread ends. */
type Held = { name: string; key: CryptoKey; lockAfter: number | null }

const MINUTE = 60_000
let held: Held | null = null
let timer: ReturnType<typeof setTimeout> | undefined
const listeners = new Set<() => void>()

/**
 * The key of this row, if it is held. Restarts the time until locking, with the minutes of the row, which another tab
 * may have set.
 */
export function heldKey(row: PassphraseRow): CryptoKey | null {
  if (held === null || row.name !== held.name) return null
  held.lockAfter = row.lockAfter
  wind()
  return held.key
}

export function holdKey(row: Pick<PassphraseRow, 'name' | 'lockAfter'>, key: CryptoKey): void {
  held = { name: row.name, key, lockAfter: row.lockAfter }
  wind()
  tell()
}

/** Drops the key. */
export function lockVault(): void {
  clearTimeout(timer)
  held = null
  tell()
}

/** Calls `listener` at every locking and unlocking. Returns its unsubscribe. */
export function onLockChange(listener: () => void): () => void {
  listeners.add(listener)
  return () => void listeners.delete(listener)
}

function wind(): void {
  clearTimeout(timer)
  if (held !== null && held.lockAfter !== null) timer = setTimeout(lockVault, held.lockAfter * MINUTE)
}

function tell(): void {
  for (const listener of [...listeners]) listener()
}
