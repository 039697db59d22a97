import { expect, it } from 'vitest'
import { makeVaultKey, openVault } from '../../../../src/sync/vault.ts'
import { makeNotes, type Note } from '../../../../src/worker/sync/notes.ts'
import { makeFakeObjectStore } from '../../../support/fake-object-store.ts'

const { signal } = new AbortController()

async function makeDevices(names: string[]) {
  const storage = makeFakeObjectStore()
  const vault = await openVault(makeVaultKey())
  const note = (name: string): Note => ({ format: 1, device: name, name, beat: 1, sessions: [] })
  const devices = names.map((name) => {
    const notes = makeNotes({ store: storage.connect(), vault, device: { id: name, name } })
    return { ...notes, say: () => notes.put(note(name), signal) }
  })
  for (const { say } of devices) await say()
  return { storage, vault, devices }
}
const namesOf = (notes: Note[] | null): string[] | undefined => notes?.map(({ name }) => name)

it('the owner of the storage removes no device: only a word that is sealed for it does', async () => {
  const { storage, vault, devices } = await makeDevices(['Laptop', 'Phone', 'Tablet'])
  const [laptop, phone] = devices
  const word = (device: string) => vault.keyOf({ kind: 'gone', device })
  storage.objects.set(await word('Phone'), crypto.getRandomValues(new Uint8Array(512)))
  expect(namesOf((await phone?.others(signal)) ?? null)).toEqual(['Laptop', 'Tablet'])
  // nor one that was said of another device
  await laptop?.remove('Tablet', signal)
  storage.objects.set(await word('Laptop'), storage.objects.get(await word('Tablet')) ?? new Uint8Array())
  expect(namesOf((await laptop?.others(signal)) ?? null)).toEqual(['Phone'])
})

it('a removed device is told of to nobody, and its note is read no more', async () => {
  const { storage, devices } = await makeDevices(['Laptop', 'Phone', 'Tablet'])
  const [laptop, phone, tablet] = devices
  await phone?.remove('Tablet', signal)
  expect(namesOf((await laptop?.others(signal)) ?? null)).toEqual(['Phone'])
  const before = storage.counts.get
  expect(namesOf((await laptop?.others(signal)) ?? null)).toEqual(['Phone'])
  expect(storage.counts.get - before).toBe(1)
  expect(await tablet?.others(signal)).toBeNull()
  expect(await tablet?.say()).toBe(false)
})
