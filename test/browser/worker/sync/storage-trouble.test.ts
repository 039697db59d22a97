import { expect, it, vi } from 'vitest'
import { saveSyncedStorage } from '../../../../src/storage/settings/synced-storage.ts'
import { heed } from '../../../../src/sync/heed.ts'
import { readBack } from '../../../../src/sync/read-back.ts'
import { viewDevices } from '../../../../src/worker/requests/view-devices.ts'
import { keepTrouble } from '../../../../src/worker/sync/storage/storage-trouble.ts'
import { type Fault, makeFakeObjectStore } from '../../../support/fake-object-store.ts'
import { connect } from '../../storage/support.ts'

const signal = new AbortController().signal
const PATIENT = { timeout: 15_000 }

it('a storage that refuses, is full, is away or answers with a web page is told of in the settings, with what to do, since when, and no longer than it lasts', async () => {
  const db = await connect()
  const tested = { ok: true, message: 'Two devices can’t overwrite each other here.', at: 1 }
  const storage = { engine: 's3', fields: {}, url: 'https://storage.example/b', vault: 'v', paused: false, tested }
  await saveSyncedStorage(db, { ...storage, connectedAt: 7 })
  const { connect: open, next } = makeFakeObjectStore()
  const store = heed(open(), keepTrouble(db, 7).told)
  const trouble = async () => (await viewDevices(db)).trouble
  expect(await trouble()).toBeNull()
  const began = Date.now()
  let since = 0
  const faults: [Fault, string, string][] = [
    ['forbidden', 'refused the credentials', 'check-keys'],
    ['full', 'is full', 'free-space'],
    ['html', 'returned a web page', 'find-storage'],
    ['unreachable', 'No response from https://storage.example', 'check-address'],
  ]
  for (const [fault, message, advice] of faults) {
    next('get', fault)
    await store.get('v/s/l/0', signal).catch(() => {})
    await vi.waitFor(
      async () =>
        expect(await trouble()).toMatchObject({
          message: expect.stringContaining(message),
          next: advice,
        }),
      PATIENT,
    )
    since ||= (await trouble())?.since ?? 0
    // one trouble may show itself in many ways
    expect((await trouble())?.since).toBe(since)
  }
  expect(since).toBeGreaterThanOrEqual(began)
  // another worker of this device
  await heed(open(), keepTrouble(db, 7).told).get('v/s/l/0', signal)
  await vi.waitFor(async () => expect(await trouble()).toBeNull(), PATIENT)
  // of another connection nothing is told
  next('get', 'full')
  await heed(open(), keepTrouble(db, 6).told)
    .get('v/s/l/0', signal)
    .catch(() => {})
  expect(await trouble()).toBeNull()
})

it('a storage that is full is told of also while it is read without trouble, and goes on being told of by the next worker', async () => {
  const db = await connect()
  const tested = { ok: true, message: 'Two devices can’t overwrite each other here.', at: 1 }
  const storage = { engine: 's3', fields: {}, url: 'https://storage.example/b', vault: 'v', paused: false, tested }
  await saveSyncedStorage(db, { ...storage, connectedAt: 7 })
  const { connect: open, next } = makeFakeObjectStore()
  const trouble = async () => (await viewDevices(db)).trouble
  const [first, second] = [keepTrouble(db, 7), keepTrouble(db, 7)]
  next('create', 'full')
  const store = heed(open(), first.told)
  await store.create('v/s/l/0', Uint8Array.of(1), signal).catch(() => {})
  await vi.waitFor(
    async () => expect(await trouble()).toMatchObject({ message: expect.stringContaining('is full') }),
    PATIENT,
  )
  expect(first.lasted()).toBeGreaterThan(0)
  const { since } = (await trouble()) ?? {}
  for (const each of [store, heed(open(), second.told)]) await each.get('v/s/l/0', signal)
  // of the other way an answer tells, and shows that all before it was heard
  next('get', 'unreachable')
  await store.get('v/s/l/0', signal).catch(() => {})
  await vi.waitFor(
    async () => expect(await trouble()).toMatchObject({ message: expect.stringContaining('No response'), since }),
    PATIENT,
  )
  await store.get('v/s/l/0', signal)
  await vi.waitFor(async () => expect(await trouble()).toBeNull(), PATIENT)
  expect(first.lasted()).toBe(0)
  next('create', 'full')
  await store.create('v/s/l/0', Uint8Array.of(1), signal).catch(() => {})
  await vi.waitFor(
    async () => expect(await trouble()).toMatchObject({ message: expect.stringContaining('is full') }),
    PATIENT,
  )
  await store.create('v/s/l/0', Uint8Array.of(1), signal)
  await vi.waitFor(async () => expect(await trouble()).toBeNull(), PATIENT)
})

it('that a storage forgets what it says it keeps is told of until a write was found there, whatever else it answers', async () => {
  const db = await connect()
  const tested = { ok: true, message: 'Two devices can’t overwrite each other here.', at: 1 }
  const place = { engine: 's3', fields: {}, url: 'https://storage.example/b', vault: 'v', paused: false, tested }
  await saveSyncedStorage(db, { ...place, connectedAt: 7 })
  const { connect: open, next } = makeFakeObjectStore()
  const kept = keepTrouble(db, 7)
  const store = heed(readBack(open(), kept.proved), kept.told)
  const trouble = async () => (await viewDevices(db)).trouble
  next('create', 'forgotten')
  await expect(store.create('v/s/l/0', Uint8Array.of(1), signal)).rejects.toThrow('didn’t keep it')
  await vi.waitFor(async () => expect((await trouble())?.next).toBe('check-disk'), PATIENT)
  const since = (await trouble())?.since
  // notes of devices are put, logs are read, and large objects are not read back
  await store.put('v/d/0', Uint8Array.of(1), signal)
  await store.get('v/d/0', signal)
  await store.create('v/b/0', new Uint8Array(100_000), signal)
  await new Promise((resolve) => setTimeout(resolve, 100))
  expect((await trouble())?.since).toBe(since)
  expect(kept.lasted()).toBeGreaterThan(99)
  expect(await store.create('v/s/l/0', Uint8Array.of(1), signal)).toBe('created')
  await vi.waitFor(async () => expect(await trouble()).toBeNull(), PATIENT)
  expect(kept.lasted()).toBe(0)
})
