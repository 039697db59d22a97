import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { heed, type Way } from '../../../src/sync/heed.ts'
import type { ObjectStore, StoreProblem } from '../../../src/sync/object-store.ts'
import { makeFakeObjectStore } from '../../support/fake-object-store.ts'

beforeEach(() => void vi.useFakeTimers())
afterEach(() => void vi.useRealTimers())

const signal = new AbortController().signal
const problem = (promise: Promise<unknown>): Promise<unknown> => promise.then(String, (error) => error.problem.kind)

test('a storage that asks to slow down is asked nothing until then, by nobody', async () => {
  const { connect, next, counts } = makeFakeObjectStore()
  const store = heed(connect(), () => {})
  next('create', 'rate-limited')
  expect(await problem(store.create('v/s/l/0', Uint8Array.of(1), signal))).toBe('rate-limited')
  for (let n = 0; n < 50; n++) expect(await problem(store.get('v/s/l/0', signal))).toBe('rate-limited')
  expect(counts.get).toBe(0)
  await vi.advanceTimersByTimeAsync(2000)
  expect(await store.create('v/s/l/0', Uint8Array.of(1), signal)).toBe('created')
})

test('a thousand reads at once leave six at a time, and one that is aborted meanwhile never does', async () => {
  const { connect } = makeFakeObjectStore()
  let open = 0
  let most = 0
  const slow: ObjectStore = {
    ...connect(),
    get: async () => {
      open += 1
      most = Math.max(most, open)
      await new Promise((resolve) => setTimeout(resolve, 10))
      open -= 1
      return null
    },
  }
  const store = heed(slow, () => {})
  const leaving = new AbortController()
  const reads = Array.from({ length: 1000 }, () => store.get('v/s/l/0', signal))
  const left = store.get('v/s/l/0', leaving.signal)
  leaving.abort(new Error('enough'))
  await expect(left).rejects.toThrow('enough')
  await vi.advanceTimersByTimeAsync(10_000)
  expect(await Promise.all(reads)).toHaveLength(1000)
  expect(most).toBe(6)
})

test('what stands in the way is told with each answer, and that nothing does; of a doubt nothing is', async () => {
  const { connect, next } = makeFakeObjectStore()
  const told: [StoreProblem['kind'] | null, Way][] = []
  const store = heed(connect(), (found, way) => told.push([found?.kind ?? null, way]))
  next('get', 'forbidden')
  next('get', 'full')
  for (let n = 0; n < 3; n++) await store.get('v/s/l/0', signal).catch(() => {})
  next('create', 'lost')
  await store.create('v/s/l/0', Uint8Array.of(1), signal)
  await store.put('v/d/0', Uint8Array.of(1), signal)
  expect(told).toEqual([
    ['refused', 'read'],
    ['full', 'read'],
    [null, 'read'],
    [null, 'write'],
  ])
})
