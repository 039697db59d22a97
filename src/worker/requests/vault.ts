import type { VaultView } from '../../protocol/vault.ts'
import type { Database } from '../../storage/schema.ts'
import {
  changeLockAfter,
  changePassphrase,
  forgetOldTraces,
  giveUpSecrets,
  unlockVault,
  vaultState,
} from '../../storage/settings/vault-passphrase.ts'
import { Refused } from '../refused.ts'
import { askOthers, joinHandOver } from '../vault/hand-over.ts'

/** The passphrase of the keys, for the page. Each request returns the vault's state after it. */

export async function view(db: Database): Promise<VaultView> {
  const { state } = await vaultState(db)
  if (state === 'locked') await askOthers(db)
  // so that a lock is noticed
  else if (state === 'open') await joinHandOver(db)
  return vaultState(db)
}

export async function unlock(db: Database, passphrase: string): Promise<VaultView> {
  await joinHandOver(db)
  if (!(await unlockVault(db, passphrase))) throw new Refused('Wrong passphrase.')
  return vaultState(db)
}

/** Locks in every tab. */
export async function lock(db: Database): Promise<VaultView> {
  ;(await joinHandOver(db)).lockAll()
  return vaultState(db)
}

export async function setPassphrase(
  db: Database,
  passphrase: string | null,
  lockAfter: number | null,
): Promise<VaultView> {
  await joinHandOver(db)
  await changePassphrase(db, passphrase, lockAfter)
  return vaultState(db)
}

export async function setLockAfter(db: Database, lockAfter: number | null): Promise<VaultView> {
  await changeLockAfter(db, lockAfter)
  return vaultState(db)
}

export async function giveUp(db: Database): Promise<VaultView> {
  await giveUpSecrets(db)
  return vaultState(db)
}

export async function forgetTraces(db: Database): Promise<VaultView> {
  await forgetOldTraces(db)
  return vaultState(db)
}
