import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { makeStarts } from '../../../../src/worker/writer/starts.ts'

beforeEach(() => void vi.useFakeTimers())
afterEach(() => void vi.useRealTimers())

function setUp({ failing = Number.POSITIVE_INFINITY, mayWork = true } = {}) {
  const tries: number[] = []
  let told = 0
  const began = Date.now()
  const starts = makeStarts({
    start: async () => {
      tries.push(Date.now() - began)
      if (tries.length <= failing) throw new DOMException('read', 'UnknownError')
    },
    failed: () => {
      told += 1
      return mayWork
    },
  })
  return { starts, tries, told: () => told }
}

it('a session that could not be read for a moment starts by itself, and then is left alone', async () => {
  const { starts, tries, told } = setUp({ failing: 2 })
  starts.begin('s')
  await vi.advanceTimersByTimeAsync(600_000)
  expect(tries).toEqual([0, 1000, 3000])
  expect(told()).toBe(2)
})

it('one that still cannot be read is tried twice a minute, for as long as it takes', async () => {
  const { starts, tries } = setUp()
  starts.begin('s')
  await vi.advanceTimersByTimeAsync(151_000)
  expect(tries).toEqual([0, 1000, 3000, 7000, 15_000, 31_000, 61_000, 91_000, 121_000, 151_000])
})

it('"Save again" tries at once, and not twice while a try goes on', async () => {
  const { starts, tries } = setUp({ failing: 5 })
  starts.begin('s')
  await vi.advanceTimersByTimeAsync(10_000)
  expect(tries).toHaveLength(4)
  starts.retry()
  starts.retry()
  await vi.advanceTimersByTimeAsync(0)
  expect(tries).toEqual([0, 1000, 3000, 7000, 10_000])
  // and from then on as in the beginning
  await vi.advanceTimersByTimeAsync(600_000)
  expect(tries).toEqual([0, 1000, 3000, 7000, 10_000, 11_000])
  starts.retry()
  expect(tries).toHaveLength(6)
})

it('a damaged session is not tried again', async () => {
  const { starts, tries } = setUp({ mayWork: false })
  starts.begin('s')
  await vi.advanceTimersByTimeAsync(600_000)
  starts.retry()
  expect(tries).toEqual([0])
})

it('one begun twice at once goes on as one, the first try as it was asked for', async () => {
  const { starts, tries } = setUp()
  const first = vi.fn().mockRejectedValue(new DOMException('read', 'UnknownError'))
  starts.begin('s', first)
  starts.begin('s', first)
  await vi.advanceTimersByTimeAsync(1000)
  expect(first).toHaveBeenCalledTimes(2)
  expect(tries).toEqual([1000])
})

it('a writer that has stopped starts nothing and says nothing more', async () => {
  const { starts, tries, told } = setUp()
  starts.begin('s')
  await vi.advanceTimersByTimeAsync(3000)
  starts.retry()
  starts.stop()
  await vi.advanceTimersByTimeAsync(600_000)
  expect(tries).toEqual([0, 1000, 3000, 3000])
  expect(told()).toBe(3)
})
