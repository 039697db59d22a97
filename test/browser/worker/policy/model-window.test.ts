import { afterEach, expect, it, vi } from 'vitest'
import type { Provider } from '../../../../src/settings/provider.ts'
import { readListedModels, saveListedModels } from '../../../../src/storage/settings/listed-models.ts'
import { saveProvider } from '../../../../src/storage/settings/settings.ts'
import { learnWindow, windowOf } from '../../../../src/worker/policy/model-window.ts'
import { listAgain } from '../../../../src/worker/ports/list-models.ts'
import { viewModels } from '../../../../src/worker/requests/models.ts'
import { PROVIDER_HANDLERS } from '../../../../src/worker/requests/providers.ts'
import { writerDatabase } from '../../storage/support.ts'

/** What is known of a model's window, and whose word counts. */

const PROVIDER: Provider = {
  id: 'p',
  kind: 'openai-compatible',
  label: 'P',
  baseUrl: 'https://models.example/v1',
  model: 'local-model',
  models: [],
  createdAt: 1,
}
const model = { providerId: 'p', model: 'local-model', thinking: 'off' } as const
afterEach(() => vi.restoreAllMocks())

const offering = (...models: object[]) =>
  vi.spyOn(globalThis, 'fetch').mockImplementation(async () => Response.json({ data: models }))

it('counts the word of the person, then a refusal, then what the provider lists, then the catalogue', async () => {
  const { db } = await writerDatabase()
  await saveProvider(db, PROVIDER)
  const window = () => windowOf(db, model)
  expect(await window()).toEqual({ size: 32_000, maxOutput: null, by: 'assumed' })
  expect(await windowOf(db, { ...model, model: 'gpt-4o' })).toMatchObject({ size: 128_000, by: 'catalogue' })
  const lists = offering(
    { id: 'local-model', max_model_len: 20_000, max_output_tokens: 4000 },
    { id: 'gpt-4o', context_length: 64_000 },
  )
  await listAgain(db, 'p')
  expect(await window()).toEqual({ size: 20_000, maxOutput: 4000, by: 'provider' })
  expect(await windowOf(db, { ...model, model: 'gpt-4o' })).toMatchObject({ size: 64_000, by: 'provider' })
  await learnWindow(db, model, 12_000)
  expect(await window()).toEqual({ size: 12_000, maxOutput: 4000, by: 'learned' })
  await saveProvider(db, { ...PROVIDER, windows: { 'local-model': { size: 99_000, by: 'person' } } })
  expect(await window()).toEqual({ size: 99_000, maxOutput: 4000, by: 'person' })
  // asked once, and believed for hours
  await listAgain(db, 'p')
  expect(lists).toHaveBeenCalledTimes(1)
})

it('a provider without a list is not asked at every run, and forgets nothing by it', async () => {
  const { db } = await writerDatabase()
  await saveProvider(db, PROVIDER)
  const asked = vi.spyOn(globalThis, 'fetch').mockImplementation(async () => new Response('no', { status: 404 }))
  await listAgain(db, 'p')
  await listAgain(db, 'p')
  expect(asked).toHaveBeenCalledTimes(1)
  expect(await readListedModels(db, PROVIDER)).toMatchObject({ models: [] })
})

it('what is said before a provider is saved counts from its first run; at another address it does not count', async () => {
  const { db } = await writerDatabase()
  offering({ id: 'local-model', context_window: 9000 })
  const environment = { db, settingsChanged: () => {} } as never
  await PROVIDER_HANDLERS['list-models']({ kind: 'list-models', provider: PROVIDER, key: '' }, environment)
  await PROVIDER_HANDLERS['save-provider']({ kind: 'save-provider', provider: PROVIDER, key: '' }, environment)
  expect(await windowOf(db, model)).toMatchObject({ size: 9000, by: 'provider' })
  await saveProvider(db, { ...PROVIDER, baseUrl: 'https://other.example/v1' })
  expect(await windowOf(db, model)).toMatchObject({ by: 'assumed' })
})

it('a window that the person has set outlives the editing of its provider', async () => {
  const { db } = await writerDatabase()
  offering()
  const environment = { db, settingsChanged: () => {} } as never
  const windows = { 'local-model': { size: 7000, by: 'person' as const } }
  await saveProvider(db, { ...PROVIDER, windows })
  await PROVIDER_HANDLERS['save-provider'](
    { kind: 'save-provider', provider: { ...PROVIDER, label: 'New' } },
    environment,
  )
  expect(await windowOf(db, model)).toMatchObject({ size: 7000, by: 'person' })
})

it('prices and refused pictures were forgotten when the key was changed; two keys of one provider had one name', async () => {
  const { db } = await writerDatabase()
  offering()
  const environment = { db, settingsChanged: () => {} } as never
  const save = (provider: Provider) =>
    PROVIDER_HANDLERS['save-provider']({ kind: 'save-provider', provider }, environment)
  const price = { input: 1, output: 2, cacheRead: null, cacheWrite: null }
  await saveProvider(db, { ...PROVIDER, overrides: { 'local-model': { price, maxOutput: 900 } }, blind: ['a'] })
  expect(await save({ ...PROVIDER, model: 'other' })).toMatchObject({
    overrides: { 'local-model': { price } },
    blind: ['a'],
  })
  expect(await windowOf(db, model)).toMatchObject({ maxOutput: 900 })
  expect(await save({ ...PROVIDER, id: 'second' })).toMatchObject({ label: 'P 2' })
  expect(await save({ ...PROVIDER, id: 'third' })).toMatchObject({ label: 'P 3' })
  // its own name is not taken
  expect(await save({ ...PROVIDER, id: 'second', label: 'P 2' })).toMatchObject({ label: 'P 2' })
})

it('the list of models: what the provider names, else the catalogue of its address; the person’s word first', async () => {
  const { db } = await writerDatabase()
  const openai: Provider = { ...PROVIDER, kind: 'openai', baseUrl: 'https://api.openai.com/v1', model: 'gpt-5.4' }
  const modelsOf = async (of: Provider) => (await viewModels(db, of, false)).providers[0]
  const known = await modelsOf(openai)
  expect(known?.listedAt).toBeNull()
  expect(known?.models.length).toBeGreaterThan(20)
  expect(known?.models[0]).toMatchObject({
    id: 'gpt-5.4',
    window: 1_050_000,
    sees: true,
    reads: true,
    price: { input: 2.5 },
  })
  const price = { input: 9, output: 9, cacheRead: null, cacheWrite: null }
  const told = {
    overrides: { 'gpt-5.4': { price, images: false } },
    windows: { 'gpt-5.4': { size: 500, by: 'person' as const } },
  }
  const mine = await modelsOf({ ...openai, ...told })
  expect(mine?.models[0]).toMatchObject({ window: 500, sees: false, reads: false, price: { input: 9, output: 9 } })
  await saveProvider(db, PROVIDER)
  offering({ id: 'new', context_length: 9000, pricing: { prompt: '0.000001', completion: '0.000002' } })
  await listAgain(db, 'p')
  const listed = await modelsOf(PROVIDER)
  expect(listed?.models.map(({ id }) => id)).toEqual(['local-model', 'new'])
  expect(listed?.models[1]).toMatchObject({ window: 9000, price: { input: 1, output: 2 }, sees: null, thinks: null })
  // what OpenAI takes for it is not what it costs elsewhere
  const here = await modelsOf({ ...PROVIDER, id: 'here', model: 'gpt-4o', baseUrl: 'http://127.0.0.1:8080/v1' })
  expect(here).toMatchObject({ local: true, models: [{ id: 'gpt-4o', window: 128_000, price: null }] })
  expect(known?.local).toBe(false)
  // nothing was chosen yet, at an address of which nothing is known
  expect((await modelsOf({ ...PROVIDER, id: 'x', model: 'none', baseUrl: 'http://localhost:1/v1' }))?.models).toEqual(
    [],
  )
})

it('of a provider that was tried and never saved nothing is kept for long', async () => {
  const { db } = await writerDatabase()
  const listed = [{ id: 'a', contextWindow: 1000, maxOutput: null }]
  await saveProvider(db, PROVIDER)
  await saveListedModels(db, { ...PROVIDER, id: 'tried' }, listed, 1)
  await saveListedModels(db, PROVIDER, listed, 1)
  expect(await readListedModels(db, { ...PROVIDER, id: 'tried' })).toBeNull()
  expect(await readListedModels(db, PROVIDER)).not.toBeNull()
})
