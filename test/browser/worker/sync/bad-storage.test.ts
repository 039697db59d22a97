import { expect, it, vi } from 'vitest'
import type { SessionItem } from '../../../../src/protocol/common.ts'
import type { Refusal } from '../../../../src/protocol/refusals.ts'
import { encodeSegment } from '../../../../src/sync/segment.ts'
import type { Vault } from '../../../../src/sync/vault.ts'
import { HALTED } from '../../../../src/worker/sync/session/refusals.ts'
import { randomId } from '../../../../src/worker/sync/storage/shared-storage.ts'
import type { FakeObjectStore } from '../../../support/fake-object-store.ts'
import { expectAtRest, makeDevices, newId, type TestDevice } from './devices.ts'
import { putLongLog } from './long-log.ts'

const PATIENT = { timeout: 25_000, interval: 20 }
type Bytes = Uint8Array<ArrayBuffer>
const noise = (first: number): Bytes => crypto.getRandomValues(new Uint8Array(2048)).fill(first, 0, 1)
type There = { storage: FakeObjectStore; vault: Vault; log: string; slot: number }

const segmentAt = async ({ storage, vault, log }: There, slot: number): Promise<Bytes> =>
  storage.objects.get(await vault.keyOf({ kind: 'segment', log, slot })) ?? new Uint8Array()
const sealed = async ({ vault, log, slot }: There, text: string): Promise<Bytes> =>
  vault.seal({ kind: 'segment', log, slot }, new TextEncoder().encode(text))
const written = (changes: object): string => {
  const plain = { id: randomId(), device: 'Desk', kind: 'take' as const, previous: 'f'.repeat(64), rows: [] }
  return JSON.stringify({ ...JSON.parse(new TextDecoder().decode(encodeSegment(plain))), ...changes })
}

/** What comes to stand in the slot that is next. */
const ATTACKS: [string, (there: There) => Promise<Bytes>, Refusal][] = [
  ['a segment cut in half', async (there) => (await segmentAt(there, 2)).slice(0, 500), HALTED.damaged],
  ['an older segment, put there by the owner of the storage', (there) => segmentAt(there, 2), HALTED.damaged],
  ['bytes of the owner of the storage', async () => noise(1), HALTED.damaged],
  // what no version of ours has sealed cannot be told from what one to come has: the words say both
  ['bytes that look as if of a version to come', async () => noise(200), HALTED.newer],
  [
    'rows of no kind that was ever known',
    (there) => sealed(there, written({ kind: 'rows', rows: [{ seq: 99 }] })),
    HALTED.damaged,
  ],
  ['a segment of a newer version', (there) => sealed(there, written({ format: 99 })), HALTED.newer],
]

/** A device that follows a log of the storage, level with it. */
async function follow() {
  const { storage, devices, vault } = await makeDevices(['Phone'])
  const [phone] = devices as [TestDevice]
  const { log, segments } = await putLongLog(storage.connect(), vault, { turns: 2, picture: null })
  phone.kill()
  await phone.begin()
  const session = await vi.waitFor(async () => {
    const found = await phone.sessionOf(log)
    expect((await phone.db.get('sync', found))?.next).toBe(segments)
    return found
  }, PATIENT)
  return { phone, session, there: { storage, vault, log, slot: segments } }
}
const put = async (there: There, bytes: Bytes): Promise<void> => {
  const { storage, vault, log, slot } = there
  storage.objects.set(await vault.keyOf({ kind: 'segment', log, slot }), bytes)
}
const lastItem = ({ published }: TestDevice, id: string): SessionItem | undefined =>
  published
    .flatMap((message) => (message.type === 'sessions-changed' ? message.sessions : []))
    .findLast((item) => item.id === id && 'lost' in item)
const name = (title: string) => ({ type: 'user-name-session' as const, title })

it.each(ATTACKS)(
  '%s is found by who would take the session: it is said in words, and nothing is taken, lost or written over',
  async (_, attack, why) => {
    const { phone, session, there } = await follow()
    const before = await phone.journal(session)
    const bytes = await attack(there)
    await put(there, bytes)
    expect(await phone.take(session)).toMatchObject({ type: 'refused', refusal: why })
    expect(await phone.tell(session, name('Mine'))).toMatchObject({ type: 'refused', refusal: why })
    expect(await phone.journal(session)).toEqual(before)
    expect(await segmentAt(there, there.slot)).toEqual(bytes)
    expect(await segmentAt(there, there.slot + 1)).toHaveLength(0)
  },
)

it.each(ATTACKS.filter(([what]) => /cut in half|newer/.test(what)))(
  '%s is found by who has the session: what was said stays here, the rest is refused in words, and nothing is written over',
  async (_, attack, why) => {
    const { phone, session, there } = await follow()
    expect(await phone.take(session)).toMatchObject({ type: 'acknowledged' })
    const { next: slot = 0 } = (await phone.db.get('sync', session)) ?? {}
    const after = { ...there, slot }
    const bytes = await attack(after)
    await put(after, bytes)
    expect(await phone.tell(session, name('Mine'))).toMatchObject({ type: 'acknowledged' })
    await vi.waitFor(
      async () => expect(await phone.tell(session, name('Again'))).toMatchObject({ type: 'refused', refusal: why }),
      PATIENT,
    )
    expect((await phone.journal(session)).map((input) => ('title' in input ? input.title : ''))).toContain('Mine')
    expect(await segmentAt(after, slot)).toEqual(bytes)
    expect(await segmentAt(after, slot + 1)).toHaveLength(0)
  },
)

it('a storage that was emptied gets nothing again before a person says so: the session works on here, and is shared again by a press', async () => {
  const { phone, session, there } = await follow()
  expect(await phone.take(session)).toMatchObject({ type: 'acknowledged' })
  phone.kill()
  there.storage.objects.clear()
  await phone.begin()
  const { vault, log, storage } = there
  const segments = (): string[] => [...storage.objects.keys()].filter((key) => key.includes('/s/'))
  await vi.waitFor(async () => expect((await phone.db.get('sync', session))?.emptied).toBe(true), PATIENT)
  await vi.waitFor(() => expect(lastItem(phone, session)).toMatchObject({ lost: 'all' }), PATIENT)
  expect(await phone.tell(session, name('Said without a storage'))).toMatchObject({ type: 'acknowledged' })
  expect(segments()).toEqual([])
  expect(await phone.share(session, true)).toMatchObject({ type: 'acknowledged' })
  await vi.waitFor(async () => {
    const head = await phone.db.get('sessions', session)
    expect(await phone.db.get('sync', session)).toMatchObject({ sent: head?.seq, pending: null, owner: true })
  }, PATIENT)
  await vi.waitFor(() => expect(lastItem(phone, session)).toMatchObject({ lost: null }), PATIENT)
  expect(storage.objects.has(await vault.keyOf({ kind: 'header' }))).toBe(true)
  expect((await segmentAt({ ...there, log }, 0)).length).toBeGreaterThan(0)
})

it('a take that the storage did not answer is said to go on by itself, as it does, and not to be tried again', async () => {
  const { phone, session } = await follow()
  phone.offline(true)
  expect(await phone.take(session)).toMatchObject({
    type: 'refused',
    refusal: { code: 'take-may-come' },
  })
  phone.offline(false)
  await vi.waitFor(async () => expect((await phone.db.get('sync', session))?.owner).toBe(true), PATIENT)
  expect(await phone.tell(session, name('Mine'))).toMatchObject({ type: 'acknowledged' })
})

it('a take that nobody answered for long does not come when the storage does, days later and unasked for: its person may have gone on elsewhere', async () => {
  const { phone, session, there } = await follow()
  const pressed = async (): Promise<void> => {
    phone.offline(true)
    expect(await phone.take(session)).toMatchObject({ type: 'refused' })
  }
  const olderBy = async (ms: number): Promise<void> => {
    phone.kill()
    const row = await phone.db.get('sync', session)
    if (row?.pending?.kind !== 'take') throw new Error('No take is pending.')
    await phone.db.put('sync', { ...row, takenAt: (row.takenAt ?? 0) - ms })
    phone.offline(false)
    await phone.begin()
  }
  await pressed()
  await olderBy(11 * 60_000)
  await vi.waitFor(async () => expect((await phone.db.get('sync', session))?.pending).toBeNull(), PATIENT)
  expect(await phone.db.get('sync', session)).toMatchObject({ owner: false, next: there.slot })
  expect(await segmentAt(there, there.slot)).toHaveLength(0)
  // one of a moment ago comes, also by the next worker
  await pressed()
  await olderBy(60_000)
  await vi.waitFor(async () => expect((await phone.db.get('sync', session))?.owner).toBe(true), PATIENT)
})

it('a take that nobody was heard to answer, and that stands in the log all the same, counts however late that is read', async () => {
  const { phone, session, there } = await follow()
  const slot = await there.vault.keyOf({ kind: 'segment', log: there.log, slot: there.slot })
  there.storage.next('create', 'doubtful', slot)
  // the take looks at the log first; nothing is heard from the moment on in which it arrives
  const { objects } = there.storage
  const arrive = objects.set.bind(objects)
  objects.set = (key, bytes) => {
    if (key === slot) there.storage.chances({ unreachable: 1 })
    return arrive(key, bytes)
  }
  expect(await phone.take(session)).toMatchObject({ type: 'refused' })
  expect((await segmentAt(there, there.slot)).length).toBeGreaterThan(0)
  phone.kill()
  const row = await phone.db.get('sync', session)
  if (row?.pending?.kind !== 'take') throw new Error('No take is pending.')
  await phone.db.put('sync', { ...row, takenAt: 1 })
  there.storage.chances({})
  await phone.begin()
  await vi.waitFor(async () => expect((await phone.db.get('sync', session))?.owner).toBe(true), PATIENT)
})

it('a take that the storage says it has kept, and has not, is none: no two devices have a session', async () => {
  const { phone, session, there } = await follow()
  there.storage.chances({ forgotten: 1 })
  expect(await phone.take(session)).toMatchObject({
    type: 'refused',
    refusal: { code: 'take-may-come' },
  })
  expect(await phone.db.get('sync', session)).toMatchObject({ owner: false, next: there.slot })
  expect(await segmentAt(there, there.slot)).toHaveLength(0)
  there.storage.chances({})
  await vi.waitFor(async () => expect((await phone.db.get('sync', session))?.owner).toBe(true), PATIENT)
  expect((await segmentAt(there, there.slot)).length).toBeGreaterThan(0)
})

it('a storage that says to have kept what it has not locks nobody out, and gets it again when it keeps something', async () => {
  const { phone, session, there } = await follow()
  expect(await phone.take(session)).toMatchObject({ type: 'acknowledged' })
  const place = async () => phone.db.get('sync', session)
  const taken = (await place())?.next ?? 0
  there.storage.chances({ forgotten: 1 })
  expect(await phone.tell(session, name('Lost there'))).toMatchObject({ type: 'acknowledged' })
  await vi.waitFor(async () => expect(await place()).toMatchObject({ next: taken + 1, pending: null }), PATIENT)
  for (let n = 0; n < 20; n++)
    expect(await phone.tell(session, name(`Said ${n}`))).toMatchObject({ type: 'acknowledged' })
  phone.kill()
  await phone.begin()
  expect(await phone.tell(session, name('After a reload'))).toMatchObject({ type: 'acknowledged' })
  there.storage.chances({})
  await vi.waitFor(async () => {
    const head = await phone.db.get('sessions', session)
    expect(await place()).toMatchObject({ sent: head?.seq, pending: null, owner: true })
  }, PATIENT)
  const { next = 0 } = (await place()) ?? {}
  for (let slot = 0; slot < next; slot++) expect((await segmentAt(there, slot)).length).toBeGreaterThan(0)
  expect(await phone.db.getAllKeys('sessions')).toEqual([session])
})

it('a segment that came cut in half once is read again, without a reload, and the session goes on where it was', async () => {
  const { storage, devices, vault } = await makeDevices(['Laptop', 'Phone'])
  const [laptop, phone] = devices as [TestDevice, TestDevice]
  const session = newId()
  await laptop.create(session)
  const said = { type: 'user-send-message', messageId: newId(), delivery: 'steer' } as const
  await laptop.tell(session, { ...said, content: [{ type: 'text', text: 'Hello' }] })
  const level = async (): Promise<{ log: string; slot: number; followed: string }> =>
    vi.waitFor(async () => {
      const { log = '', next: slot = 0, sent = 0 } = (await laptop.db.get('sync', session)) ?? {}
      await expectAtRest(laptop, session)
      expect(sent).toBe((await laptop.db.get('sessions', session))?.seq)
      const followed = await phone.sessionOf(log)
      expect((await phone.db.get('sync', followed))?.next).toBe(slot)
      return { log, slot, followed }
    }, PATIENT)
  const { log, slot, followed } = await level()
  phone.offline(true)
  expect(await laptop.tell(session, name('Renamed'))).toMatchObject({ type: 'acknowledged' })
  const there = { storage, vault, log, slot }
  const whole = await vi.waitFor(async () => {
    const bytes = await segmentAt(there, slot)
    expect(bytes.length).toBeGreaterThan(0)
    return bytes
  }, PATIENT)
  await put(there, whole.slice(0, whole.length / 2))
  phone.offline(false)
  expect(await phone.take(followed)).toMatchObject({ type: 'refused', refusal: HALTED.damaged })
  await put(there, whole)
  await vi.waitFor(async () => expect((await phone.db.get('sync', followed))?.next).toBeGreaterThan(slot), PATIENT)
  expect((await phone.journal(followed)).map((input) => ('title' in input ? input.title : ''))).toContain('Renamed')
  // what was said to be not taken is not taken behind anybody's back
  expect((await phone.db.get('sync', followed))?.owner).toBe(false)
  expect(await phone.take(followed)).toMatchObject({ type: 'acknowledged' })
})
