import { afterEach, expect, it } from 'vitest'
import type { Database } from '../../../../src/storage/schema.ts'
import { keysAt } from '../../../../src/storage/settings/key-places.ts'
import { putSealed, putSecret, readSecret, sealSecret } from '../../../../src/storage/settings/vault.ts'
import { lockVault } from '../../../../src/storage/settings/vault-lock.ts'
import {
  changePassphrase,
  giveUpSecrets,
  unlockVault,
  vaultState,
} from '../../../../src/storage/settings/vault-passphrase.ts'
import { readVault } from '../../../../src/storage/settings/with-keys.ts'
import { whenUnlocked } from '../../../../src/worker/ports/when-unlocked.ts'
import { writerDatabase } from '../support.ts'

const HOME = 'https://api.example.com'
const SECRET = 'sk-very-secret-0123456789'
const WORDS = 'correct horse battery staple'

afterEach(lockVault)

async function withPassphrase(): Promise<Database> {
  const { db } = await writerDatabase()
  await putSecret(db, 'p', HOME, SECRET)
  await putSecret(db, 'q', HOME, 'another')
  await changePassphrase(db, WORDS, null)
  return db
}
const secretOf = async (db: Database, owner = 'p'): Promise<string> => {
  const outcome = await readSecret(db, owner, HOME)
  return outcome.type === 'secret' ? outcome.secret : outcome.type
}

it('with a passphrase keys are read while it is unlocked, wait while it is locked, and a wrong one opens nothing', async () => {
  const db = await withPassphrase()
  expect([await secretOf(db), await secretOf(db, 'q')]).toEqual([SECRET, 'another'])
  lockVault()
  expect([await secretOf(db), (await vaultState(db)).state]).toEqual(['locked', 'locked'])
  await expect(putSecret(db, 'r', HOME, 'new')).rejects.toThrow('locked')
  expect(await unlockVault(db, 'correct horse')).toBe(false)
  expect(await secretOf(db)).toBe('locked')
  expect(await unlockVault(db, WORDS)).toBe(true)
  expect(await secretOf(db)).toBe(SECRET)
  await putSecret(db, 'r', HOME, 'new')
  expect(await secretOf(db, 'r')).toBe('new')
})

it('nothing on disk opens the vault: no key is stored, and no secret in the clear', async () => {
  const db = await withPassphrase()
  const { current } = (await readVault(db)).places
  const rows = current === null ? [] : await (await keysAt(current)).getAll('keys')
  expect(rows).toHaveLength(3)
  expect(rows.some((row) => 'key' in row)).toBe(false)
  const text = rows.map((row) => JSON.stringify(row) + ('data' in row ? new TextDecoder().decode(row.data) : '')).join()
  expect(text).not.toContain('very-secret')
  expect(rows.find((row) => 'salt' in row)).toMatchObject({ iterations: 600_000 })
})

it('changing it voids the old one, removing it needs none, and forgetting it gives the keys up', async () => {
  const db = await withPassphrase()
  await changePassphrase(db, 'another long passphrase', 5)
  lockVault()
  expect(await unlockVault(db, WORDS)).toBe(false)
  await expect(changePassphrase(db, 'not unlocked yet', null)).rejects.toThrow('locked')
  expect(await unlockVault(db, 'another long passphrase')).toBe(true)
  expect(await vaultState(db)).toMatchObject({ state: 'open', lockAfter: 5 })
  await changePassphrase(db, null, null)
  expect(await vaultState(db)).toMatchObject({ state: 'none', lockAfter: null })
  expect([await secretOf(db), await secretOf(db, 'q')]).toEqual([SECRET, 'another'])
  await changePassphrase(db, WORDS, null)
  await giveUpSecrets(db)
  expect([await secretOf(db), (await vaultState(db)).state]).toEqual(['none', 'none'])
})

it('a key that was sealed before another tab set the passphrase could be read by nobody', async () => {
  const { db } = await writerDatabase()
  await putSecret(db, 'p', HOME, SECRET)
  const sealed = await sealSecret(db, 'p', HOME, 'newer')
  if (sealed === null) throw new Error('nothing was sealed')
  await changePassphrase(db, WORDS, null)
  const transaction = db.transaction('vault', 'readwrite')
  await expect(putSealed(transaction.store as never, sealed)).rejects.toThrow('another tab')
  await expect(transaction.done).rejects.toThrow()
  expect(await secretOf(db)).toBe(SECRET)
})

it('work that needs a key waits before it starts, says so, and goes on by itself after unlocking; stopped, it ends', async () => {
  const db = await withPassphrase()
  lockVault()
  const told: boolean[] = []
  const work = async (): Promise<string> => {
    const secret = await secretOf(db)
    if (secret === 'locked') await sealSecret(db, 'p', HOME, 'x')
    return secret
  }
  const controller = new AbortController()
  const stopped = whenUnlocked(db, controller.signal, () => {}, work).catch((error: Error) => error.name)
  const waiting = whenUnlocked(db, new AbortController().signal, (locked) => told.push(locked), work)
  await expect.poll(() => told).toEqual([true])
  controller.abort()
  expect(await stopped).toBe('VaultLocked')
  await unlockVault(db, WORDS)
  expect(await waiting).toBe(SECRET)
  expect(told).toEqual([true, false])
})
