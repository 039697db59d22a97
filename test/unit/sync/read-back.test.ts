import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { heed } from '../../../src/sync/heed.ts'
import type { Created, ObjectStore } from '../../../src/sync/object-store.ts'
import { readBack } from '../../../src/sync/read-back.ts'
import { makeFakeObjectStore } from '../../support/fake-object-store.ts'

beforeEach(() => void vi.useFakeTimers())
afterEach(() => void vi.useRealTimers())

const signal = new AbortController().signal
/** What became of writing to a key of its own. */
async function write(store: ObjectStore, key: string, weighty = false): Promise<Created | string> {
  const outcome = store
    .create(key, Uint8Array.of(1, 2, 3), signal, weighty)
    .catch((error) => String(error.problem.kind))
  await vi.advanceTimersByTimeAsync(1000)
  return outcome
}
async function writeMany(store: ObjectStore, many: number, first: number): Promise<(Created | string)[]> {
  const outcomes: (Created | string)[] = []
  for (let n = 0; n < many; n++) outcomes.push(await write(store, `v/s/l/${first + n}`))
  return outcomes
}

test('a storage that says 201 and keeps nothing is found out at the first write, and believed again when it keeps one', async () => {
  const { connect, chances, counts } = makeFakeObjectStore()
  const store = readBack(connect())
  chances({ forgotten: 1 })
  expect(await writeMany(store, 3, 0)).toEqual(['forgets', 'forgets', 'forgets'])
  chances({})
  expect(await write(store, 'v/s/l/0')).toBe('created')
  const before = counts.get
  expect(await write(store, 'v/s/l/1')).toBe('created')
  expect(counts.get).toBe(before)
})

test('one that begins to forget is found out within 17 writes, and at once by one that is weighty', async () => {
  const { connect, chances } = makeFakeObjectStore()
  const store = readBack(connect())
  expect(await write(store, 'v/s/l/0')).toBe('created')
  chances({ forgotten: 1 })
  const outcomes = await writeMany(store, 17, 1)
  expect(outcomes.indexOf('forgets')).toBe(16)

  chances({})
  expect(await write(store, 'v/s/l/100')).toBe('created')
  chances({ forgotten: 1 })
  expect(await write(store, 'v/s/l/101', true)).toBe('forgets')
})

test('of 100 writes to an honest storage 6 are read back, and of large objects none', async () => {
  const { connect, counts } = makeFakeObjectStore()
  const store = readBack(connect())
  expect(new Set(await writeMany(store, 100, 0))).toEqual(new Set(['created']))
  expect(counts.get).toBe(6)
  await store.create('v/b/large', new Uint8Array(100_000), signal, true)
  expect(counts.get).toBe(6)
})

test('a storage that needs a moment until it gives back what it keeps is no liar', async () => {
  const { connect, next } = makeFakeObjectStore()
  next('get', 'stale')
  expect(await write(readBack(connect()), 'v/s/l/0')).toBe('created')
})

test('what another one kept there is not taken for ours, whatever was answered', async () => {
  const { connect, objects, next } = makeFakeObjectStore()
  next('create', 'forgotten')
  const store = readBack(connect())
  const outcome = write(store, 'v/s/l/0')
  objects.set('v/s/l/0', Uint8Array.of(9))
  expect(await outcome).toBe('forgets')
})

test('a take is read back also behind what heeds the storage, as the product asks for it', async () => {
  const { connect, chances } = makeFakeObjectStore()
  const told: string[] = []
  const store = heed(readBack(connect()), (found, way) => told.push(`${way} ${found?.kind ?? 'fine'}`))
  await writeMany(store, 2, 0)
  chances({ forgotten: 1 })
  expect(await write(store, 'v/s/l/2')).toBe('created')
  expect(await write(store, 'v/s/l/3', true)).toBe('forgets')
  expect(told).toEqual(['write fine', 'write fine', 'write fine', 'write forgets'])
})

test('of two writes at once, one found and one not, the next is read back all the same', async () => {
  const { connect, next } = makeFakeObjectStore()
  const store = readBack(connect())
  next('create', 'forgotten')
  expect(await Promise.all([write(store, 'v/s/l/0', true), write(store, 'v/s/l/1', true)])).toEqual([
    'forgets',
    'created',
  ])
  next('create', 'forgotten')
  expect(await write(store, 'v/s/l/2')).toBe('forgets')
})
