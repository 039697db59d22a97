import { expect, it, onTestFinished, vi } from 'vitest'
import { keysAt } from '../../../src/storage/settings/key-places.ts'
import { readPassphraseRow } from '../../../src/storage/settings/vault.ts'
import { lockVault, onLockChange } from '../../../src/storage/settings/vault-lock.ts'
import { changePassphrase, vaultState } from '../../../src/storage/settings/vault-passphrase.ts'
import { readVault } from '../../../src/storage/settings/with-keys.ts'
import { joinHandOver } from '../../../src/worker/vault/hand-over.ts'
import { writerDatabase } from '../storage/support.ts'

/** In a file of its own: a thread joins once, with one database. */

it('a time until locking that is set in another tab holds here at once, though nothing is asked of the keys', async () => {
  const { db } = await writerDatabase()
  onTestFinished(lockVault)
  await changePassphrase(db, 'correct horse battery staple', null)
  const hand = new BroadcastChannel('reflexor-vault')
  onTestFinished(() => hand.close())
  const greeting = new Promise<string>((resolve) => {
    hand.onmessage = ({ data }) => resolve(data.from)
  })
  await joinHandOver(db)
  const me = await greeting
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
  onTestFinished(() => void vi.useRealTimers())
  const changed = vi.fn()
  onTestFinished(onLockChange(changed))
  // as the other tab does it: the row, then the key once more
  const row = await readPassphraseRow(db)
  const { current } = (await readVault(db)).places
  if (row === null || current === null) throw new Error('No passphrase')
  await (await keysAt(current)).put('keys', { ...row, lockAfter: 1 })
  const [publicKey, iv, sealed] = [new Uint8Array(65), new Uint8Array(12), new ArrayBuffer(8)]
  hand.postMessage({ type: 'key', to: me, publicKey, iv, sealed, locks: 0 })
  await expect.poll(() => vi.getTimerCount()).toBe(1)
  expect(changed).not.toHaveBeenCalled()
  vi.advanceTimersByTime(60_000)
  expect(changed).toHaveBeenCalledTimes(1)
  expect((await vaultState(db)).state).toBe('locked')
})
