import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { heldKey, holdKey, lockVault, type PassphraseRow } from '../../../../src/storage/settings/vault-lock.ts'

beforeEach(() => void vi.useFakeTimers())
afterEach(() => {
  lockVault()
  vi.useRealTimers()
})

const MINUTE = 60_000
const key = {} as CryptoKey
const row = (lockAfter: number | null): PassphraseRow => ({
  id: 'passphrase',
  name: 'n',
  salt: new Uint8Array(16),
  iterations: 1,
  iv: new Uint8Array(12),
  check: new ArrayBuffer(1),
  lockAfter,
})

it('a tab locked never, or too early, when the time until locking had been set in another: the row says how long', () => {
  holdKey(row(null), key)
  expect(heldKey(row(5))).not.toBeNull()
  vi.advanceTimersByTime(5 * MINUTE - 1)
  expect(heldKey(row(5))).not.toBeNull()
  vi.advanceTimersByTime(5 * MINUTE)
  expect(heldKey(row(5))).toBeNull()

  holdKey(row(5), key)
  expect(heldKey(row(null))).not.toBeNull()
  vi.advanceTimersByTime(60 * MINUTE)
  expect(heldKey(row(null))).not.toBeNull()
})
