import { afterEach, beforeEach, expect, it, onTestFinished, vi } from 'vitest'
import { missingOf, shaOf } from '../../../../src/storage/blobs.ts'
import type { SyncRow } from '../../../../src/storage/schema.ts'
import { firstPlace } from '../../../../src/sync/log-state.ts'
import { makeVaultKey, openVault } from '../../../../src/sync/vault.ts'
import type { SharedSession } from '../../../../src/worker/sync/session/shared-session.ts'
import { keepHouse } from '../../../../src/worker/sync/upkeep/housekeeping.ts'
import { makeFakeObjectStore } from '../../../support/fake-object-store.ts'
import { writerDatabase } from '../../storage/support.ts'

const wait = setTimeout
beforeEach(() => void vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] }))
afterEach(() => void vi.useRealTimers())

const MINUTE = 60_000
const LOG = 'a'.repeat(32)

/** A device at which no session is yet; the one to come names three pictures that lie in the storage. */
async function keptHouse() {
  const { db, epoch } = await writerDatabase()
  const storage = makeFakeObjectStore()
  const store = storage.connect()
  const vault = await openVault(makeVaultKey())
  for (const n of [1, 2, 3]) {
    const bytes = new Uint8Array([n])
    const place = { kind: 'blob', sha: await shaOf(bytes), log: LOG } as const
    await store.create(await vault.keyOf(place), await vault.seal(place, bytes), AbortSignal.timeout(5000))
    await db.put('blob-names', { sessionId: 's', sha: place.sha, epoch })
  }
  const sessions: SharedSession[] = []
  const errors: unknown[] = []
  const house = keepHouse({
    ...{ db, storage: { store, vault, device: { id: 'Phone', name: 'Phone' } }, started: Promise.resolve() },
    ...{ sessions: () => sessions, unfit: () => {}, report: (error: unknown) => void errors.push(error) },
  })
  onTestFinished(house.stop)
  // what is done at the start has found nothing
  await new Promise((resolve) => wait(resolve, 50))
  const take = (log = LOG): void => {
    const row: SyncRow = { ...firstPlace(log, true), sessionId: 's', epoch, by: 'Phone' }
    sessions.push({ row: () => row } as SharedSession)
    house.complete(row)
  }
  return { storage, errors, take, missing: () => missingOf(db, 's') }
}

it('while the storage was away its device asked for pictures of every session that it has: it asks for one', async () => {
  const { storage, errors, take } = await keptHouse()
  storage.chances({ unreachable: 1 })
  for (const log of [LOG, 'b'.repeat(32), 'c'.repeat(32)]) take(log)
  await expect.poll(() => errors.length).toBe(3)
  vi.advanceTimersByTime(MINUTE)
  await expect.poll(() => errors.length).toBe(4)
  await new Promise((resolve) => wait(resolve, 200))
  expect(errors).toHaveLength(4)
})

it('one request that failed ended the fetching of all pictures after a take, and none was asked for again', async () => {
  const { storage, errors, take, missing } = await keptHouse()
  storage.next('get', 'unreachable')
  take()
  await expect.poll(() => errors.length).toBe(1)
  expect(await missing()).toHaveLength(3)
  storage.next('get', 'rate-limited')
  vi.advanceTimersByTime(MINUTE)
  await expect.poll(() => errors.length).toBe(2)
  expect(await missing()).toHaveLength(3)
  // later each time
  const before = storage.counts.get
  vi.advanceTimersByTime(MINUTE)
  await new Promise((resolve) => wait(resolve, 50))
  expect(storage.counts.get).toBe(before)
  vi.advanceTimersByTime(MINUTE)
  await expect.poll(missing).toEqual([])
  expect(errors).toHaveLength(2)
})
