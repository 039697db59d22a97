import { expect, it, vi } from 'vitest'
import { DEMO_TASK } from '../../../../src/settings/demo-task.ts'
import { claimEpoch } from '../../../../src/storage/epoch.ts'
import { highestSeq } from '../../../../src/storage/restore.ts'
import { readShareChoices } from '../../../../src/storage/settings/share-choices.ts'
import { saveSyncedStorage } from '../../../../src/storage/settings/synced-storage.ts'
import { SHARED_SESSION_HANDLERS } from '../../../../src/worker/requests/shared-sessions.ts'
import { makeDevices, newId, type TestDevice } from './devices.ts'

const PATIENT = { timeout: 25_000, interval: 50 }
const MOST = 3

const send = (device: TestDevice, sessionId: string, text: string) =>
  device.tell(sessionId, {
    type: 'user-send-message',
    messageId: newId(),
    content: [{ type: 'text', text }],
    delivery: 'steer',
  })
const itemOf = (device: TestDevice, sessionId: string) =>
  device.published
    .flatMap((message) => (message.type === 'sessions-changed' ? message.sessions : []))
    .findLast(({ id }) => id === sessionId)
/** It has its name, too, which comes after its first answer. */
const isIdle = (device: TestDevice, sessionId: string) =>
  vi.waitFor(() => expect(itemOf(device, sessionId)).toMatchObject({ status: 'idle', busy: false }), PATIENT)
const isWaiting = (device: TestDevice, sessionId: string): boolean | undefined =>
  device.published
    .flatMap((message) =>
      message.type === 'activity' && message.activity.sessionId === sessionId
        ? [message.activity.waitingForSync === true]
        : [],
    )
    .at(-1)
const unsent = async ({ db }: TestDevice, sessionId: string): Promise<number> =>
  (await highestSeq(db, sessionId)) - ((await db.get('sync', sessionId))?.sent ?? 0)
/** What its page says of whether it is shared, with the storage connected as a person does it. */
async function sharingOf({ db }: TestDevice, sessionId: string) {
  const tested = { ok: true, message: '', at: 1 }
  const url = 'https://storage.example'
  const how = { engine: 's3', fields: {}, url, vault: 'v', paused: false, connectedAt: 1, tested }
  await saveSyncedStorage(db, how)
  const asked = { kind: 'session-sharing' as const, sessionId }
  return SHARED_SESSION_HANDLERS['session-sharing'](asked as never, { db } as never)
}
/** Edits what was said first, or branches after the first answer, and says something in the copy. */
async function goesOwnWay(device: TestDevice, from: string, { variant }: { variant: boolean }): Promise<string> {
  const sessionId = newId()
  const at = { count: variant ? 0 : 2 }
  const made = await device.writer().run(newId(), { kind: 'branch-session', sessionId, from, at, variant })
  expect(device.errors.map(String)).toEqual([])
  expect(made).toMatchObject({ outcome: 'committed' })
  await send(device, sessionId, `Said in ${sessionId}`)
  await isIdle(device, sessionId)
  return sessionId
}
const isSent = (device: TestDevice, sessionId: string) =>
  vi.waitFor(async () => {
    expect(await device.db.get('sync', sessionId)).toMatchObject({ owner: true })
    expect(await unsent(device, sessionId)).toBe(0)
  }, PATIENT)
const follows = (device: TestDevice, log: string, like: TestDevice, there: string) =>
  vi.waitFor(async () => {
    const sessionId = await device.sessionOf(log)
    expect(sessionId).not.toBe('')
    expect(await device.journal(sessionId)).toEqual(await like.journal(there))
    return sessionId
  }, PATIENT)

/** Two messages: what the first one came to is more than may be unsent, so the second one's run waits. */
async function beyondTheBound(device: TestDevice, sessionId: string): Promise<void> {
  for (const text of ['One', 'Two']) {
    await send(device, sessionId, text)
    if (text === 'One') await isIdle(device, sessionId)
  }
  await vi.waitFor(() => expect(isWaiting(device, sessionId)).toBe(true), PATIENT)
  expect(await unsent(device, sessionId)).toBeGreaterThanOrEqual(MOST)
}

it('a run that cannot send what it did waits at the bound, says so, and goes on when the storage is there; or, as its person says, without it', async () => {
  const { devices } = await makeDevices(['Laptop', 'Phone'], 500, { mostUnsent: MOST })
  const [laptop, phone] = devices as [TestDevice, TestDevice]
  const here = newId()
  await laptop.create(here)
  await send(laptop, here, 'Hello')
  await isIdle(laptop, here)
  await vi.waitFor(async () => expect(await unsent(laptop, here)).toBe(0), PATIENT)
  const log = (await laptop.db.get('sync', here))?.log ?? ''
  await follows(phone, log, laptop, here)

  const before = await highestSeq(laptop.db, here)
  laptop.offline(true)
  await beyondTheBound(laptop, here)
  // nothing more begins, and what a person says is kept
  const stands = await highestSeq(laptop.db, here)
  await new Promise((resolve) => setTimeout(resolve, 500))
  expect(await highestSeq(laptop.db, here)).toBe(stands)
  expect(stands - before).toBeLessThan(MOST * 4)
  expect(await send(laptop, here, 'Are you there?')).toMatchObject({ outcome: 'committed' })
  laptop.offline(false)
  await isIdle(laptop, here)
  expect(isWaiting(laptop, here)).toBe(false)
  await follows(phone, log, laptop, here)

  laptop.offline(true)
  await beyondTheBound(laptop, here)
  // the page waits for the answer to its own command
  const command = newId()
  expect(await laptop.detach(here, command)).toMatchObject({ id: command, type: 'acknowledged', outcome: 'committed' })
  await isIdle(laptop, here)
  const said = laptop.published.flatMap((message) => (message.type === 'sessions-changed' ? message.sessions : []))
  const apart = said.flatMap((item) => (item.id === here && item.apart ? [item.apart] : []))
  expect(apart.at(-1)).toMatchObject({ chosen: true, messages: 2 })
  expect(await laptop.db.get('sync', here)).toBeUndefined()
  laptop.offline(false)
  // the storage is there again: what went on alone is not shared anew, and the others keep what they had
  const follower = await vi.waitFor(async () => {
    const sessionId = await laptop.sessionOf(log)
    expect(sessionId).not.toBe(here)
    expect(await laptop.journal(sessionId)).toEqual(await phone.journal(await phone.sessionOf(log)))
    expect((await laptop.journal(sessionId)).length).toBeGreaterThan(3)
    return sessionId
  }, PATIENT)
  await send(laptop, here, 'On my own')
  await isIdle(laptop, here)
  expect((await laptop.db.getAll('sync')).map(({ sessionId }) => sessionId)).toEqual([follower])
})

it('a run that waits at the bound does not hang when the storage is connected otherwise, or forgotten, meanwhile', async () => {
  const { devices } = await makeDevices(['Laptop'], 500, { mostUnsent: MOST })
  const [laptop] = devices as [TestDevice]
  const here = newId()
  await laptop.create(here)
  await send(laptop, here, 'Hello')
  await isIdle(laptop, here)
  await vi.waitFor(async () => expect(await unsent(laptop, here)).toBe(0), PATIENT)

  laptop.offline(true)
  await beyondTheBound(laptop, here)
  await laptop.connect('with another name of this device')
  await isIdle(laptop, here)
  expect(isWaiting(laptop, here)).toBe(false)
  // begun anew, what is unsent is bounded as before
  await send(laptop, here, 'Three')
  await vi.waitFor(() => expect(isWaiting(laptop, here)).toBe(true), PATIENT)
  await laptop.connect(null)
  await isIdle(laptop, here)
  expect(isWaiting(laptop, here)).toBe(false)
})

it('a session that goes on alone, but cannot be stored so, stays shared, and nobody is told otherwise', async () => {
  const { devices } = await makeDevices(['Laptop'])
  const [laptop] = devices as [TestDevice]
  const here = newId()
  await laptop.create(here)
  await send(laptop, here, 'Hello')
  await isIdle(laptop, here)
  await vi.waitFor(async () => expect(await unsent(laptop, here)).toBe(0), PATIENT)
  laptop.offline(true)
  await send(laptop, here, 'Only here')
  await isIdle(laptop, here)
  expect(await unsent(laptop, here)).toBeGreaterThan(0)
  // another tab writes now
  await claimEpoch(laptop.db)
  // the page keeps its command, and sends it to that one
  expect(await laptop.detach(here)).toBeNull()
  expect(await readShareChoices(laptop.db)).toEqual({})
  expect(await laptop.db.get('sync', here)).toMatchObject({ owner: true })
})

it('a session that is shared no more, but cannot be stored so, stays shared, and nobody is told otherwise', async () => {
  const { devices } = await makeDevices(['Laptop'])
  const [laptop] = devices as [TestDevice]
  const here = newId()
  await laptop.create(here)
  await send(laptop, here, 'Hello')
  await isIdle(laptop, here)
  await vi.waitFor(async () => expect(await unsent(laptop, here)).toBe(0), PATIENT)
  // another tab writes now
  await claimEpoch(laptop.db)
  expect((await laptop.share(here, false))?.type).not.toBe('acknowledged')
  expect(await readShareChoices(laptop.db)).toEqual({})
  expect((await laptop.db.get('sync', here))?.left).toBeUndefined()
})

it('only chosen sessions are shared; one that is shared no more goes on alone, and comes back with what was done meanwhile', async () => {
  const { storage, devices } = await makeDevices(['Laptop', 'Phone'], 500, { onlyChosen: true })
  const [laptop, phone] = devices as [TestDevice, TestDevice]
  const [here, other] = [newId(), newId()]
  for (const sessionId of [here, other]) {
    await laptop.create(sessionId, 20)
    await send(laptop, sessionId, 'Hello')
    await isIdle(laptop, sessionId)
  }
  expect(await laptop.db.count('sync')).toBe(0)
  expect([...storage.objects.keys()].filter((key) => key.includes('/s/'))).toEqual([])
  expect(await laptop.share(here, true)).toMatchObject({ type: 'acknowledged' })
  const log = await vi.waitFor(async () => {
    const row = await laptop.db.get('sync', here)
    expect(row?.next).toBeGreaterThan(0)
    return row?.log ?? ''
  }, PATIENT)
  const there = await follows(phone, log, laptop, here)
  expect(await laptop.db.count('sync')).toBe(1)

  // while it works it is not taken out: another device could go on with the same run
  await send(laptop, here, DEMO_TASK)
  expect(await laptop.share(here, false)).toMatchObject({
    type: 'refused',
    refusal: { code: 'still-at-work' },
  })
  await isIdle(laptop, here)
  await follows(phone, log, laptop, here)
  expect(await laptop.share(here, false)).toMatchObject({ type: 'acknowledged' })
  const before = await phone.journal(there)
  await send(laptop, here, 'Between us')
  await isIdle(laptop, here)
  // begun again it knows that too
  laptop.kill()
  await laptop.begin()
  await send(laptop, here, 'And this')
  await isIdle(laptop, here)
  expect(await phone.journal(there)).toEqual(before)
  expect(await laptop.share(here, true)).toMatchObject({ type: 'acknowledged' })
  await follows(phone, log, laptop, here)
  expect(JSON.stringify(await phone.journal(there))).toContain('Between us')
  expect((await laptop.db.get('sync', here))?.owner).toBe(true)
  expect(await phone.db.count('sessions')).toBe(1)
  // who follows it is told to take it first
  expect(await phone.share(there, false)).toMatchObject({
    type: 'refused',
    refusal: { code: 'runs-elsewhere' },
  })
  expect([...laptop.errors, ...phone.errors]).toEqual([])
})

it('a session that another device had deleted for good, and that was restored here, stays here until its person shares it anew: then others have it again', async () => {
  const { storage, devices } = await makeDevices(['Laptop', 'Phone'])
  const [laptop, phone] = devices as [TestDevice, TestDevice]
  const here = newId()
  await laptop.create(here)
  await send(laptop, here, 'Hello')
  await isIdle(laptop, here)
  await vi.waitFor(async () => expect(await unsent(laptop, here)).toBe(0), PATIENT)
  const log = (await laptop.db.get('sync', here))?.log ?? ''
  const there = await follows(phone, log, laptop, here)

  await laptop.tell(here, { type: 'user-delete-session' })
  await vi.waitFor(async () => expect((await phone.db.get('sessions', there))?.deletedAt).not.toBeNull(), PATIENT)
  // a day later its log says that it can be restored no more
  laptop.kill()
  const head = await laptop.db.get('sessions', here)
  if (head === undefined) throw new Error('The session is not there.')
  await laptop.db.put('sessions', { ...head, deletedAt: Date.now() - 25 * 60 * 60 * 1000 })
  await laptop.begin()
  for (const [device, sessionId] of [
    [laptop, here],
    [phone, there],
  ] as const)
    await vi.waitFor(async () => expect(await device.db.get('sync', sessionId)).toMatchObject({ over: true }), PATIENT)

  // the phone still has it, for itself alone
  expect(await phone.tell(there, { type: 'user-restore-session' })).toMatchObject({ outcome: 'committed' })
  await send(phone, there, 'Only here')
  await isIdle(phone, there)
  const segments = () => [...storage.objects.keys()].filter((key) => key.includes('/s/'))
  const before = segments()
  expect(await sharingOf(phone, there)).toBe('not')

  expect(await phone.share(there, true)).toMatchObject({ type: 'acknowledged' })
  const anew = await vi.waitFor(async () => {
    const row = await phone.db.get('sync', there)
    expect(row).toMatchObject({ owner: true, over: false })
    expect(row?.next).toBeGreaterThan(0)
    return row?.log ?? ''
  }, PATIENT)
  expect(anew).not.toBe(log)
  expect(await sharingOf(phone, there)).toBe('shared')
  const again = await follows(laptop, anew, phone, there)
  expect(JSON.stringify(await laptop.journal(again))).toContain('Only here')
  // the old log is as it was, and both remember that it is over
  expect(segments()).toEqual(expect.arrayContaining(before))
  for (const device of [laptop, phone])
    expect((await device.db.getAll('sync')).filter((row) => row.log === log)).toMatchObject([{ over: true }])

  // begun again, it goes on in the new one
  phone.kill()
  await phone.begin()
  await send(phone, there, 'And this')
  await isIdle(phone, there)
  await follows(laptop, anew, phone, there)
  expect([...laptop.errors, ...phone.errors]).toEqual([])
})

it('while the keys are locked sharing waits without a fault, and goes on as soon as they are unlocked', async () => {
  const { storage, devices } = await makeDevices(['Laptop'])
  const [laptop] = devices as [TestDevice]
  laptop.kill()
  laptop.lock(true)
  await laptop.begin()
  const here = newId()
  await laptop.create(here)
  await send(laptop, here, 'Hello')
  await isIdle(laptop, here)
  expect(storage.counts.get + storage.counts.create).toBe(0)
  // a person who asks for it is told so at once
  expect(await laptop.share(here, true)).toMatchObject({
    type: 'refused',
    refusal: { code: 'storage-not-open' },
  })
  laptop.lock(false)
  await send(laptop, here, 'And now?')
  await isIdle(laptop, here)
  await vi.waitFor(async () => {
    expect((await laptop.db.get('sync', here))?.sent).toBe(await highestSeq(laptop.db, here))
  }, PATIENT)
  expect(laptop.errors).toEqual([])
})

it('a session of which all steps came before the storage was open is shared as soon as it is, without a next step; what is older than the storage is not', async () => {
  const { devices } = await makeDevices(['Laptop'], 500, { connectedAt: Date.now() })
  const [laptop] = devices as [TestDevice]
  laptop.kill()
  laptop.lock(true)
  await laptop.begin()
  const [here, older] = [newId(), newId()]
  for (const sessionId of [here, older]) {
    await laptop.create(sessionId)
    await send(laptop, sessionId, 'Hello')
    await isIdle(laptop, sessionId)
  }
  const head = await laptop.db.get('sessions', older)
  if (head === undefined) throw new Error('The session is not there.')
  const before = Date.now() - 60_000
  await laptop.db.put('sessions', { ...head, activeAt: before, timestamp: before })
  laptop.lock(false)
  await vi.waitFor(async () => {
    expect((await laptop.db.get('sync', here))?.sent).toBe(await highestSeq(laptop.db, here))
  }, PATIENT)
  expect(await laptop.db.get('sync', older)).toBeUndefined()
  expect(laptop.errors).toEqual([])
})

it('a session that its person keeps on this device is not uploaded when one of its messages is edited, or it is branched', async () => {
  const { storage, devices } = await makeDevices(['Laptop', 'Phone'])
  const [laptop, phone] = devices as [TestDevice, TestDevice]
  const [never, before] = [newId(), newId()]
  await laptop.create(never)
  expect(await laptop.share(never, false)).toMatchObject({ type: 'acknowledged' })
  await send(laptop, never, 'Between us')
  await isIdle(laptop, never)
  // this one has a place in a log
  await laptop.create(before)
  await send(laptop, before, 'Hello')
  await isIdle(laptop, before)
  await isSent(laptop, before)
  await vi.waitFor(
    async () => expect(await laptop.share(before, false)).toMatchObject({ type: 'acknowledged' }),
    PATIENT,
  )
  const logs = () =>
    new Set([...storage.objects.keys()].filter((key) => key.includes('/s/')).map((key) => key.replace(/[^/]*$/, '')))
  const known = logs()

  const copies: string[] = []
  copies.push(await goesOwnWay(laptop, never, { variant: true }), await goesOwnWay(laptop, before, { variant: false }))
  // a copy of a copy, too; and all of them when the device begins again
  copies.push(await goesOwnWay(laptop, copies[0] ?? '', { variant: true }))
  laptop.kill()
  await laptop.begin()
  for (const copy of copies) {
    await send(laptop, copy, 'And this')
    await isIdle(laptop, copy)
    expect(await sharingOf(laptop, copy)).toBe('not')
  }
  // what is shared arrives after all that
  const shared = newId()
  await laptop.create(shared)
  await send(laptop, shared, 'For all')
  await isIdle(laptop, shared)
  await isSent(laptop, shared)
  await follows(phone, (await laptop.db.get('sync', shared))?.log ?? '', laptop, shared)
  expect((await laptop.db.getAll('sync')).map(({ sessionId }) => sessionId).sort()).toEqual([before, shared].sort())
  expect(logs().size).toBe(known.size + 1)
  expect([...laptop.errors, ...phone.errors]).toEqual([])
})

it('where only chosen sessions are shared, a copy of a chosen one goes to the other devices with it, and one of another stays', async () => {
  const { devices } = await makeDevices(['Laptop', 'Phone'], 500, { onlyChosen: true })
  const [laptop, phone] = devices as [TestDevice, TestDevice]
  const [chosen, other] = [newId(), newId()]
  for (const sessionId of [chosen, other]) {
    await laptop.create(sessionId)
    await send(laptop, sessionId, 'Hello')
    await isIdle(laptop, sessionId)
  }
  expect(await laptop.share(chosen, true)).toMatchObject({ type: 'acknowledged' })
  await isSent(laptop, chosen)
  const kept = await goesOwnWay(laptop, other, { variant: true })
  const edited = await goesOwnWay(laptop, chosen, { variant: true })
  await isSent(laptop, edited)
  await follows(phone, (await laptop.db.get('sync', edited))?.log ?? '', laptop, edited)
  expect((await laptop.db.getAll('sync')).map(({ sessionId }) => sessionId).sort()).toEqual([chosen, edited].sort())
  expect(await laptop.db.get('sync', kept)).toBeUndefined()
  expect([...laptop.errors, ...phone.errors]).toEqual([])
})

it('the first message of a session that goes on on another device can be edited here, and the variant is shared as any other session is', async () => {
  const { devices } = await makeDevices(['Laptop', 'Phone'])
  const [laptop, phone] = devices as [TestDevice, TestDevice]
  const here = newId()
  await laptop.create(here)
  await send(laptop, here, 'Hello')
  await isIdle(laptop, here)
  await isSent(laptop, here)
  const there = await follows(phone, (await laptop.db.get('sync', here))?.log ?? '', laptop, here)
  const edited = await goesOwnWay(phone, there, { variant: true })
  await isSent(phone, edited)
  await follows(laptop, (await phone.db.get('sync', edited))?.log ?? '', phone, edited)
  expect(await readShareChoices(phone.db)).toEqual({})
  expect(await laptop.db.get('sync', here)).toMatchObject({ owner: true })
})
