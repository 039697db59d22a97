import fc from 'fast-check'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { z } from 'zod'
import { startThread, type Thread, type ThreadEnd } from '../../../src/threads/thread.ts'

/** A platform's thread of which the test says what it does. */
class FakeThread {
  onmessage: ((event: { data: unknown }) => void) | null = null
  onmessageerror: (() => void) | null = null
  onerror: ((event: { preventDefault: () => void; message?: string }) => void) | null = null
  heard: unknown[] = []
  kills = 0
  postMessage = (message: unknown): void => void this.heard.push(message)
  terminate = (): void => void this.kills++
  says = (data: unknown): void => this.onmessage?.({ data })
  breaks = (message = ''): void => this.onerror?.({ preventDefault: () => {}, message })
}

beforeEach(() => void vi.useFakeTimers())
afterEach(() => void vi.useRealTimers())

function started(options: { limit?: number; signal?: AbortSignal } = {}) {
  const fake = new FakeThread()
  const said: number[] = []
  const ends: ThreadEnd[] = []
  let starts = 0
  const thread: Thread = startThread<number>({
    start: () => {
      starts++
      return fake as unknown as Worker
    },
    said: z.number(),
    onSaid: (value) => void said.push(value),
    onEnd: (end) => void ends.push(end),
    ...options,
  })
  return { thread, fake, said, ends, starts: () => starts }
}

it('a thread that is late is killed once, and what it says afterwards is not heard', () => {
  const { fake, said, ends, thread } = started({ limit: 100 })
  fake.says(1)
  vi.advanceTimersByTime(100)
  fake.says(2)
  fake.breaks()
  thread.say('anything')
  vi.advanceTimersByTime(1000)
  expect([said, ends, fake.kills, fake.heard]).toEqual([[1], [{ type: 'late' }], 1, []])
})

it('a thread that says something unreadable, breaks or cannot be understood is killed, and its owner hears why', () => {
  const unreadable = started()
  unreadable.fake.says('a word')
  const garbled = started()
  garbled.fake.onmessageerror?.()
  const broken = started()
  broken.fake.breaks('no such file')
  expect([unreadable, garbled, broken].map(({ ends, fake }) => [ends, fake.kills])).toEqual([
    [[{ type: 'unreadable' }], 1],
    [[{ type: 'unreadable' }], 1],
    [[{ type: 'broken', message: 'no such file' }], 1],
  ])
})

it('an abort kills it; one that came before starts nothing', () => {
  const controller = new AbortController()
  const { fake, ends } = started({ signal: controller.signal })
  controller.abort()
  expect([ends, fake.kills]).toEqual([[{ type: 'aborted' }], 1])
  const never = started({ signal: AbortSignal.abort() })
  never.thread.say('anything')
  expect([never.ends, never.starts(), never.fake.kills]).toEqual([[{ type: 'aborted' }], 0, 0])
})

it('its time can be given anew or taken away', () => {
  const { thread, ends } = started({ limit: 100 })
  vi.advanceTimersByTime(90)
  thread.giveTime(100)
  vi.advanceTimersByTime(90)
  thread.giveTime(null)
  vi.advanceTimersByTime(1_000_000)
  expect(ends).toEqual([])
  thread.giveTime(1)
  vi.advanceTimersByTime(1)
  expect(ends).toEqual([{ type: 'late' }])
})

it('whatever happens in whatever order: killed exactly once when it ends, its owner told at most once, nothing heard after', () => {
  const step = fc.constantFrom('says', 'lies', 'breaks', 'garbles', 'abort', 'end', 'wait', 'more', 'free')
  fc.assert(
    fc.property(fc.array(step, { maxLength: 12 }), (steps) => {
      const controller = new AbortController()
      const { thread, fake, said, ends } = started({ limit: 100, signal: controller.signal })
      let heard = 0
      for (const each of steps) {
        const wasAlive = fake.kills === 0
        if (each === 'says') {
          fake.says(1)
          heard += wasAlive ? 1 : 0
        } else if (each === 'lies') fake.says('no number')
        else if (each === 'breaks') fake.breaks()
        else if (each === 'garbles') fake.onmessageerror?.()
        else if (each === 'abort') controller.abort()
        else if (each === 'end') thread.end()
        else if (each === 'wait') vi.advanceTimersByTime(101)
        else if (each === 'more') thread.giveTime(100)
        else thread.giveTime(null)
        expect(said).toHaveLength(heard)
        expect(fake.kills).toBeLessThanOrEqual(1)
        expect(ends.length).toBeLessThanOrEqual(fake.kills)
      }
    }),
  )
})
