import type { Preferences } from '../../settings/preferences.ts'
import type { Provider } from '../../settings/provider.ts'
import type { Database } from '../schema.ts'
import { type Listed, listedKey, parseListed } from './listed-models.ts'
import { PREFERENCES, parsePreferences, parseProvider, providerKey } from './settings.ts'
import { readSecret, type SecretOutcome } from './vault.ts'
import { parseVault } from './vault-rows.ts'

/** Everything stored about one provider. Each part throws by itself what its own read would reject with. */
export type ForAsking = {
  preferences: () => Preferences
  provider: () => Provider | null
  listed: (provider: Provider) => Listed | null
  secret: (origin: string) => Promise<SecretOutcome>
}

/**
 * Everything a request needs to know of its provider, in one transaction: after a reload, each further one would be
 * time that a person waits. Rejects with a DOMException.
 */
export async function readForAsking(db: Database, providerId: string): Promise<ForAsking> {
  const transaction = db.transaction(['settings', 'vault'])
  const settings = transaction.objectStore('settings')
  const vault = transaction.objectStore('vault')
  const [preferences, provider, listed, rows] = await Promise.all([
    settings.get(PREFERENCES),
    settings.get(providerKey(providerId)),
    settings.get(listedKey(providerId)),
    vault.getAll(),
  ])
  return {
    preferences: () => parsePreferences(preferences),
    provider: () => parseProvider(provider),
    listed: (of) => parseListed(listed, of),
    secret: (origin) => readSecret(db, providerId, origin, parseVault(rows)),
  }
}
