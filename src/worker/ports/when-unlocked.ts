import type { Database } from '../../storage/schema.ts'
import { readPassphraseRow } from '../../storage/settings/vault.ts'
import { heldKey, onLockChange, VaultLocked } from '../../storage/settings/vault-lock.ts'

/**
 * Runs `work`, and runs it again each time the vault was unlocked, while it finds the vault locked. So work that needs
 * a key waits before it starts and continues by itself. `onLocked` is told at the start and the end of each wait.
 * Rejects as `work` does, and with VaultLocked when the signal is aborted during the wait.
 */
export async function whenUnlocked<Value>(
  db: Database,
  signal: AbortSignal,
  onLocked: (locked: boolean) => void,
  work: () => Promise<Value>,
): Promise<Value> {
  for (;;) {
    const change = untilChange(signal)
    try {
      return await work()
    } catch (error) {
      if (!(error instanceof VaultLocked) || signal.aborted) throw error
      // another tab may have the key
      void import('../vault/hand-over.ts').then(({ joinHandOver }) => joinHandOver(db)).catch(console.error)
      onLocked(true)
      await change.promise
      onLocked(false)
      if (signal.aborted) throw error
    } finally {
      change.end()
    }
  }
}

/** Rejects with VaultLocked when there is a passphrase that has not been given. */
export async function requireUnlocked(db: Database): Promise<void> {
  if (await isLocked(db)) throw new VaultLocked()
}

/** Gives other tabs a moment to hand over the key, where there is a passphrase that was not typed here. */
export async function askOtherTabs(db: Database): Promise<void> {
  if (await isLocked(db)) await (await import('../vault/hand-over.ts')).askOthers(db)
}

async function isLocked(db: Database): Promise<boolean> {
  const row = await readPassphraseRow(db)
  return row !== null && heldKey(row) === null
}

/** Listens from now on, so that an unlocking between two steps is not missed. */
function untilChange(signal: AbortSignal): { promise: Promise<void>; end: () => void } {
  let resolve = (): void => {}
  const promise = new Promise<void>((done) => {
    resolve = done
  })
  const endListening = onLockChange(resolve)
  signal.addEventListener('abort', resolve)
  return {
    promise,
    end: () => {
      endListening()
      signal.removeEventListener('abort', resolve)
    },
  }
}
