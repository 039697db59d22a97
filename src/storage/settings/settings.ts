import { DEFAULT_PREFERENCES, Preferences } from '../../settings/preferences.ts'
import { Provider } from '../../settings/provider.ts'
import { DamagedRecord } from '../fault.ts'
import type { Database } from '../schema.ts'
import { saveBound } from './bound-settings.ts'
import { changeSecrets, originOf, secretId } from './vault.ts'

/**
 * Preferences and providers: not session state, written by the worker of the tab that changes them. A damaged record is
 * thrown as DamagedRecord and never overwritten with a default; a failing database rejects with a DOMException.
 */

export const PREFERENCES = 'preferences'
const PROVIDER = 'provider:'
export const providerKey = (id: string): string => PROVIDER + id

/** The preferences; the defaults if none were ever saved. */
export async function readPreferences(db: Database): Promise<Preferences> {
  return parsePreferences(await db.get('settings', PREFERENCES))
}

type Changes = { [Key in keyof Preferences]?: Preferences[Key] | undefined }

/**
 * Changes the named preferences and returns all of them. `changes`: a patch, or an updater run in the same transaction.
 * `fresh`: drops the stored preferences, on the person's request.
 */
export async function changePreferences(
  db: Database,
  changes: Changes | ((before: Preferences) => Changes),
  fresh = false,
): Promise<Preferences> {
  const transaction = db.transaction('settings', 'readwrite')
  const before = fresh ? DEFAULT_PREFERENCES : parsePreferences(await transaction.store.get(PREFERENCES))
  const wanted = typeof changes === 'function' ? changes(before) : changes
  const given = Object.fromEntries(Object.entries(wanted).filter(([, value]) => value !== undefined))
  const value = Preferences.parse({ ...before, ...given })
  await Promise.all([transaction.store.put({ key: PREFERENCES, value }), transaction.done])
  return value
}

/** @throws DamagedRecord */
export function parsePreferences(row: { value: unknown } | undefined): Preferences {
  if (row === undefined) return DEFAULT_PREFERENCES
  const parsed = Preferences.safeParse(row.value)
  if (!parsed.success) throw new DamagedRecord('the preferences', parsed.error)
  return parsed.data
}

/** The providers, oldest first. `damaged`: ids of unreadable ones. */
export async function readProviders(db: Database): Promise<{ providers: Provider[]; damaged: string[] }> {
  const providers: Provider[] = []
  const damaged: string[] = []
  for (const row of await db.getAll('settings', IDBKeyRange.bound(PROVIDER, `${PROVIDER}\uffff`))) {
    const parsed = Provider.safeParse(row.value)
    if (parsed.success) providers.push(parsed.data)
    else damaged.push(row.key.slice(PROVIDER.length))
  }
  providers.sort((a, b) => a.createdAt - b.createdAt || (a.id < b.id ? -1 : 1))
  return { providers, damaged }
}

/** One provider; null if there is none. */
export async function readProvider(db: Database, providerId: string): Promise<Provider | null> {
  return parseProvider(await db.get('settings', providerKey(providerId)))
}

/** @throws DamagedRecord */
export function parseProvider(row: { value: unknown } | undefined): Provider | null {
  if (row === undefined) return null
  const parsed = Provider.safeParse(row.value)
  if (!parsed.success) throw new DamagedRecord('this provider', parsed.error)
  return parsed.data
}

/**
 * Saves a provider and its key, both or neither. `key`: '' removes it; undefined keeps it, unless it is bound to
 * another origin than the provider's now.
 */
export async function saveProvider(db: Database, provider: Provider, key?: string): Promise<void> {
  const { id } = provider
  const origin = originOf(provider.baseUrl)
  await saveBound(db, { key: providerKey(id), value: provider, owners: [id], origin, secret: key })
}

/**
 * Changes the stored data of a provider other than its key and its address; does nothing if there is no such provider.
 */
export async function changeProvider(
  db: Database,
  providerId: string,
  change: (provider: Provider) => Provider,
): Promise<void> {
  const transaction = db.transaction('settings', 'readwrite')
  const row = await transaction.store.get(providerKey(providerId))
  const parsed = Provider.safeParse(row?.value)
  if (row !== undefined && parsed.success) {
    const { baseUrl, id, kind } = parsed.data
    await transaction.store.put({ ...row, value: Provider.parse({ ...change(parsed.data), baseUrl, id, kind }) })
  }
  await transaction.done
}

/** Deletes a provider and its secret. If it was the default, new sessions use the first remaining one. */
export function deleteProvider(db: Database, providerId: string): Promise<void> {
  return changeSecrets(db, () => removeProvider(db, providerId))
}

async function removeProvider(db: Database, providerId: string): Promise<void> {
  const transaction = db.transaction(['settings', 'vault'], 'readwrite', { durability: 'strict' })
  const settings = transaction.objectStore('settings')
  const row = await settings.get(PREFERENCES)
  // damaged preferences stay as they are
  const preferences = Preferences.safeParse(row?.value)
  const chosen = preferences.data?.defaultProviderId === providerId
  await Promise.all([
    chosen && settings.put({ key: PREFERENCES, value: { ...preferences.data, defaultProviderId: null } }),
    settings.delete(providerKey(providerId)),
    transaction.objectStore('vault').delete(secretId(providerId)),
    transaction.done,
  ])
}
