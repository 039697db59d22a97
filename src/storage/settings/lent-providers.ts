import * as z from 'zod/mini'
import type { Provider } from '../../settings/provider.ts'
import type { Database } from '../schema.ts'
import { readProviders } from './settings.ts'
import { LENT } from './synced-storage.ts'
import { changeSecrets, originOf, putSealed, readSecret, sealSecret, secretId } from './vault.ts'
import { VaultLocked } from './vault-lock.ts'

/**
 * Providers that this device lends to others through the shared storage, and has borrowed from them. They contain keys,
 * so they are a secret, bound to the storage's origin: it goes when the storage is forgotten, and borrowed providers
 * then belong to this device.
 */

const Turn = z.object({ turn: z.int().check(z.nonnegative()), on: z.boolean() })
const Lending = z.object({
  /**
   * The content that this device lends, as it was put; its turn grows with each change. `isThere`: the storage has it,
   * or, if nothing is lent, has removed it.
   */
  own: z.extend(Turn, { content: z.string(), isThere: z.boolean() }),
  /** The newest turn heard of each other device: older content in the storage is not believed. */
  heard: z.record(z.string(), Turn),
  /**
   * By the provider's id. `as`: everything that decides how it is asked, including the key, as it was borrowed. `gone`:
   * the person removed it here.
   */
  borrowed: z.record(
    z.string(),
    z.object({ device: z.string(), by: z.string(), as: z.string(), gone: z.optional(z.boolean()) }),
  ),
})
export type Lending = z.infer<typeof Lending>

/** A provider on this device. `key`: null if it cannot be read. `state`: tells whether it changed since. */
export type LocalProvider = { provider: Provider; key: string | null; state: string }
export type LendingChange = {
  lending: Lending
  /** With the state in which each was read; null: there was none. */
  save: readonly { provider: Provider; key: string; state: string | null }[]
  remove: readonly { id: string; state: string }[]
}

/** null: nothing was ever lent or borrowed. Rejects with VaultLocked. */
export async function readLending(db: Database, url: string): Promise<Lending | null> {
  const outcome = await readSecret(db, LENT, originOf(url))
  if (outcome.type === 'locked') throw new VaultLocked()
  if (outcome.type !== 'secret') return null
  const parsed = Lending.safeParse(JSON.parse(outcome.secret))
  return parsed.success ? parsed.data : null
}

/** Rejects with VaultLocked. A damaged provider is left out. */
export async function readLocalProviders(db: Database): Promise<LocalProvider[]> {
  const { providers } = await readProviders(db)
  return Promise.all(
    providers.map(async (provider) => {
      const state = await stateOf(db, provider.id)
      const outcome = await readSecret(db, provider.id, originOf(provider.baseUrl))
      if (outcome.type === 'locked') throw new VaultLocked()
      const key = outcome.type === 'secret' ? outcome.secret : outcome.type === 'none' ? '' : null
      return { provider, key, state }
    }),
  )
}

/**
 * One write. Resolves to false, without writing, if one of the providers has changed since it was read. Rejects with
 * VaultLocked, KeyChanged or a DOMException.
 */
export function changeLending(db: Database, url: string, change: LendingChange): Promise<boolean> {
  return changeSecrets(db, () => writeLending(db, url, change))
}

async function writeLending(db: Database, url: string, change: LendingChange): Promise<boolean> {
  const record = await sealSecret(db, LENT, originOf(url), JSON.stringify(change.lending))
  const sealed = await Promise.all(
    change.save.map(async ({ provider, key, state }) => ({
      ...{ provider, state, id: provider.id },
      secret: await sealSecret(db, provider.id, originOf(provider.baseUrl), key),
    })),
  )
  const transaction = db.transaction(['settings', 'vault'], 'readwrite', { durability: 'strict' })
  const [settings, vault] = [transaction.objectStore('settings'), transaction.objectStore('vault')]
  const touched = [...sealed, ...change.remove]
  const rows = await Promise.all(
    touched.map(({ id }) => Promise.all([settings.get(PROVIDER + id), vault.get(secretId(id))])),
  )
  const isSame = touched.every(({ state }, n) => (rows[n]?.[0] === undefined ? null : stateIn(rows[n])) === state)
  const writes: Promise<unknown>[] = [transaction.done]
  if (isSame) {
    if (record) writes.push(putSealed(vault as never, record))
    for (const { provider, id, secret } of sealed) {
      writes.push(settings.put({ key: PROVIDER + id, value: provider }))
      writes.push(secret === null ? vault.delete(secretId(id)) : putSealed(vault as never, secret))
    }
    for (const { id } of change.remove) writes.push(settings.delete(PROVIDER + id), vault.delete(secretId(id)))
  }
  await Promise.all(writes)
  return isSame
}

const PROVIDER = 'provider:'

async function stateOf(db: Database, id: string): Promise<string> {
  const transaction = db.transaction(['settings', 'vault'])
  return stateIn(
    await Promise.all([
      transaction.objectStore('settings').get(PROVIDER + id),
      transaction.objectStore('vault').get(secretId(id)),
    ]),
  )
}

/** Each sealed secret has another `ref`, so it also reveals a change of the key. */
function stateIn(rows: [{ value: unknown } | undefined, object | undefined] | undefined): string {
  const [setting, secret] = rows ?? []
  const { ref = null } = (secret ?? {}) as { ref?: string }
  return JSON.stringify([setting?.value, ref])
}
