import type { Database } from '../storage/schema.ts'
import { readSecret, type SecretOutcome } from '../storage/settings/vault.ts'
import { VaultLocked } from '../storage/settings/vault-lock.ts'
import { Refused } from './refused.ts'

/**
 * '' when there is none for this origin. Rejects with Refused when it is there but cannot be read, with VaultLocked
 * when it is behind a passphrase.
 */
export async function storedSecret(db: Database, providerId: string, origin: string): Promise<string> {
  return known(await readSecret(db, providerId, origin))
}

/** The same of what was read already. @throws Refused, VaultLocked */
export function known(outcome: SecretOutcome): string {
  if (outcome.type === 'damaged') throw new Refused(outcome.message)
  if (outcome.type === 'locked') throw new VaultLocked()
  return outcome.type === 'secret' ? outcome.secret : ''
}
