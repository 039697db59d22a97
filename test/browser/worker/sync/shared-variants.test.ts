import { expect, it, vi } from 'vitest'
import { conversationOf } from '../../../../src/storage/archive/black-box.ts'
import { StoreFailure } from '../../../../src/sync/object-store.ts'
import { familyLines } from '../../../../src/ui/base/state/variants.ts'
import { variantsAt } from '../../../../src/ui/conversation/branches/variants-at.ts'
import { SESSION_HANDLERS } from '../../../../src/worker/requests/sessions.ts'
import { namesHere } from '../../../../src/worker/sync/session/same-name.ts'
import { expectAtRest, makeDevices, newId, type TestDevice } from './devices.ts'

const PATIENT = { timeout: 25_000, interval: 50 }

/** As a page names a session. */
const pageId = (): string => crypto.randomUUID()
async function say(device: TestDevice, sessionId: string, text: string): Promise<void> {
  const content = [{ type: 'text' as const, text }]
  const message = { type: 'user-send-message' as const, messageId: newId(), content, delivery: 'steer' as const }
  expect(await device.tell(sessionId, message)).toMatchObject({ outcome: 'committed' })
  await vi.waitFor(() => expectAtRest(device, sessionId), PATIENT)
}
/** A person edits the message that is row `count`. */
async function edit(device: TestDevice, from: string, count: number, text: string): Promise<string> {
  const sessionId = pageId()
  const order = { kind: 'branch-session' as const, sessionId, from, at: { count }, variant: true }
  expect(await device.writer().run(newId(), order)).toMatchObject({ outcome: 'committed' })
  await say(device, sessionId, text)
  return sessionId
}
const asListed = ({ db }: TestDevice) => SESSION_HANDLERS['list-sessions']({ kind: 'list-sessions' }, { db } as never)
const namesOf = async (device: TestDevice): Promise<string[]> => (await asListed(device)).map(({ id }) => id).sort()
/** Both have all of these, to the last row. */
const haveAll = (devices: readonly TestDevice[], sessionIds: readonly string[]) =>
  vi.waitFor(async () => {
    const sorted = [...sessionIds].sort()
    for (const device of devices) expect(await namesOf(device)).toEqual(sorted)
    const [one, ...others] = devices as [TestDevice, ...TestDevice[]]
    for (const id of sorted) {
      const journal = await one.journal(id)
      for (const other of others) expect(await other.journal(id)).toEqual(journal)
    }
  }, PATIENT)
/** Where a page of this device can go at row `n` of a session. */
async function switchAt(device: TestDevice, sessionId: string, n: number) {
  const sessions = await asListed(device)
  return variantsAt(familyLines(sessions, sessionId), sessionId, n)?.sessions.toSorted() ?? []
}

it('the variants of a conversation were strangers to each other on another device: they are one conversation there, and so are those that are made there', async () => {
  const { devices } = await makeDevices(['Laptop', 'Phone', 'Desk'])
  const [laptop, phone, desk] = devices as [TestDevice, TestDevice, TestDevice]
  const [talk, other] = [pageId(), pageId()]
  for (const [sessionId, words] of [
    [talk, 'Hello'],
    [other, 'Something else'],
  ] as const) {
    await laptop.create(sessionId)
    await say(laptop, sessionId, words)
  }
  await say(laptop, talk, 'And then?')
  const edited = await edit(laptop, talk, 2, 'And before?')
  await haveAll(devices, [talk, other, edited])
  expect(await switchAt(phone, edited, 2)).toEqual([talk, edited].sort())

  // of the first one, and of a variant; neither was taken
  const again = await edit(phone, talk, 2, 'And now?')
  const later = await edit(phone, edited, 0, 'Good day')
  const all = [talk, other, edited, again, later]
  await haveAll(devices, all)
  for (const device of devices) {
    expect(await switchAt(device, talk, 2)).toEqual([talk, edited, again].sort())
    expect((await switchAt(device, later, 0)).length).toBe(2)
    expect(await switchAt(device, other, 0)).toEqual([])
  }
  expect([laptop, phone, desk].flatMap(({ errors }) => errors)).toEqual([])
})

it('what one device alone has of a conversation took its variants along, which were deleted everywhere with it: they stay with the shared one', async () => {
  const { devices } = await makeDevices(['Laptop', 'Phone'])
  const [laptop, phone] = devices as [TestDevice, TestDevice]
  const talk = pageId()
  await laptop.create(talk)
  await say(laptop, talk, 'Hello')
  await say(laptop, talk, 'And then?')
  const edited = await edit(laptop, talk, 2, 'And before?')
  await haveAll(devices, [talk, edited])
  const log = (await laptop.db.get('sync', talk))?.log ?? ''

  await phone.take(talk)
  await vi.waitFor(async () => expect(await laptop.db.get('sync', talk)).toMatchObject({ owner: false }), PATIENT)
  phone.offline(true)
  await say(phone, talk, 'Only on the phone')
  phone.kill()
  await laptop.take(talk)
  await say(laptop, talk, 'On the laptop')
  phone.offline(false)
  await phone.begin()
  const shared = await vi.waitFor(async () => {
    const sessionId = await phone.sessionOf(log)
    expect(sessionId).not.toBe(talk)
    expect(await phone.journal(sessionId)).toEqual(await laptop.journal(talk))
    return sessionId
  }, PATIENT)
  const familyAt = async (device: TestDevice, id: string) =>
    familyLines(await asListed(device), id)
      .map((line) => line.id)
      .sort()
  expect(await familyAt(phone, shared)).toEqual([edited, shared].sort())
  expect(await switchAt(phone, edited, 2)).toEqual([edited, shared].sort())
  expect(await familyAt(phone, talk)).toEqual([])
  // a black box of one of them has all of its conversation, and nothing of the copy of this device
  const boxed = async (id: string) => (await conversationOf(phone.db, id, await namesHere(phone.db))).sort()
  expect(await boxed(edited)).toEqual([edited, shared].sort())
  expect(await boxed(shared)).toEqual([edited, shared].sort())
  expect(await boxed(talk)).toEqual([talk])
  // as pages were told, which have not asked for the list again
  const told = phone.published.flatMap((message) => (message.type === 'sessions-changed' ? message.sessions : []))
  const known = new Map(told.flatMap(({ id, knownAs }) => (knownAs === undefined ? [] : [[id, knownAs]])))
  expect([...known]).toEqual(expect.arrayContaining([[shared, talk]]))
  expect(new Set(known.values()).size).toBe(2)

  // what is made of either one goes with it, here and there
  const ofShared = await edit(phone, shared, 2, 'Of the shared one')
  const ofOwn = await edit(phone, talk, 2, 'Of my own')
  await vi.waitFor(async () => {
    for (const id of [ofShared, ofOwn]) expect(await laptop.journal(id)).toEqual(await phone.journal(id))
  }, PATIENT)
  expect(await familyAt(phone, ofShared)).toEqual([edited, shared, ofShared].sort())
  expect(await familyAt(phone, ofOwn)).toEqual([talk, ofOwn].sort())
  expect(await familyAt(laptop, talk)).toEqual([talk, edited, ofShared].sort())
  expect(await familyAt(laptop, ofOwn)).toEqual([])
  // begun again it knows that too
  phone.kill()
  await phone.begin()
  expect(await familyAt(phone, talk)).toEqual([talk, ofOwn].sort())
  // nor does it part them when the storage is forgotten and the shared one continues here
  await phone.connect(null)
  await vi.waitFor(async () => expect(await phone.take(shared)).toMatchObject({ type: 'acknowledged' }), PATIENT)
  expect(await phone.db.get('sync', shared)).toBeUndefined()
  for (const restart of [false, true]) {
    if (restart) {
      phone.kill()
      await phone.begin()
    }
    expect(await familyAt(phone, shared)).toEqual([edited, shared, ofShared].sort())
    expect(await familyAt(phone, talk)).toEqual([talk, ofOwn].sort())
  }
  expect(await boxed(shared)).toEqual([edited, shared, ofShared].sort())
  const after = await edit(phone, shared, 2, 'After the storage')
  expect(await familyAt(phone, shared)).toEqual([edited, shared, ofShared, after].sort())
  const others = phone.errors.filter((error) => !(error instanceof StoreFailure))
  expect([...laptop.errors, ...others]).toEqual([])
})

it('a session whose name is taken on another device has another one there, and what is there stays', async () => {
  const { devices } = await makeDevices(['Laptop', 'Phone'])
  const [laptop, phone] = devices as [TestDevice, TestDevice]
  const name = pageId()
  phone.kill()
  await laptop.create(name)
  await say(laptop, name, 'On the laptop')
  // not shared: it was made before the storage was connected
  phone.lock(true)
  await phone.begin()
  await phone.create(name)
  const before = await phone.journal(name)
  phone.lock(false)
  const log = await vi.waitFor(async () => {
    const row = await laptop.db.get('sync', name)
    expect(row?.next).toBeGreaterThan(0)
    return row?.log ?? ''
  }, PATIENT)
  expect(log).toBe(name.replaceAll('-', ''))
  const there = await vi.waitFor(async () => {
    const sessionId = await phone.sessionOf(log)
    expect(await phone.journal(sessionId)).toEqual(await laptop.journal(name))
    return sessionId
  }, PATIENT)
  expect(there).not.toBe(name)
  expect(await phone.journal(name)).toEqual(before)
  // begun now, it cannot have the log of that name either
  await say(phone, name, 'On the phone')
  const own = await vi.waitFor(async () => {
    const row = await phone.db.get('sync', name)
    expect(row?.next).toBeGreaterThan(0)
    return row?.log
  }, PATIENT)
  expect(own).not.toBe(log)
  expect([...laptop.errors, ...phone.errors]).toEqual([])
})
