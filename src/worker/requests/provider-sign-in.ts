import * as z from 'zod/mini'
import { createGuardedFetch } from '../../effects/guarded-fetch.ts'
import { beginSignIn, exchangeCode } from '../../llm/openrouter-sign-in.ts'
import { isLoopback } from '../../settings/loopback.ts'
import { Provider } from '../../settings/provider.ts'
import type { Database } from '../../storage/schema.ts'
import { saveBound } from '../../storage/settings/bound-settings.ts'
import { originOf, readSecret } from '../../storage/settings/vault.ts'
import { VaultLocked } from '../../storage/settings/vault-lock.ts'
import { Refused, refused } from '../refused.ts'

/**
 * Gets a provider's key by signing in there. A sign-in survives the visit to the other page, even if it returns in
 * another tab; verifier and key stay in the vault.
 */

const PLACE = 'provider-sign-in'
const Pending = z.object({ state: z.string(), provider: Provider })
type Pending = z.infer<typeof Pending>

/** Returns the page where the person gives consent. An earlier sign-in is dropped. Rejects with Refused. */
export async function begin(db: Database, provider: Provider, returnTo: string): Promise<{ address: string }> {
  const { hostname } = new URL(provider.baseUrl)
  if (provider.kind !== 'openrouter' || !(hostname === 'openrouter.ai' || isLoopback(hostname)))
    throw refused('only-openrouter')
  const url = URL.canParse(returnTo) ? new URL(returnTo) : null
  if (url === null || url.origin !== self.location.origin || url.search !== '' || url.hash !== '')
    throw refused('sign-in-leads-elsewhere')
  const { address, state, verifier } = await beginSignIn(provider.baseUrl, returnTo)
  await keep(db, { state, provider }, verifier)
  return { address }
}

/** Returns the provider and its key. Call `settle` after both are stored. Rejects with Refused. */
export async function finish(
  db: Database,
  query: string,
): Promise<{ provider: Provider; key: string; settle: () => Promise<void> }> {
  const given = new URLSearchParams(query)
  const pending = Pending.safeParse((await db.get('settings', PLACE))?.value)
  if (!pending.success || pending.data.state !== given.get('state')) throw refused('sign-in-not-pending')
  const { provider } = pending.data
  const { origin, host } = new URL(provider.baseUrl)
  const code = given.get('code')
  if (code === null || code === '') {
    await forget(db, provider)
    throw refused('sign-in-without-code', { host })
  }
  const secret = await readSecret(db, PLACE, origin)
  if (secret.type === 'locked') throw new VaultLocked()
  if (secret.type !== 'secret') throw refused('sign-in-unreadable')
  const fetch = createGuardedFetch({
    allowed: (target) => target === origin,
    secretFor: () => null,
    fetch: (input, init) => globalThis.fetch(input, init),
  })
  const outcome = await exchangeCode(provider.baseUrl, { code, verifier: secret.secret }, fetch)
  if ('key' in outcome) return { provider, key: outcome.key, settle: () => forget(db, provider) }
  if (outcome.used) await forget(db, provider)
  throw new Refused(outcome.problem)
}

async function keep(db: Database, pending: Pending, verifier: string): Promise<void> {
  const origin = originOf(pending.provider.baseUrl)
  await saveBound(db, { key: PLACE, value: pending, owners: [PLACE], origin, secret: verifier })
}

const forget = (db: Database, { baseUrl }: Provider): Promise<void> =>
  saveBound(db, { key: PLACE, value: null, owners: [PLACE], origin: originOf(baseUrl) })
