import { createRoot } from 'solid-js'
import { expect, it, vi } from 'vitest'
import { createKeepAwake } from '../../../src/ui/base/notifications/keep-awake.ts'

it('a page that came into sight while its first lock was being asked for kept the screen on for good', async () => {
  const held = new Set<object>()
  const asked: (() => void)[] = []
  const request = vi.spyOn(navigator.wakeLock, 'request').mockImplementation(
    () =>
      new Promise((resolve) => {
        asked.push(() => {
          const lock = { release: async () => void held.delete(lock) }
          held.add(lock)
          resolve(lock as WakeLockSentinel)
        })
      }),
  )
  const letSleep = createRoot((dispose) => {
    createKeepAwake(() => true)
    return dispose
  })
  document.dispatchEvent(new Event('visibilitychange'))
  expect(asked).toHaveLength(2)
  for (const grant of asked) grant()
  await expect.poll(() => held.size).toBe(1)
  letSleep()
  await expect.poll(() => held.size).toBe(0)
  request.mockRestore()
})
