import { expect, it } from 'vitest'
import { DEFAULT_PREFERENCES } from '../../../../src/settings/preferences.ts'
import { DEMO_PROVIDER, type Provider } from '../../../../src/settings/provider.ts'
import type { Database } from '../../../../src/storage/schema.ts'
import { type Keys, keysAt } from '../../../../src/storage/settings/key-places.ts'
import {
  changePreferences,
  deleteProvider,
  readPreferences,
  readProvider,
  readProviders,
  saveProvider,
} from '../../../../src/storage/settings/settings.ts'
import { hasSecret, originOf, putSecret, readSecret } from '../../../../src/storage/settings/vault.ts'
import { readVault } from '../../../../src/storage/settings/with-keys.ts'
import { connect, freshName, writerDatabase } from '../support.ts'

const SECRET = 'sk-very-secret-0123456789'
const HOME = 'https://api.example.com'
const provider: Provider = { ...DEMO_PROVIDER, id: 'p', kind: 'anthropic', baseUrl: `${HOME}/v1`, createdAt: 5 }

const keysOf = async (db: Database): Promise<Keys> => {
  const { current } = (await readVault(db)).places
  if (current === null) throw new Error('No place')
  return keysAt(current)
}

it('gives a secret back for its own origin', async () => {
  const { db } = await writerDatabase()
  expect(await readSecret(db, 'p', HOME)).toEqual({ type: 'none' })
  await putSecret(db, 'p', HOME, SECRET)
  expect(await readSecret(db, 'p', HOME)).toEqual({ type: 'secret', secret: SECRET })
  expect(await hasSecret(db, 'p', HOME)).toBe(true)
  await putSecret(db, 'p', HOME, 'another')
  expect(await readSecret(db, 'p', HOME)).toEqual({ type: 'secret', secret: 'another' })
  await putSecret(db, 'p', HOME, '')
  expect(await readSecret(db, 'p', HOME)).toEqual({ type: 'none' })
  expect(await hasSecret(db, 'p', HOME)).toBe(false)
})

it('is still readable by a connection of the next day', async () => {
  const name = freshName()
  const today = await connect(name)
  await putSecret(today, 'p', HOME, SECRET)
  today.close()
  expect(await readSecret(await connect(name), 'p', HOME)).toEqual({ type: 'secret', secret: SECRET })
})

it('stores no secret in the clear, and a key that cannot be taken out', async () => {
  const { db } = await writerDatabase()
  await putSecret(db, 'p', HOME, SECRET)
  const keys = await keysOf(db)
  const rows: unknown[] = await keys.getAll('keys')
  expect(rows).toHaveLength(2)
  for (const name of db.objectStoreNames) rows.push(...(await db.getAll(name)))
  for (const row of rows) {
    const { data = new ArrayBuffer(0) } = row as { data?: ArrayBuffer }
    expect(new TextDecoder().decode(data) + JSON.stringify(row)).not.toContain('very-secret')
  }
  const row = await keys.get('keys', 'key')
  if (row === undefined || !('key' in row)) throw new Error('No key')
  expect(row.key.extractable).toBe(false)
  for (const format of ['raw', 'jwk'] as const) await expect(crypto.subtle.exportKey(format, row.key)).rejects.toThrow()
})

it('refuses another origin, even when somebody rewrites the origin in the database', async () => {
  const { db } = await writerDatabase()
  await putSecret(db, 'p', HOME, SECRET)
  expect(await readSecret(db, 'p', 'https://evil.example')).toEqual({ type: 'other-origin' })
  const row = await db.get('vault', 'secret:p')
  if (row === undefined || !('ref' in row)) throw new Error('No secret')
  await db.put('vault', { ...row, origin: 'https://evil.example' })
  expect(await readSecret(db, 'p', 'https://evil.example')).toMatchObject({ type: 'damaged' })
  await db.put('vault', { ...row, id: 'secret:other' })
  expect(await readSecret(db, 'other', HOME)).toMatchObject({ type: 'damaged' })
})

it('says that a damaged secret must be entered again', async () => {
  const { db } = await writerDatabase()
  await putSecret(db, 'p', HOME, SECRET)
  const keys = await keysOf(db)
  const sealed = (await keys.getAllKeys('keys')).find((id) => id.startsWith('sealed:'))
  await keys.put('keys', { id: sealed, iv: 7 } as never)
  expect(await readSecret(db, 'p', HOME)).toMatchObject({ type: 'damaged', message: expect.stringContaining('again') })
  await putSecret(db, 'p', HOME, SECRET)
  await (await keysOf(db)).put('keys', { id: 'key', key: 'lost' } as never)
  expect(await readSecret(db, 'p', HOME)).toMatchObject({ type: 'damaged' })
  await putSecret(db, 'p', HOME, SECRET)
  expect(await readSecret(db, 'p', HOME)).toEqual({ type: 'secret', secret: SECRET })
})

it('makes one key only, when two tabs save their first secret at the same moment', async () => {
  const name = freshName()
  const [one, two] = [await connect(name), await connect(name)]
  await Promise.all([putSecret(one, 'a', HOME, 'first'), putSecret(two, 'b', HOME, 'second')])
  expect(await readSecret(two, 'a', HOME)).toEqual({ type: 'secret', secret: 'first' })
  expect(await readSecret(one, 'b', HOME)).toEqual({ type: 'secret', secret: 'second' })
})

it('drops the secret with the write that moves its provider to another origin', async () => {
  const { db } = await writerDatabase()
  await saveProvider(db, provider)
  await putSecret(db, 'p', originOf(provider.baseUrl), SECRET)
  await saveProvider(db, { ...provider, baseUrl: `${HOME}/v2`, label: 'Renamed' })
  expect(await hasSecret(db, 'p', HOME)).toBe(true)
  await saveProvider(db, { ...provider, baseUrl: 'https://evil.example/v1' })
  expect(await db.get('vault', 'secret:p')).toBeUndefined()
})

it('a provider is not saved without the key that came with it, nor moved to another origin', async () => {
  const { db } = await writerDatabase()
  await saveProvider(db, provider, SECRET)
  expect(await readSecret(db, 'p', HOME)).toEqual({ type: 'secret', secret: SECRET })
  const elsewhere = { ...provider, baseUrl: 'https://other.example/v1' }
  // what a worker that dies between the two writes leaves behind
  const put = IDBObjectStore.prototype.put
  IDBObjectStore.prototype.put = function (value, key) {
    const request = put.call(this, value, key)
    if (this.name === 'vault') this.transaction.abort()
    return request
  }
  try {
    await expect(saveProvider(db, elsewhere, 'another')).rejects.toThrow()
  } finally {
    IDBObjectStore.prototype.put = put
  }
  expect(await readProvider(db, 'p')).toEqual(provider)
  expect(await readSecret(db, 'p', HOME)).toEqual({ type: 'secret', secret: SECRET })
  await saveProvider(db, elsewhere, 'another')
  expect(await readSecret(db, 'p', 'https://other.example')).toEqual({ type: 'secret', secret: 'another' })
  await saveProvider(db, elsewhere, '')
  expect(await readSecret(db, 'p', 'https://other.example')).toEqual({ type: 'none' })
})

it('keeps providers, oldest first, and deletes one with its secret', async () => {
  const { db } = await writerDatabase()
  await saveProvider(db, provider)
  await saveProvider(db, { ...DEMO_PROVIDER, createdAt: 1 })
  await putSecret(db, 'p', HOME, SECRET)
  expect((await readProviders(db)).providers.map(({ id }) => id)).toEqual(['demo', 'p'])
  expect(await readProvider(db, 'p')).toEqual(provider)
  await deleteProvider(db, 'p')
  expect(await readProvider(db, 'p')).toBeNull()
  expect(await db.get('vault', 'secret:p')).toBeUndefined()
  await db.put('settings', { key: 'provider:demo', value: { id: 'demo' } })
  expect(await readProviders(db)).toEqual({ providers: [], damaged: ['demo'] })
})

it('with the default provider gone, none was the default any more', async () => {
  const { db } = await writerDatabase()
  await saveProvider(db, provider)
  await saveProvider(db, { ...provider, id: 'q' })
  await changePreferences(db, { theme: 'dark', defaultProviderId: 'p' })
  await deleteProvider(db, 'q')
  expect((await readPreferences(db)).defaultProviderId).toBe('p')
  await deleteProvider(db, 'p')
  expect(await readPreferences(db)).toEqual({ ...DEFAULT_PREFERENCES, theme: 'dark' })
  // what cannot be read is no reason to keep a key
  const damaged = { key: 'preferences', value: { theme: 'pink', defaultProviderId: 'p' } }
  await saveProvider(db, provider)
  await db.put('settings', damaged)
  await deleteProvider(db, 'p')
  expect([await readProvider(db, 'p'), await db.get('settings', 'preferences')]).toEqual([null, damaged])
})

it('keeps preferences, and never replaces damaged ones by the defaults', async () => {
  const { db } = await writerDatabase()
  expect(await readPreferences(db)).toEqual(DEFAULT_PREFERENCES)
  await changePreferences(db, { theme: 'dark' })
  await changePreferences(db, { defaultProviderId: 'p', theme: undefined })
  expect(await readPreferences(db)).toEqual({ ...DEFAULT_PREFERENCES, theme: 'dark', defaultProviderId: 'p' })
  await db.put('settings', { key: 'preferences', value: { theme: 'pink' } })
  await expect(readPreferences(db)).rejects.toThrow('the preferences')
  await expect(changePreferences(db, { theme: 'light' })).rejects.toThrow('the preferences')
  expect(await db.get('settings', 'preferences')).toEqual({ key: 'preferences', value: { theme: 'pink' } })
  // only the person gives them up
  await changePreferences(db, { theme: 'light' }, true)
  expect(await readPreferences(db)).toEqual({ ...DEFAULT_PREFERENCES, theme: 'light' })
})
