import { describe, expect, it } from 'vitest'
import { inWords } from '../../../../src/protocol/refusals.ts'
import { makeVaultKey, openVault } from '../../../../src/sync/vault.ts'
import { refusal } from '../../../../src/worker/refused.ts'
import { type Answer, answerOf, makeNotes, type Note } from '../../../../src/worker/sync/devices/notes.ts'
import { makeFakeObjectStore } from '../../../support/fake-object-store.ts'

const { signal } = new AbortController()

const noteOf = (name: string): Note => ({ format: 1, device: name, name, beat: 1, sessions: [] })

async function makeDevices(names: string[]) {
  const storage = makeFakeObjectStore()
  const vault = await openVault(makeVaultKey())
  const devices = names.map((name) => {
    const notes = makeNotes({ store: storage.connect(), vault, device: { id: name, name } })
    return { ...notes, say: () => notes.put(noteOf(name), signal) }
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

it.each(['lost', 'late'] as const)(
  'a device whose first note was %s left a hole, behind which nobody looked, and had two notes in the end',
  async (fault) => {
    const { storage, vault, devices } = await makeDevices(['Laptop'])
    const of = (name: string) => makeNotes({ store: storage.connect(), vault, device: { id: name, name } })
    const phone = of('Phone')
    storage.next('create', fault, await vault.keyOf({ kind: 'note', device: '1' }))
    await expect(phone.put(noteOf('Phone'), signal)).rejects.toThrow('doesn’t confirm writes')
    storage.settle()
    expect(await phone.put(noteOf('Phone'), signal)).toBe(true)
    expect(await of('Tablet').put(noteOf('Tablet'), signal)).toBe(true)
    expect(namesOf((await devices[0]?.others(signal)) ?? null)).toEqual(['Phone', 'Tablet'])
    expect(storage.objects.size).toBe(3)
  },
)

it('two devices with one number, after a storage was set back to before the second note, wrote over each other for good', async () => {
  const { storage, vault, devices } = await makeDevices(['Laptop'])
  const of = (name: string) => makeNotes({ store: storage.connect(), vault, device: { id: name, name } })
  const [laptop, phone, tablet] = [devices[0], of('Phone'), of('Tablet')]
  storage.objects.clear()
  expect(await phone.put({ ...noteOf('Phone'), at: 1 }, signal)).toBe(true)
  expect(await laptop?.put({ ...noteOf('Laptop'), at: 2 }, signal)).toBe(true)
  expect(await phone.put({ ...noteOf('Phone'), at: 3 }, signal)).toBe(true)
  expect(namesOf((await laptop?.others(signal)) ?? null)).toEqual(['Phone'])
  expect(namesOf(await phone.others(signal))).toEqual(['Laptop'])
  expect(namesOf(await tablet.others(signal))).toEqual(['Phone', 'Laptop'])
})

it('a device at rest, over whose note another one wrote, did not find out and was heard no more', async () => {
  const { storage, vault, devices } = await makeDevices(['Laptop'])
  const phone = makeNotes({ store: storage.connect(), vault, device: { id: 'Phone', name: 'Phone' } })
  storage.objects.clear()
  await phone.put({ ...noteOf('Phone'), at: 5 }, signal)
  const laptop = devices[0]
  for (let n = 0; n < 10; n++) await laptop?.others(signal)
  expect(laptop?.isOwnLost()).toBe(true)
  await laptop?.say()
  expect(namesOf(await phone.others(signal))).toEqual(['Laptop'])
})

it('a first note that the storage lost hid all notes behind it, from who knew them and from who came later', async () => {
  const { storage, vault, devices } = await makeDevices(['Laptop', 'Phone', 'Tablet'])
  const [, phone, tablet] = devices
  expect(namesOf((await phone?.others(signal)) ?? null)).toEqual(['Laptop', 'Tablet'])
  storage.objects.delete(await vault.keyOf({ kind: 'note', device: '0' }))
  expect(namesOf((await phone?.others(signal)) ?? null)).toEqual(['Tablet'])
  // a storage that was set back to before all notes, and whose first device never comes back
  storage.objects.clear()
  await phone?.say()
  await tablet?.say()
  const desk = makeNotes({ store: storage.connect(), vault, device: { id: 'Desk', name: 'Desk' } })
  expect(namesOf(await desk.others(signal))).toEqual(['Phone', 'Tablet'])
})

it('of a device that has two notes, by an older version, the later one counts, whichever number it has', async () => {
  const { storage, vault, devices } = await makeDevices(['Laptop'])
  const notes = [
    { device: 'Phone', at: 1000, beat: 7 },
    { device: 'Tablet', at: 3000, beat: 1 },
    { device: 'Phone', at: 2000, beat: 2 },
    { device: 'Tablet', beat: 9 },
  ]
  for (const [n, { device, ...note }] of notes.entries()) {
    const place = { kind: 'note', device: `${n + 1}` } as const
    const words = new TextEncoder().encode(JSON.stringify({ format: 1, device, name: device, sessions: [], ...note }))
    storage.objects.set(await vault.keyOf(place), await vault.seal(place, words))
  }
  const beats = (heard: Note[] | null | undefined) => heard?.map(({ device, beat }) => [device, beat])
  const later = [
    ['Phone', 2],
    ['Tablet', 1],
  ]
  expect(beats(await devices[0]?.others(signal))).toEqual(later)
  expect(beats(await devices[0]?.all(signal))).toEqual([['Laptop', 1], ...later])
})

describe('why another device refused', () => {
  const heard = async (...answers: Answer[]): Promise<Answer[] | undefined> => {
    const { devices } = await makeDevices(['Laptop', 'Phone'])
    await devices[0]?.put({ ...noteOf('Laptop'), answers }, signal)
    return (await devices[1]?.others(signal))?.[0]?.answers
  }

  it('arrives as a fact, and in words for a device of an older version', async () => {
    const why = refusal('session-damaged', { what: 'message 3' })
    expect(await heard(answerOf('1', why))).toMatchObject([
      { id: '1', refused: expect.stringMatching(/^This was/), why },
    ])
    expect(answerOf('1', null)).toEqual({ id: '1', refused: null })
  })

  it('arrives in words where an older version, or storage, has put it in words', async () => {
    const answers = await heard(answerOf('1', inWords('It is full.')), { id: '2', refused: 'Of old.' })
    expect(answers?.map(({ refused, why }) => [refused, why])).toEqual([
      ['It is full.', undefined],
      ['Of old.', undefined],
    ])
  })

  it.each([
    { code: 'of-tomorrow', values: {} },
    { code: 'session-damaged', values: { what: 'x'.repeat(10_000) } },
    { code: 'session-damaged', values: {} },
    7,
  ])('is no fact if it is %j, and the note is still read', async (why) => {
    const answers = await heard({ id: '1', refused: 'No.', why } as Answer)
    expect(answers?.map((answer) => [answer.refused, answer.why])).toEqual([['No.', undefined]])
  })
})
