import { expect, it } from 'vitest'
import type { StreamSnapshot } from '../../../../src/protocol/common.ts'
import { firstPlace, type Pending } from '../../../../src/sync/log-state.ts'
import { decodePicture } from '../../../../src/sync/picture.ts'
import type { SharedSession } from '../../../../src/worker/sync/session/shared-session.ts'
import type { SharedStorage } from '../../../../src/worker/sync/storage/shared-storage.ts'
import { makeSayText } from '../../../../src/worker/sync/text/say-text.ts'
import { type Fault, makeFakeObjectStore } from '../../../support/fake-object-store.ts'

const LOG = 'a'.repeat(32)
const KEY = `text/${LOG}/Laptop`
/** Ticks of an hour. */
const HOUR = 1800

/** Nothing is sealed here: what is asked for is how often, and what. */
const vault: SharedStorage['vault'] = {
  name: 'vault',
  keyOf: async (place) => Object.values(place).join('/'),
  prefixOf: async (kind) => `${kind}/`,
  seal: async (_, bytes) => bytes,
  open: async (_, bytes) => bytes,
}
const growing = (text: string): StreamSnapshot => ({
  ...{ cut: 3, attempt: 0, start: 1, way: 'asked', live: true },
  blocks: [{ index: 0, kind: 'text', text }],
})

/** A device that answers, as a run of it goes on. */
function makeLaptop() {
  const fake = makeFakeObjectStore()
  const doing = { busy: true, read: true, text: 'One', pending: null as Pending | null }
  const errors: unknown[] = []
  const session: Partial<SharedSession> = {
    row: () => ({ ...firstPlace(LOG, true), sessionId: 'here', epoch: 1, by: '', pending: doing.pending }),
    isBusy: () => doing.busy,
  }
  const said = makeSayText({
    storage: { store: fake.connect(), vault, device: { id: 'Laptop', name: 'Laptop' } },
    sessions: () => [session as SharedSession],
    others: { isRead: () => doing.read },
    streams: async () => [growing(doing.text)],
    report: (error) => errors.push(error),
  })
  /** So many ticks, each of which has time to come to its end. */
  const ticks = async (count: number, each: () => void = () => {}): Promise<void> => {
    for (let n = 0; n < count; n++) {
      each()
      said.tick()
      for (let turn = 0; turn < 12; turn++) await Promise.resolve()
    }
  }
  const shown = (): string | undefined => {
    const bytes = fake.objects.get(KEY)
    return bytes && decodePicture(bytes)?.[0]?.blocks[0]?.text
  }
  return { fake, doing, errors, ticks, shown, said }
}

it('an answer is shown while it grows and somebody reads it, and goes from there when nothing runs any more', async () => {
  const { fake, doing, errors, ticks, shown } = makeLaptop()
  doing.read = false
  await ticks(20)
  expect(fake.counts).toMatchObject({ put: 0, get: 0, remove: 0 })
  doing.read = true
  await ticks(1)
  expect(shown()).toBe('One')
  doing.text = 'One two'
  await ticks(3)
  expect(shown()).toBe('One two')
  // what stands still costs nothing
  const before = fake.counts.put
  await ticks(20)
  expect(fake.counts.put).toBe(before)
  doing.busy = false
  await ticks(3)
  expect(shown()).toBeUndefined()
  await ticks(20)
  expect(fake.counts).toMatchObject({ put: before, remove: 1 })
  expect(errors).toEqual([])
})

it('while a segment of the log is on its way the text waits', async () => {
  const { doing, ticks, shown } = makeLaptop()
  doing.pending = { id: 'p', kind: 'rows', to: 7 }
  await ticks(5)
  expect(shown()).toBeUndefined()
  doing.pending = null
  await ticks(1)
  expect(shown()).toBe('One')
})

it('an hour of growing text is at most 900 puts, and of long text far fewer; of what is longer than a picture may be the beginning is shown', async () => {
  const { fake, doing, ticks, shown } = makeLaptop()
  let n = 0
  await ticks(HOUR, () => {
    doing.text = `One ${n++}`
  })
  expect(fake.counts.put).toBeGreaterThan(800)
  expect(fake.counts.put).toBeLessThanOrEqual(HOUR / 2)
  const before = fake.counts.put
  await ticks(HOUR, () => {
    doing.text = `${'x'.repeat(90_000)}${n++}`
  })
  expect(fake.counts.put - before).toBeLessThanOrEqual(HOUR / 12 + 1)
  doing.text = 'y'.repeat(1_000_000)
  await ticks(20)
  expect(shown()).toBe('y'.repeat(100_000))
  const long = fake.counts.put
  await ticks(100, () => {
    doing.text += 'y'
  })
  expect(fake.counts.put).toBe(long)
})

it.each<Fault>(['lost', 'unreachable', 'forbidden', 'full', 'rate-limited', 'html'])(
  'a storage that fails (%s) is asked seldom and nobody is told; when it is there again, so is the text',
  async (fault) => {
    const { fake, doing, errors, ticks, shown } = makeLaptop()
    fake.chances({ [fault]: 1 })
    let n = 0
    const grow = () => {
      doing.text = `One ${n++}`
    }
    await ticks(HOUR, grow)
    expect(fake.counts.put).toBeLessThan(25)
    fake.chances({})
    await ticks(151, grow)
    expect(shown()).toMatch(/^One \d+$/)
    // what cannot be removed is left alone in the end
    fake.chances({ [fault]: 1 })
    doing.busy = false
    await ticks(HOUR)
    expect(fake.counts.remove).toBeLessThanOrEqual(4)
    expect(errors).toEqual([])
  },
)

it('what a worker that died had shown is removed by the next one when nothing runs any more', async () => {
  const { fake, doing, errors, ticks, said } = makeLaptop()
  fake.objects.set(KEY, new Uint8Array([1]))
  doing.read = false
  said.left(LOG)
  await ticks(5)
  // it goes on: what is shown is of use
  expect(fake.objects.has(KEY)).toBe(true)
  doing.busy = false
  await ticks(5)
  expect(fake.objects.has(KEY)).toBe(false)
  expect(errors).toEqual([])
})
