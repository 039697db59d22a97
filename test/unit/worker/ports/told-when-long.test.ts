import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { toldWhenLong } from '../../../../src/worker/ports/told-when-long.ts'

beforeEach(() => void vi.useFakeTimers())
afterEach(() => void vi.useRealTimers())

const after = (ms: number, ending: 'done' | 'failed') => () =>
  new Promise<string>((resolve, reject) =>
    setTimeout(() => (ending === 'done' ? resolve('done') : reject(new Error('failed'))), ms),
  )

it('what answers soon is not told of', async () => {
  const told: boolean[] = []
  const result = toldWhenLong(after(100, 'done'), (waiting) => void told.push(waiting))
  await vi.advanceTimersByTimeAsync(5000)
  expect(await result).toBe('done')
  expect(told).toEqual([])
})

it.each(['done', 'failed'] as const)('a long wait is told, and its end: %s', async (ending) => {
  const told: boolean[] = []
  const result = toldWhenLong(after(3000, ending), (waiting) => void told.push(waiting)).catch((error) => error.message)
  await vi.advanceTimersByTimeAsync(2000)
  expect(told).toEqual([true])
  await vi.advanceTimersByTimeAsync(2000)
  expect(await result).toBe(ending)
  expect(told).toEqual([true, false])
})
