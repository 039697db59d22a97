import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { throttled } from '../../../../src/worker/ports/throttle.ts'

beforeEach(() => void vi.useFakeTimers())
afterEach(() => void vi.useRealTimers())

it('a tool that reports all the time is heard ten times a second, its last word always', async () => {
  const heard: string[] = []
  const say = throttled(100, (key: string, text: string) => void heard.push(`${key}${text}`))
  for (let n = 0; n < 100; n++) {
    say('a', String(n))
    await vi.advanceTimersByTimeAsync(10)
  }
  say('b', '0')
  await vi.advanceTimersByTimeAsync(500)
  expect(heard[0]).toBe('a0')
  expect(heard).toContain('a99')
  expect(heard).toContain('b0')
  expect(heard.length).toBeLessThanOrEqual(13)
  say('a', 'again')
  expect(heard.at(-1)).toBe('aagain')
})
