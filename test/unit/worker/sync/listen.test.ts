import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { firstPlace } from '../../../../src/sync/log-state.ts'
import type { ObjectStore } from '../../../../src/sync/object-store.ts'
import { rest } from '../../../../src/sync/rest.ts'
import { type Clocks, makeClocks } from '../../../../src/worker/sync/devices/clocks.ts'
import { listen } from '../../../../src/worker/sync/devices/listen.ts'
import { makeNotes } from '../../../../src/worker/sync/devices/notes.ts'
import type { SharedSession } from '../../../../src/worker/sync/session/shared-session.ts'
import type { SharedStorage } from '../../../../src/worker/sync/storage/shared-storage.ts'
import { makeFakeObjectStore } from '../../../support/fake-object-store.ts'
import { isLong, runs } from '../../../support/runs.ts'

const HOUR = 3_600_000
const LOG = 'a'.repeat(32)
beforeEach(() => {
  vi.useFakeTimers()
  // time limits by the clock that a test moves on
  vi.spyOn(AbortSignal, 'timeout').mockImplementation((ms) => {
    const ending = new AbortController()
    setTimeout(() => ending.abort(new DOMException('', 'TimeoutError')), ms)
    return ending.signal
  })
})
afterEach(() => {
  vi.restoreAllMocks()
  vi.useRealTimers()
})

/** Nothing is sealed here: timers that a test moves on do not wait for real cryptography. */
const vault: SharedStorage['vault'] = {
  name: 'vault',
  keyOf: async (place) => Object.values(place).join('/'),
  prefixOf: async (kind) => `${kind}/`,
  seal: async (_, bytes) => bytes,
  open: async (_, bytes) => bytes,
}

/** Each request takes so many ms; one that is given up does not wait for its answer. */
function answeringLate(store: ObjectStore, ms: number): ObjectStore {
  const late =
    <Asked extends unknown[], Value>(ask: (...asked: Asked) => Promise<Value>) =>
    async (...asked: Asked): Promise<Value> => {
      await rest(ms, asked.find((each) => each instanceof AbortSignal) ?? new AbortController().signal)
      return ask(...asked)
    }
  const { create, get, list, put, remove, watch } = store
  return {
    ...{ create: late(create), get: late(get), list: late(list), put: late(put), remove: late(remove), watch },
  }
}

/** A device with one session, which it has or follows. */
function makeDevice(
  objects: ReturnType<typeof makeFakeObjectStore>,
  name: string,
  owner: boolean,
  clocks = makeClocks(),
  late = 0,
) {
  const store = late === 0 ? objects.connect() : answeringLate(objects.connect(), late)
  const storage = { store, vault, device: { id: name, name }, clocks }
  const doing = { busy: false, shown: false }
  const row = { ...firstPlace(LOG, owner), next: 5, sessionId: name, epoch: 1, by: '' }
  const doubted = vi.fn()
  const conflict = vi.fn()
  const session: Partial<SharedSession> = {
    row: () => row,
    isBusy: () => doing.busy,
    isWaiting: () => false,
    wake: () => {},
    slept: () => {},
    doubted,
    conflict,
    named: () => {},
  }
  const removed = vi.fn()
  const reported = vi.fn()
  const listening = listen({
    ...{ storage, sessions: () => [session as SharedSession], removed },
    found: async () => {},
    seen: () => {},
    asked: async ({ id }) => ({ id, refused: null }),
    lends: () => undefined,
    heard: () => {},
    isShown: () => doing.shown,
    report: reported,
  })
  return { storage, doing, row, doubted, conflict, removed, reported, listening, puts: vi.spyOn(store, 'put') }
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

it('a storage that was set back while all devices are at rest was found out by none: a note that is older than before says so', async () => {
  const objects = makeFakeObjectStore()
  const laptop = makeDevice(objects, 'Laptop', true)
  const phone = makeDevice(objects, 'Phone', false)
  await vi.advanceTimersByTimeAsync(120_000)
  const backup = new Map(objects.objects)
  for (const { row } of [laptop, phone]) row.next = 9
  await vi.advanceTimersByTimeAsync(10 * 60_000)
  for (const { doubted } of [laptop, phone]) doubted.mockClear()
  for (const [key, bytes] of backup) objects.objects.set(key, bytes)
  await vi.advanceTimersByTimeAsync(30 * 60_000)
  expect(phone.doubted).toHaveBeenCalled()
  // by its own note and by the other one, each once
  expect(phone.doubted.mock.calls.length).toBeLessThanOrEqual(2)
  const calls = phone.doubted.mock.calls.length
  await vi.advanceTimersByTimeAsync(HOUR)
  expect(phone.doubted.mock.calls.length).toBe(calls)
  laptop.listening.stop()
  phone.listening.stop()
})

it('a device that finds the log shorter than its owner says so, and the owner looks: once, and not while the log grows', async () => {
  const objects = makeFakeObjectStore()
  const laptop = makeDevice(objects, 'Laptop', true)
  const phone = makeDevice(objects, 'Phone', false)
  laptop.doing.busy = true
  for (let n = 0; n < 40; n++) {
    laptop.row.next += 1
    phone.row.next = laptop.row.next - 1
    await vi.advanceTimersByTimeAsync(5000)
  }
  expect(laptop.doubted).not.toHaveBeenCalled()
  laptop.doing.busy = false
  phone.row.next = 2
  await vi.advanceTimersByTimeAsync(HOUR / 2)
  expect(laptop.doubted).toHaveBeenCalledTimes(1)
  laptop.listening.stop()
  phone.listening.stop()
})

it('a log that was found shorter while its owner was at work was looked at neither then nor when that had come to rest', async () => {
  const objects = makeFakeObjectStore()
  const laptop = makeDevice(objects, 'Laptop', true)
  const phone = makeDevice(objects, 'Phone', false)
  laptop.doing.busy = true
  phone.row.next = 1
  // one long answer
  await vi.advanceTimersByTimeAsync(120_000)
  expect(laptop.doubted).toHaveBeenCalledTimes(1)
  laptop.row.next += 1
  laptop.doing.busy = false
  await vi.advanceTimersByTimeAsync(10 * 60_000)
  expect(laptop.doubted).toHaveBeenCalledTimes(2)
  // nothing is new
  await vi.advanceTimersByTimeAsync(HOUR)
  expect(laptop.doubted).toHaveBeenCalledTimes(2)
  laptop.listening.stop()
  phone.listening.stop()
})

it('two devices that both had a session at rest, as far as each other and in different logs, never found out', async () => {
  const objects = makeFakeObjectStore()
  const devices = ['Laptop', 'Phone'].map((name) => makeDevice(objects, name, true))
  for (const [n, { row }] of devices.entries()) row.previous = `${n}`.repeat(64)
  await vi.advanceTimersByTimeAsync(10 * 60_000)
  for (const { conflict } of devices) expect(conflict).toHaveBeenCalledTimes(1)
  // a device that is gone says so for good
  await vi.advanceTimersByTimeAsync(HOUR)
  for (const { conflict } of devices) expect(conflict).toHaveBeenCalledTimes(1)
  // and again, in other logs
  for (const [n, { row }] of devices.entries()) row.previous = `${n + 2}`.repeat(64)
  await vi.advanceTimersByTimeAsync(2 * HOUR)
  for (const { conflict } of devices) expect(conflict).toHaveBeenCalledTimes(2)
  for (const { listening } of devices) listening.stop()
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

it('a device with very many sessions at rest looks at few of them at once when it begins, wakes, or its person comes back, and at all in time', async () => {
  const count = runs(130, 1000)
  const objects = makeFakeObjectStore()
  const storage = { store: objects.connect(), vault, device: { id: 'Phone', name: 'Phone' } }
  const woken = new Map<string, number>()
  const woke = (): number => [...woken.values()].reduce((sum, times) => sum + times, 0)
  const sessions = Array.from({ length: count }, (_, n) => {
    const row = { ...firstPlace(`log-${n}`, n % 2 === 0), next: 5, sessionId: `s${n}`, epoch: 1, by: '' }
    const session: Partial<SharedSession> = {
      row: () => row,
      isBusy: () => false,
      isWaiting: () => false,
      wake: () => void woken.set(row.sessionId, (woken.get(row.sessionId) ?? 0) + 1),
      slept: () => {},
    }
    return session as SharedSession
  })
  const listening = listen({
    ...{ storage, sessions: () => sessions, removed: () => {}, found: async () => {}, seen: () => {} },
    ...{ asked: async () => null, lends: () => undefined, heard: () => {}, isShown: (id) => id === 's1' },
    report: (error) => {
      throw error
    },
  })
  listening.lookRound()
  await vi.advanceTimersByTimeAsync(1000)
  expect(woke()).toBeLessThanOrEqual(20)
  await vi.advanceTimersByTimeAsync(2000)
  const before = woke()
  listening.look()
  await vi.advanceTimersByTimeAsync(0)
  // the one that is shown
  expect(woke()).toBe(before + 1)
  // the lid was closed for a day
  vi.setSystemTime(Date.now() + 24 * HOUR)
  await vi.advanceTimersByTimeAsync(2000)
  expect(woke() - before).toBeLessThanOrEqual(25)
  await vi.advanceTimersByTimeAsync((count * 2 * HOUR) / 1000)
  expect(woken.size).toBe(count)
  listening.stop()
})

it('who looks at what another device has hears within 20 s that it is at work again, not within a minute', async () => {
  const objects = makeFakeObjectStore()
  const laptop = makeDevice(objects, 'Laptop', true)
  const phone = makeDevice(objects, 'Phone', false)
  phone.doing.shown = true
  await vi.advanceTimersByTimeAsync(30 * 60_000)
  laptop.doing.busy = true
  // it says so at its own next look; the log's machine wakes it at once
  laptop.listening.stir()
  const began = Date.now()
  while ((phone.listening.seen(LOG) ?? 0) < began && Date.now() - began < 200_000)
    await vi.advanceTimersByTimeAsync(1000)
  expect(Date.now() - began).toBeLessThanOrEqual(20_000)
  const before = requests(objects)
  laptop.doing.busy = false
  await vi.advanceTimersByTimeAsync(HOUR)
  const atRest = requests(objects) - before
  expect(atRest).toBeLessThan(700)
  console.info(`requests of both in an hour, of which one looks on and nothing happens: ${atRest}`)
  laptop.listening.stop()
  phone.listening.stop()
})

it('a device that was there a month ago is not seen just now, nor one whose clock is days ahead at a moment that has not come', async () => {
  const objects = makeFakeObjectStore()
  const began = Date.now()
  const laptop = makeDevice(objects, 'Laptop', true)
  await vi.advanceTimersByTimeAsync(10_000)
  laptop.listening.stop()
  await vi.advanceTimersByTimeAsync(30 * 24 * HOUR)
  const phone = makeDevice(objects, 'Phone', false)
  await vi.advanceTimersByTimeAsync(10_000)
  expect(phone.listening.seen(LOG)).toBeGreaterThanOrEqual(began)
  expect(phone.listening.seen(LOG)).toBeLessThan(began + 10_000)
  phone.listening.stop()

  // of a clock that is ahead nobody knows when that was; as soon as it does something, it is known by the clock here
  const [there] = [...objects.objects].filter(([key]) => key.startsWith('note/')).map(([, bytes]) => bytes)
  const note = JSON.parse(new TextDecoder().decode(there))
  const says = (changes: object) =>
    objects.objects.set('note/0', new TextEncoder().encode(JSON.stringify({ ...note, ...changes })))
  says({ at: Date.now() + 72 * HOUR })
  const tablet = makeDevice(objects, 'Tablet', false)
  await vi.advanceTimersByTimeAsync(10_000)
  expect(tablet.listening.seen(LOG)).toBeNull()
  const now = Date.now()
  says({ at: now + 72 * HOUR, beat: note.beat + 1 })
  await vi.advanceTimersByTimeAsync(70_000)
  expect(tablet.listening.seen(LOG)).toBeGreaterThanOrEqual(now)
  expect(tablet.listening.seen(LOG)).toBeLessThanOrEqual(Date.now())
})

it.each([-3, 3])(
  'a device whose clock is %d days off and that was heard at work is not said, after a reload, to have been seen days ago, nor never',
  async (days) => {
    const objects = makeFakeObjectStore()
    const laptop = makeDevice(objects, 'Laptop', true)
    await vi.advanceTimersByTimeAsync(10_000)
    laptop.listening.stop()
    const [there] = [...objects.objects].filter(([key]) => key.startsWith('note/')).map(([, bytes]) => bytes)
    const note = JSON.parse(new TextDecoder().decode(there))
    const says = (beat: number) => {
      const changed = { ...note, at: Date.now() + days * 24 * HOUR, beat }
      objects.objects.set('note/0', new TextEncoder().encode(JSON.stringify(changed)))
    }
    says(1)
    let kept: Record<string, number> = {}
    const keep = (known: Record<string, number>) => {
      kept = known
    }
    const clocks = (): Clocks => makeClocks(kept, keep)
    const phone = makeDevice(objects, 'Phone', false, clocks())
    await vi.advanceTimersByTimeAsync(10_000)
    says(2)
    await vi.advanceTimersByTimeAsync(70_000)
    phone.listening.stop()
    await vi.advanceTimersByTimeAsync(HOUR)
    says(3)
    const at = Date.now()
    await vi.advanceTimersByTimeAsync(2 * HOUR)
    const again = makeDevice(objects, 'Phone', false, clocks())
    await vi.advanceTimersByTimeAsync(10_000)
    const seen = again.listening.seen(LOG) ?? 0
    again.listening.stop()
    // as exactly as the note was heard that told it
    expect(Math.abs(seen - at)).toBeLessThan(2 * 60_000)
  },
)

it('a storage that takes 9 s for each answer: devices at work hear of each other, and what one asks is answered', async () => {
  const objects = makeFakeObjectStore()
  const laptop = makeDevice(objects, 'Laptop', true, makeClocks(), 9000)
  const phone = makeDevice(objects, 'Phone', false, makeClocks(), 9000)
  const tablet = makeDevice(objects, 'Tablet', false, makeClocks(), 9000)
  laptop.doing.busy = true
  phone.doing.shown = true
  await vi.advanceTimersByTimeAsync(4 * 60_000)
  const heard = vi.fn()
  void phone.listening.ask({ id: 'allow', log: LOG }, 75_000).then(heard)
  await vi.advanceTimersByTimeAsync(80_000)
  expect(heard).toHaveBeenCalledWith({ id: 'allow', refused: null })
  expect(laptop.listening.isRead(LOG)).toBe(true)
  for (const { reported } of [laptop, phone, tablet]) expect(reported).not.toHaveBeenCalled()
  for (const { listening } of [laptop, phone, tablet]) listening.stop()
})

it('a device that is removed while it writes its note is removed: its own word does not take that back', async () => {
  const objects = makeFakeObjectStore()
  const laptop = makeDevice(objects, 'Laptop', true)
  const phone = makeDevice(objects, 'Phone', false, makeClocks(), 2000)
  await vi.advanceTimersByTimeAsync(60_000)
  phone.doing.shown = true
  laptop.doing.busy = true
  await vi.advanceTimersByTimeAsync(5000)
  // it has read its note, which says nothing of a removal, and writes it
  const removing = phone.puts.mock.calls.length
  while (phone.puts.mock.calls.length === removing) await vi.advanceTimersByTimeAsync(100)
  await makeNotes(laptop.storage).remove('Phone', new AbortController().signal)
  await vi.advanceTimersByTimeAsync(6 * 60_000)
  expect(phone.removed).toHaveBeenCalled()
  laptop.listening.stop()
  phone.listening.stop()
})

it('of more shared sessions than a note has room for the rest never reached a new device, nor was it told that one of them is at work', async () => {
  const [count, room] = isLong ? [1300, {}] : [130, { mostSaid: 100 }]
  const objects = makeFakeObjectStore()
  const atWork = { log: '' }
  const begin = (name: string, count: number) => {
    const store = objects.connect()
    const found: string[] = []
    const sessions = Array.from({ length: count }, (_, n) => {
      const row = {
        ...firstPlace(n.toString(16).padStart(32, '0'), true),
        next: 5,
        sessionId: `s${n}`,
        epoch: 1,
        by: '',
      }
      const session: Partial<SharedSession> = {
        row: () => row,
        isBusy: () => row.log === atWork.log,
        isWaiting: () => false,
        wake: () => {},
        slept: () => {},
        named: () => {},
      }
      return session as SharedSession
    })
    const listening = listen({
      ...{
        storage: { store, vault, device: { id: name, name }, clocks: makeClocks(), ...room },
        sessions: () => sessions,
      },
      ...{ found: async (log: string) => void found.push(log), seen: () => {}, asked: async () => null },
      ...{ lends: () => undefined, heard: () => {}, isShown: () => false, removed: () => {} },
      report: (error) => {
        throw error
      },
    })
    return { listening, found, sessions, puts: vi.spyOn(store, 'put') }
  }
  const laptop = begin('Laptop', count)
  await vi.advanceTimersByTimeAsync(60_000)
  const phone = begin('Phone', 0)
  const puts = laptop.puts.mock.calls.length
  await vi.advanceTimersByTimeAsync(2 * HOUR)
  expect(phone.found.length).toBe(count)
  // it has written no more often than a device at rest does
  expect(laptop.puts.mock.calls.length - puts).toBeLessThanOrEqual(3)
  atWork.log = laptop.sessions[3]?.row().log ?? ''
  await vi.advanceTimersByTimeAsync(120_000)
  expect(phone.listening.isAlive(atWork.log)).toBe(true)
  laptop.listening.stop()
  phone.listening.stop()
})

it('a device whose clock was set back seemed gone: it wrote its note no more until that clock had caught up', async () => {
  const objects = makeFakeObjectStore()
  const laptop = makeDevice(objects, 'Laptop', true)
  laptop.doing.busy = true
  await vi.advanceTimersByTimeAsync(60_000)
  vi.setSystemTime(Date.now() - 2 * HOUR)
  laptop.puts.mockClear()
  await vi.advanceTimersByTimeAsync(10 * 60_000)
  expect(laptop.puts.mock.calls.length).toBeGreaterThan(30)
  laptop.listening.stop()
})

it('a storage that was set back to before a device had a note is found out by that device, and by all who had read it', async () => {
  const objects = makeFakeObjectStore()
  const laptop = makeDevice(objects, 'Laptop', true)
  await vi.advanceTimersByTimeAsync(120_000)
  const backup = new Map(objects.objects)
  const phone = makeDevice(objects, 'Phone', false)
  await vi.advanceTimersByTimeAsync(10 * 60_000)
  for (const { doubted } of [laptop, phone]) doubted.mockClear()
  objects.objects.clear()
  for (const [key, bytes] of backup) objects.objects.set(key, bytes)
  await vi.advanceTimersByTimeAsync(30 * 60_000)
  for (const { doubted } of [laptop, phone]) {
    expect(doubted).toHaveBeenCalled()
    expect(doubted.mock.calls.length).toBeLessThanOrEqual(2)
  }
  laptop.listening.stop()
  phone.listening.stop()
})
