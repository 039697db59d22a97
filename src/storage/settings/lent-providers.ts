import * as z from 'zod/mini'
import type { Provider } from '../../settings/provider.ts'
import type { Database } from '../schema.ts'
import { readProviders } from './settings.ts'
import { LENT } from './synced-storage.ts'
import { originOf, putSealed, readSecret, type SealedSecret, sealSecret, secretId } from './vault.ts'
import { VaultLocked } from './vault-lock.ts'

/**
 * What this device lends of its providers to others by the shared storage, and has borrowed of theirs. It is kept as a secret, since keys are
 * in it, bound to the storage's origin: it goes when the storage is forgotten, and what was borrowed is this device's own then.
 */

const Turn = z.object({ turn: z.int().check(z.nonnegative()), on: z.boolean() })
const Lending = z.object({
  /** What is lent from here, as it was put; it counts on with each change. `isThere`: the storage has it, or, where nothing is lent, has it no more. */
  own: z.extend(Turn, { content: z.string(), isThere: z.boolean() }),
  /** How far each other device was heard: of what the storage puts back later nothing is believed. */
  heard: z.record(z.string(), Turn),
  /** By the provider's id. `as`: what decides how it is asked, key and all, as it was borrowed. `gone`: its person removed it here. */
  borrowed: z.record(
    z.string(),
    z.object({ device: z.string(), by: z.string(), as: z.string(), gone: z.optional(z.boolean()) }),
  ),
})
export type Lending = z.infer<typeof Lending>

/** A provider as it stands here. `key`: null when it cannot be read. `state`: tells whether it was changed since. */
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

/** Rejects with VaultLocked. One that is damaged is none. */
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
 * One write. Resolves to whether it was done: not when one of the providers has changed since it was read. Rejects with VaultLocked, KeyChanged
 * or a DOMException.
 */
export async function changeLending(db: Database, url: string, change: LendingChange): Promise<boolean> {
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

/** A secret's `iv` is used once, so that it tells the key's changes too. */
function stateIn(rows: [{ value: unknown } | undefined, object | undefined] | undefined): string {
  const [setting, secret] = rows ?? []
  const { iv } = (secret ?? {}) as Partial<SealedSecret>
  return JSON.stringify([setting?.value, iv === undefined ? null : [...iv]])
}
