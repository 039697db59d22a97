import type { VAULT_REQUESTS } from '../../protocol/vault.ts'
import {
  changeLockAfter,
  changePassphrase,
  forgetOldTraces,
  giveUpSecrets,
  unlockVault,
  vaultState,
} from '../../storage/settings/vault-passphrase.ts'
import { refused } from '../refused.ts'
import type { HandlersOf } from '../request-handlers.ts'
import { askOthers, joinHandOver } from '../vault/hand-over.ts'

/** The passphrase of the keys, for the page. Each request returns the vault's state after it. */
export const VAULT_HANDLERS: HandlersOf<typeof VAULT_REQUESTS> = {
  'get-vault': async (_request, { db }) => {
    const { state } = await vaultState(db)
    if (state === 'locked') await askOthers(db)
    // so that a lock is noticed
    else if (state === 'open') await joinHandOver(db)
    return vaultState(db)
  },
  'unlock-vault': async ({ passphrase }, { db }) => {
    await joinHandOver(db)
    if (!(await unlockVault(db, passphrase))) throw refused('wrong-passphrase')
    return vaultState(db)
  },
  /** Locks in every tab. */
  'lock-vault': async (_request, { db }) => {
    ;(await joinHandOver(db)).lockAll()
    return vaultState(db)
  },
  'set-passphrase': async ({ passphrase, lockAfter }, { db }) => {
    await joinHandOver(db)
    await changePassphrase(db, passphrase, lockAfter)
    return vaultState(db)
  },
  'set-lock-after': async ({ lockAfter }, { db }) => {
    await changeLockAfter(db, lockAfter)
    return vaultState(db)
  },
  'give-up-keys': async (_request, { db }) => {
    await giveUpSecrets(db)
    return vaultState(db)
  },
  'forget-old-traces': async (_request, { db }) => {
    await forgetOldTraces(db)
    return vaultState(db)
  },
}
