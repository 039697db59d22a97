import { expect, it, vi } from 'vitest'
import { type DueTask, keepDueTasks, tellDueTasks, wakeForRecurring } from '../../../src/pwa/recurring-due.ts'

const SCOPE = 'https://app.example/reflexor/'
const fakeCaches = () => {
  const held = new Map<string, Map<string, Response>>()
  return {
    has: async (name: string) => held.has(name),
    open: async (name: string) => {
      const cache = held.get(name) ?? new Map<string, Response>()
      held.set(name, cache)
      return {
        put: async (key: string, response: Response) => void cache.set(key, response),
        match: async (key: string) => cache.get(key)?.clone(),
      }
    },
  } as unknown as CacheStorage
}
const task = (id: string, at: number): DueTask => ({ id, sessionId: 's', task: `Task ${id}`, at })

it('a notification of a task came before it was due, came twice, or came although an open tab runs the task', async () => {
  const storage = fakeCaches()
  const shown: string[] = []
  const tell = (now: number, open = false) =>
    tellDueTasks(SCOPE, now, { isOpen: async () => open, show: async ({ id }) => void shown.push(id) }, storage)
  await tell(1000)
  await keepDueTasks(SCOPE, [task('a', 100), task('b', 200)], storage)
  await tell(99)
  await tell(150, true)
  expect(shown).toEqual([])
  await tell(150)
  await tell(160)
  expect(shown).toEqual(['a'])
  await keepDueTasks(SCOPE, [task('a', 300), task('b', 200)], storage)
  await tell(301)
  expect(shown).toEqual(['a', 'a', 'b'])
})

it('a browser is asked to wake up without a task, or its refusal breaks the start', async () => {
  const storage = fakeCaches()
  const register = vi.fn(() => Promise.reject(new DOMException('not installed', 'NotAllowedError')))
  const registration = { scope: SCOPE, periodicSync: { register } } as unknown as ServiceWorkerRegistration
  await wakeForRecurring(registration, storage)
  expect(register).not.toHaveBeenCalled()
  await keepDueTasks(SCOPE, [task('a', 1)], storage)
  await wakeForRecurring(registration, storage)
  expect(register).toHaveBeenCalledWith('recurring', { minInterval: 3_600_000 })
  await wakeForRecurring({ scope: SCOPE } as ServiceWorkerRegistration, storage)
})
