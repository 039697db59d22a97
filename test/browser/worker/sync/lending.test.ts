import { expect, it, vi } from 'vitest'
import type { Provider } from '../../../../src/settings/provider.ts'
import type { Database } from '../../../../src/storage/schema.ts'
import { readLending } from '../../../../src/storage/settings/lent-providers.ts'
import { deleteProvider, readProvider, saveProvider } from '../../../../src/storage/settings/settings.ts'
import { originOf, readSecret } from '../../../../src/storage/settings/vault.ts'
import { lockVault } from '../../../../src/storage/settings/vault-lock.ts'
import { changePassphrase, unlockVault } from '../../../../src/storage/settings/vault-passphrase.ts'
import { makeNotes } from '../../../../src/worker/sync/devices/notes.ts'
import { makeDevices, type TestDevice } from './devices.ts'

const PATIENT = { timeout: 25_000, interval: 50 }
const provider = (id: string): Provider => ({
  ...{ id, kind: 'openai-compatible', label: id, baseUrl: `https://${id}.example/v1` },
  ...{ model: 'm', models: ['m'], createdAt: 1 },
})
async function keyOf(db: Database, id: string): Promise<string | null> {
  const stored = await readProvider(db, id)
  if (stored === null) return null
  const outcome = await readSecret(db, id, originOf(stored.baseUrl))
  return outcome.type === 'secret' ? outcome.secret : outcome.type
}
const has = (device: TestDevice, id: string, key: string | null) =>
  vi.waitFor(async () => expect(await keyOf(device.db, id)).toBe(key), PATIENT)
const change = async (device: TestDevice, doing: Promise<void>): Promise<void> => {
  await doing
  device.writer().settingsChanged()
}

it('keys travel only between devices whose persons say so: changes and removals follow, what was set up here stays, and switched off nothing of them is left in the storage or there', async () => {
  const { devices, storage, vault } = await makeDevices(['Laptop', 'Phone', 'Tablet'])
  const [laptop, phone, tablet] = devices as [TestDevice, TestDevice, TestDevice]
  await saveProvider(laptop.db, provider('one'), 'key-one')
  await saveProvider(laptop.db, provider('both'), 'of the laptop')
  await saveProvider(phone.db, provider('both'), 'of the phone')
  const lent = await vault.keyOf({ kind: 'keys', device: 'Laptop' })
  await tablet.lend(false)
  await phone.lend(true)
  expect(storage.objects.has(lent)).toBe(false)

  await laptop.lend(true)
  await has(phone, 'one', 'key-one')
  expect(await keyOf(phone.db, 'both')).toBe('of the phone')
  // the keys are saved before the pages hear of it
  await vi.waitFor(() => expect(phone.published).toContainEqual({ type: 'settings-changed' }), PATIENT)
  // the storage sees no key
  const seen = new TextDecoder('latin1').decode(storage.objects.get(lent))
  expect(seen).not.toContain('key-one')
  const first = storage.objects.get(lent) ?? new Uint8Array()

  await change(laptop, saveProvider(laptop.db, provider('one'), 'key-two'))
  await has(phone, 'one', 'key-two')
  await change(laptop, saveProvider(laptop.db, provider('more'), 'key-more'))
  await has(phone, 'more', 'key-more')
  // an old state that the storage puts back, of which the phone begins anew, is not believed
  const current = storage.objects.get(lent) ?? new Uint8Array()
  storage.objects.set(lent, first)
  phone.kill()
  await phone.begin()
  await change(laptop, Promise.resolve())
  const before = storage.counts.get
  await vi.waitFor(() => expect(storage.counts.get).toBeGreaterThan(before + 12), PATIENT)
  expect(await keyOf(phone.db, 'one')).toBe('key-two')
  storage.objects.set(lent, current)

  await change(laptop, deleteProvider(laptop.db, 'more'))
  await has(phone, 'more', null)
  expect(await keyOf(tablet.db, 'one')).toBeNull()
  await laptop.lend(false)
  await vi.waitFor(() => expect(storage.objects.has(lent)).toBe(false), PATIENT)
  await has(phone, 'one', null)
  expect(await keyOf(laptop.db, 'one')).toBe('key-two')
  expect(await keyOf(phone.db, 'both')).toBe('of the phone')
  expect([...laptop.errors, ...phone.errors, ...tablet.errors]).toEqual([])
})

it('what was borrowed of a device that a person removed went when they switched lending off next', async () => {
  const { devices, storage, vault } = await makeDevices(['Laptop', 'Phone'])
  const [laptop, phone] = devices as [TestDevice, TestDevice]
  await saveProvider(laptop.db, provider('one'), 'key-one')
  await phone.lend(true)
  await laptop.lend(true)
  await has(phone, 'one', 'key-one')
  laptop.kill()
  const notes = makeNotes({ store: storage.connect(), vault, device: { id: 'Phone', name: 'Phone' } })
  await notes.remove('Laptop', AbortSignal.timeout(5000))
  await phone.lend(false)
  const lending = () => readLending(phone.db, 'https://storage.example')
  await vi.waitFor(async () => expect(await lending()).toMatchObject({ own: { on: false }, borrowed: {} }), PATIENT)
  expect((await lending())?.borrowed).toEqual({})
  expect(await keyOf(phone.db, 'one')).toBe('key-one')
  expect(phone.errors).toEqual([])
})

it('while the vault is locked nothing is lent or borrowed, and once it is unlocked it is', async () => {
  const { devices, storage, vault } = await makeDevices(['Laptop', 'Phone'])
  const [laptop, phone] = devices as [TestDevice, TestDevice]
  await phone.lend(true)
  await saveProvider(laptop.db, provider('one'), 'key-one')
  await changePassphrase(laptop.db, 'a passphrase', null)
  lockVault()
  await laptop.lend(true)
  const lent = await vault.keyOf({ kind: 'keys', device: 'Laptop' })
  // it has said of itself what it can say: it is at work
  await vi.waitFor(() => expect(storage.counts.create).toBeGreaterThan(0), PATIENT)
  await expect(readLending(laptop.db, 'https://storage.example')).resolves.toBeNull()
  expect(storage.objects.has(lent)).toBe(false)
  expect(await unlockVault(laptop.db, 'a passphrase')).toBe(true)
  await has(phone, 'one', 'key-one')
  expect([...laptop.errors, ...phone.errors]).toEqual([])
})
