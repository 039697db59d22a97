import { expect, it } from 'vitest'
import { DEFAULT_PREFERENCES } from '../../../../src/settings/preferences.ts'
import { DEMO_PROVIDER, type Provider } from '../../../../src/settings/provider.ts'
import { DamagedRecord } from '../../../../src/storage/fault.ts'
import { saveListedModels } from '../../../../src/storage/settings/listed-models.ts'
import { readForAsking } from '../../../../src/storage/settings/read-for-asking.ts'
import { changePreferences, saveProvider } from '../../../../src/storage/settings/settings.ts'
import { writerDatabase } from '../support.ts'

const HOME = 'https://api.example.com'
const provider: Provider = { ...DEMO_PROVIDER, id: 'p', kind: 'anthropic', baseUrl: `${HOME}/v1`, createdAt: 5 }
const MODEL = { id: 'm', contextWindow: 1000, maxOutput: null }

/** How many transactions `work` begins. */
async function transactionsOf(work: () => Promise<unknown>): Promise<number> {
  let count = 0
  const original = IDBDatabase.prototype.transaction
  IDBDatabase.prototype.transaction = function (this: IDBDatabase, ...parameters) {
    count++
    return original.apply(this, parameters)
  }
  try {
    await work()
    return count
  } finally {
    IDBDatabase.prototype.transaction = original
  }
}

it('gives all that is stored of a provider, from one transaction', async () => {
  const { db } = await writerDatabase()
  await changePreferences(db, { maxCostPerDay: 3 })
  await saveProvider(db, provider, 'sk-a-secret')
  await saveListedModels(db, provider, [MODEL], 7)
  const stored = await readForAsking(db, 'p')
  expect(stored.preferences()).toEqual({ ...DEFAULT_PREFERENCES, maxCostPerDay: 3 })
  expect(stored.provider()).toEqual(provider)
  expect(stored.listed(provider)).toEqual({ baseUrl: provider.baseUrl, at: 7, models: [MODEL] })
  expect(stored.listed({ ...provider, baseUrl: 'https://other.example/v1' })).toBeNull()
  expect(await stored.secret(HOME)).toEqual({ type: 'secret', secret: 'sk-a-secret' })
  expect(await stored.secret('https://other.example')).toEqual({ type: 'other-origin' })
  expect(await transactionsOf(() => readForAsking(db, 'p'))).toBe(1)
})

it('knows nothing of a provider that is not there', async () => {
  const { db } = await writerDatabase()
  const stored = await readForAsking(db, 'nobody')
  expect(stored.preferences()).toEqual(DEFAULT_PREFERENCES)
  expect(stored.provider()).toBeNull()
  expect(stored.listed(provider)).toBeNull()
  expect(await stored.secret(HOME)).toEqual({ type: 'none' })
})

it('takes no default for a damaged record, and one does not hide the others', async () => {
  const { db } = await writerDatabase()
  await saveProvider(db, provider, 'sk-a-secret')
  await db.put('settings', { key: 'preferences', value: { maxCostPerDay: 'much' } })
  const stored = await readForAsking(db, 'p')
  expect(stored.preferences).toThrow(DamagedRecord)
  expect(stored.provider()).toEqual(provider)
  await db.put('settings', { key: 'provider:p', value: { id: 'p' } })
  expect((await readForAsking(db, 'p')).provider).toThrow(DamagedRecord)
})
