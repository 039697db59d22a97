import { expect, it, vi } from 'vitest'
import type { SessionItem } from '../../../../src/protocol/common.ts'
import type { Vault } from '../../../../src/sync/vault.ts'
import type { FakeObjectStore } from '../../../support/fake-object-store.ts'
import { expectAtRest, makeDevices, newId, type TestDevice } from './devices.ts'

const PATIENT = { timeout: 25_000, interval: 20 }
const lastApart = ({ published }: TestDevice, id: string): SessionItem | undefined =>
  published
    .flatMap((message) => (message.type === 'sessions-changed' ? message.sessions : []))
    .findLast((item) => item.id === id && item.apart)
const name = (title: string) => ({ type: 'user-name-session' as const, title })

/** A session of the laptop that the phone follows, both level with the storage. `said`: names that it was given. */
async function shareOne() {
  const { storage, devices, vault } = await makeDevices(['Laptop', 'Phone'])
  const [laptop, phone] = devices as [TestDevice, TestDevice]
  await storage.connect().put(await vault.keyOf({ kind: 'header' }), new Uint8Array(8), new AbortController().signal)
  const here = newId()
  await laptop.create(here)
  const say = async (title: string, device = laptop, session = here): Promise<void> => {
    expect(await device.tell(session, name(title)), title).toEqual(expect.objectContaining({ type: 'acknowledged' }))
  }
  const level = async (): Promise<string> =>
    vi.waitFor(async () => {
      const { log = '', next = 0, sent } = (await laptop.db.get('sync', here)) ?? {}
      expect(sent).toBe((await laptop.db.get('sessions', here))?.seq)
      const followed = await phone.sessionOf(log)
      expect((await phone.db.get('sync', followed))?.next).toBe(next)
      return followed
    }, PATIENT)
  const said = { type: 'user-send-message', messageId: newId(), delivery: 'steer' } as const
  await laptop.tell(here, { ...said, content: [{ type: 'text', text: 'Hello' }] })
  await vi.waitFor(() => expectAtRest(laptop, here), PATIENT)
  return { storage, vault, laptop, phone, here, say, level }
}
/** The note of the device with this number. */
async function noteIn({ objects }: FakeObjectStore, vault: Vault, n: number): Promise<unknown> {
  const place = { kind: 'note', device: `${n}` } as const
  const sealed = objects.get(await vault.keyOf(place)) ?? new Uint8Array()
  return JSON.parse(new TextDecoder().decode(await vault.open(place, sealed)))
}
const titlesIn = async (device: TestDevice, session: string): Promise<unknown[]> =>
  (await device.journal(session)).flatMap((input) => (input.type === 'user-name-session' ? [input.title] : []))

it('a storage that was set back to a backup gets again what it has lost, and nobody has a copy', async () => {
  const { storage, laptop, phone, here, say, level } = await shareOne()
  await level()
  const backup = new Map(storage.objects)
  for (const title of ['One', 'Two', 'Three']) await say(title)
  const followed = await level()
  const { next: before = 0, log = '' } = (await laptop.db.get('sync', here)) ?? {}
  storage.objects.clear()
  for (const [key, bytes] of backup) storage.objects.set(key, bytes)
  laptop.kill()
  await laptop.begin()
  await say('Four')
  await vi.waitFor(async () => {
    const { sent, next = 0 } = (await laptop.db.get('sync', here)) ?? {}
    expect(sent).toBe((await laptop.db.get('sessions', here))?.seq)
    expect(next).toBeGreaterThan(0)
    expect(await phone.journal(followed)).toEqual(await laptop.journal(here))
  }, PATIENT)
  expect((await titlesIn(phone, followed)).slice(-4)).toEqual(['One', 'Two', 'Three', 'Four'])
  for (const device of [laptop, phone]) expect(await device.db.getAllKeys('sessions')).toHaveLength(1)
  expect(before).toBeGreaterThan(0)
  expect(await phone.take(followed)).toMatchObject({ type: 'acknowledged' })
  expect(log).not.toBe('')
})

it('a storage that was set back while both devices were at rest stayed without what it had lost until somebody said something', async () => {
  const { storage, vault, laptop, here, say, level } = await shareOne()
  await level()
  const backup = new Map(storage.objects)
  for (const title of ['One', 'Two', 'Three']) await say(title)
  await level()
  const { log = '', next = 0 } = (await laptop.db.get('sync', here)) ?? {}
  const segments = await vault.prefixOf('segment', log)
  const whole = [...storage.objects.keys()].filter((key) => key.startsWith(segments))
  // both have said how far they are, and have heard so
  await vi.waitFor(async () => {
    for (const n of [0, 1]) expect(await noteIn(storage, vault, n)).toMatchObject({ sessions: [{ log, next }] })
  }, PATIENT)
  const { get } = storage.counts
  await vi.waitFor(() => expect(storage.counts.get).toBeGreaterThan(get + 8), PATIENT)
  storage.objects.clear()
  for (const [key, bytes] of backup) storage.objects.set(key, bytes)
  await vi.waitFor(() => expect(whole.filter((key) => !storage.objects.has(key))).toEqual([]), PATIENT)
})

it('a late write of rows that were sent again in another segment stopped the session on all devices for good', async () => {
  const { storage, vault, laptop, phone, here, say, level } = await shareOne()
  await level()
  const backup = new Map(storage.objects)
  const { log = '', next: first = 0 } = (await laptop.db.get('sync', here)) ?? {}
  const keyOf = (slot: number): Promise<string> => vault.keyOf({ kind: 'segment', log, slot })
  for (const title of ['One', 'Two', 'Three']) {
    await say(title)
    await level()
  }
  const late = storage.objects.get(await keyOf(first + 1)) ?? new Uint8Array()
  laptop.kill()
  storage.objects.clear()
  for (const [key, bytes] of backup) storage.objects.set(key, bytes)
  await laptop.begin()
  await vi.waitFor(async () => {
    // all of them at once
    expect(await laptop.db.get('sync', here)).toMatchObject({ next: first + 1, pending: null })
    expect((await laptop.db.get('sync', here))?.sent).toBe((await laptop.db.get('sessions', here))?.seq)
  }, PATIENT)
  storage.objects.set(await keyOf(first + 1), late)
  await say('Four')
  await vi.waitFor(async () => {
    expect((await titlesIn(phone, await phone.sessionOf(log))).slice(-4)).toEqual(['One', 'Two', 'Three', 'Four'])
  }, PATIENT)
  for (const device of [laptop, phone]) expect(await device.db.getAllKeys('sessions')).toHaveLength(1)
})

it('a device took what was old: it continues from there, and the device that knew more learns it and keeps a copy', async () => {
  const { storage, laptop, phone, here, say, level } = await shareOne()
  const followed = await level()
  const backup = new Map(storage.objects)
  phone.kill()
  for (const title of ['One', 'Two', 'Three']) await say(title)
  await vi.waitFor(
    async () => expect((await laptop.db.get('sync', here))?.sent).toBe((await laptop.db.get('sessions', here))?.seq),
    PATIENT,
  )
  laptop.offline(true)
  storage.objects.clear()
  for (const [key, bytes] of backup) storage.objects.set(key, bytes)
  await phone.begin()
  expect(await phone.take(followed)).toMatchObject({ type: 'acknowledged' })
  await say('Said on the phone', phone, followed)
  laptop.offline(false)
  const { log = '' } = (await phone.db.get('sync', followed)) ?? {}
  await vi.waitFor(async () => {
    const now = await laptop.sessionOf(log)
    expect(now).not.toBe(here)
    expect(await laptop.journal(now)).toEqual(await phone.journal(followed))
  }, PATIENT)
  expect((await titlesIn(laptop, here)).join()).toContain('One,Two,Three')
  expect(await titlesIn(phone, followed)).toContain('Said on the phone')
  await vi.waitFor(() => expect(lastApart(laptop, here)?.apart).toMatchObject({ by: 'Phone' }), PATIENT)
})
