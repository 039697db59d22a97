import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { firstPlace } from '../../../../src/sync/log-state.ts'
import { listen } from '../../../../src/worker/sync/listen.ts'
import { makeNotes } from '../../../../src/worker/sync/notes.ts'
import type { SharedSession } from '../../../../src/worker/sync/shared-session.ts'
import type { SharedStorage } from '../../../../src/worker/sync/shared-storage.ts'
import { makeFakeObjectStore } from '../../../support/fake-object-store.ts'

const HOUR = 3_600_000
const LOG = 'a'.repeat(32)
beforeEach(() => void vi.useFakeTimers())
afterEach(() => void vi.useRealTimers())

/** Nothing is sealed here: timers that a test moves on do not wait for real cryptography. */
const vault: SharedStorage['vault'] = {
  name: 'vault',
  keyOf: async (place) => Object.values(place).join('/'),
  prefixOf: async (kind) => `${kind}/`,
  seal: async (_, bytes) => bytes,
  open: async (_, bytes) => bytes,
}

/** A device with one session, which it has or follows. */
function makeDevice(objects: ReturnType<typeof makeFakeObjectStore>, name: string, owner: boolean) {
  const storage = { store: objects.connect(), vault, device: { id: name, name } }
  const doing = { busy: false, shown: false }
  const row = { ...firstPlace(LOG, owner), next: 5, sessionId: name, epoch: 1, by: '' }
  const session: Partial<SharedSession> = {
    row: () => row,
    isBusy: () => doing.busy,
    isWaiting: () => false,
    wake: () => {},
    slept: () => {},
    named: () => {},
  }
  const removed = vi.fn()
  const listening = listen({
    ...{ storage, sessions: () => [session as SharedSession], removed },
    found: async () => {},
    seen: () => {},
    asked: async ({ id }) => ({ id, refused: null }),
    lends: () => undefined,
    heard: () => {},
    isShown: () => doing.shown,
    report: (error) => {
      throw error
    },
  })
  return { storage, doing, removed, listening }
}
const requests = ({ counts }: ReturnType<typeof makeFakeObjectStore>): number =>
  Object.values(counts).reduce((sum, count) => sum + count, 0)

it('two devices at rest ask the storage for little in an hour; one at work is heard within a minute', async () => {
  const objects = makeFakeObjectStore()
  const laptop = makeDevice(objects, 'Laptop', true)
  const phone = makeDevice(objects, 'Phone', false)
  await vi.advanceTimersByTimeAsync(10 * 60_000)
  const before = requests(objects)
  await vi.advanceTimersByTimeAsync(HOUR)
  const atRest = (requests(objects) - before) / 2
  // one look a minute: at the other's note, and now and then for a new device; once an hour it says that it is there
  expect(atRest).toBeGreaterThan(60)
  expect(atRest).toBeLessThan(100)

  laptop.doing.busy = true
  const began = Date.now()
  while ((phone.listening.seen(LOG) ?? 0) < began && Date.now() - began < 200_000)
    await vi.advanceTimersByTimeAsync(1000)
  expect(Date.now() - began).toBeLessThan(70_000)
  const atWork = requests(objects)
  await vi.advanceTimersByTimeAsync(HOUR)
  const perHour = (requests(objects) - atWork) / 2
  expect(perHour).toBeLessThan(2200)
  console.info(
    `requests of one device in an hour: at rest ${atRest}, at work or looking on ${perHour}, without those of the log`,
  )
  // a page that shows what goes on is told of at once, and then once a minute
  phone.doing.shown = true
  const shown = requests(objects)
  await vi.advanceTimersByTimeAsync(HOUR)
  const more = (requests(objects) - shown) / 2 - perHour
  expect(laptop.listening.isRead(LOG)).toBe(true)
  expect(more).toBeLessThan(150)
  console.info(`and while its page shows it ${more} more, without those of the text`)
  laptop.listening.stop()
  phone.listening.stop()
})

it('that a page shows a session is believed for as long as its device is heard to say so', async () => {
  const objects = makeFakeObjectStore()
  const laptop = makeDevice(objects, 'Laptop', true)
  const phone = makeDevice(objects, 'Phone', false)
  laptop.doing.busy = true
  await vi.advanceTimersByTimeAsync(120_000)
  expect(phone.listening.ownerOf(LOG)).toBe('Laptop')
  expect(laptop.listening.isRead(LOG)).toBe(false)
  phone.doing.shown = true
  await vi.advanceTimersByTimeAsync(15_000)
  expect(laptop.listening.isRead(LOG)).toBe(true)
  phone.doing.shown = false
  await vi.advanceTimersByTimeAsync(15_000)
  expect(laptop.listening.isRead(LOG)).toBe(false)
  phone.doing.shown = true
  await vi.advanceTimersByTimeAsync(10 * 60_000)
  expect(laptop.listening.isRead(LOG)).toBe(true)
  // it is closed, and its note says what it said last
  phone.listening.stop()
  await vi.advanceTimersByTimeAsync(200_000)
  expect(laptop.listening.isRead(LOG)).toBe(false)
  laptop.listening.stop()
})

it('a device learns that another has removed it, also when it has nothing to say', async () => {
  const objects = makeFakeObjectStore()
  const laptop = makeDevice(objects, 'Laptop', true)
  const phone = makeDevice(objects, 'Phone', false)
  await vi.advanceTimersByTimeAsync(60_000)
  expect(phone.removed).not.toHaveBeenCalled()
  await makeNotes(laptop.storage).remove('Phone', new AbortController().signal)
  await vi.advanceTimersByTimeAsync(6 * 60_000)
  expect(phone.removed).toHaveBeenCalled()
  expect(laptop.removed).not.toHaveBeenCalled()
  laptop.listening.stop()
  phone.listening.stop()
})

it('a device at rest to which its person comes back knows at once what another is at, not within a minute', async () => {
  const objects = makeFakeObjectStore()
  const laptop = makeDevice(objects, 'Laptop', true)
  const phone = makeDevice(objects, 'Phone', false)
  await vi.advanceTimersByTimeAsync(30 * 60_000)
  laptop.doing.busy = true
  await vi.advanceTimersByTimeAsync(5000)
  const began = Date.now()
  expect(phone.listening.seen(LOG) ?? 0).toBeLessThan(began - 5000)
  phone.listening.look()
  await vi.advanceTimersByTimeAsync(1000)
  expect(phone.listening.seen(LOG)).toBeGreaterThanOrEqual(began)
  // pressed again and again it asks no more often than it may
  const before = requests(objects)
  for (let n = 0; n < 50; n++) phone.listening.look()
  await vi.advanceTimersByTimeAsync(1000)
  expect(requests(objects) - before).toBeLessThan(10)
  laptop.listening.stop()
  phone.listening.stop()
})
