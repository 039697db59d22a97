import { useAsk } from './ask.ts'

/**
 * The passphrase of the keys. Each returns the new state of the vault, or rejects with an Error whose message is for
 * the person.
 */
export function useVault() {
  const ask = useAsk()
  return {
    view: () => ask({ kind: 'get-vault' }),
    unlock: (passphrase: string) => ask({ kind: 'unlock-vault', passphrase }),
    lock: () => ask({ kind: 'lock-vault' }),
    /** null: removes it. `lockAfter`: minutes without use; null: when the tabs are closed. */
    setPassphrase: (passphrase: string | null, lockAfter: number | null) =>
      ask({ kind: 'set-passphrase', passphrase, lockAfter }),
    setLockAfter: (lockAfter: number | null) => ask({ kind: 'set-lock-after', lockAfter }),
    /** The passphrase is forgotten. Not to be undone. */
    giveUpKeys: () => ask({ kind: 'give-up-keys' }),
    /** The keys of an older version were renewed. */
    forgetOldTraces: () => ask({ kind: 'forget-old-traces' }),
  }
}
