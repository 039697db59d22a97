import { expect, it, vi } from 'vitest'
import { DEMO_TASK } from '../../../../src/settings/demo-task.ts'
import { makeDevices, newId, type TestDevice } from './devices.ts'

const PATIENT = { timeout: 25_000, interval: 50 }
const send = (device: TestDevice, sessionId: string, text: string) =>
  device.tell(sessionId, {
    type: 'user-send-message',
    messageId: newId(),
    content: [{ type: 'text', text }],
    delivery: 'steer',
  })
const statusOf = (device: TestDevice, sessionId: string): string | undefined =>
  device.published
    .flatMap((message) => (message.type === 'sessions-changed' ? message.sessions : []))
    .findLast(({ id }) => id === sessionId)?.status
const logOf = async (device: TestDevice, sessionId: string): Promise<string> =>
  vi.waitFor(async () => {
    const row = await device.db.get('sync', sessionId)
    expect(row?.next).toBeGreaterThan(0)
    return row?.log ?? ''
  }, PATIENT)

it('a run begun on one device is seen on another, goes on there, and the first says that it lost it', async () => {
  const { devices } = await makeDevices(['Laptop', 'Phone'])
  const [laptop, phone] = devices as [TestDevice, TestDevice]
  const here = newId()
  await laptop.create(here)
  await send(laptop, here, DEMO_TASK)
  const log = await logOf(laptop, here)
  const there = await vi.waitFor(async () => {
    const sessionId = await phone.sessionOf(log)
    expect((await phone.journal(sessionId)).length).toBeGreaterThan(3)
    return sessionId
  }, PATIENT)
  // a follower runs nothing, and says so
  expect(there).not.toBe(here)
  expect(await send(phone, there, 'Hello')).toMatchObject({
    type: 'refused',
    message: expect.stringMatching(/goes on on Laptop/),
  })
  expect(await laptop.db.get('sync', here)).toMatchObject({ owner: true })

  laptop.kill()
  expect(await phone.take(there)).toMatchObject({ type: 'acknowledged' })
  await vi.waitFor(() => expect(statusOf(phone, there)).toBe('idle'), PATIENT)
  await laptop.begin()
  // what it had not sent when it ended stays as a copy: then the log is followed by another session
  const follower = await vi.waitFor(async () => {
    const sessionId = await laptop.sessionOf(log)
    expect(await laptop.db.get('sync', sessionId)).toMatchObject({ owner: false, by: 'Phone' })
    expect(await laptop.journal(sessionId)).toEqual(await phone.journal(there))
    return sessionId
  }, PATIENT)
  expect(await send(laptop, follower, 'Hello')).toMatchObject({
    type: 'refused',
    message: expect.stringMatching(/goes on on Phone/),
  })
  expect([...laptop.errors, ...phone.errors]).toEqual([])
})

it('what a device did while it was cut off, and another had taken its session, stays there as a session of its own, stopped', async () => {
  const { devices } = await makeDevices(['Laptop', 'Phone'])
  const [laptop, phone] = devices as [TestDevice, TestDevice]
  const here = newId()
  await laptop.create(here)
  await laptop.tell(here, { type: 'user-name-session', title: 'Trip' })
  await send(laptop, here, 'Hello')
  const log = await logOf(laptop, here)
  const there = await vi.waitFor(async () => {
    const sessionId = await phone.sessionOf(log)
    expect(await phone.journal(sessionId)).toEqual(await laptop.journal(here))
    expect(statusOf(laptop, here)).toBe('idle')
    return sessionId
  }, PATIENT)

  laptop.offline(true)
  await send(laptop, here, 'Only here')
  await phone.take(there)
  await send(phone, there, 'Only there')
  await vi.waitFor(() => expect(statusOf(phone, there)).toBe('idle'), PATIENT)
  const alone = (await laptop.journal(here)).length
  laptop.offline(false)
  const follower = await vi.waitFor(async () => {
    const sessionId = await laptop.sessionOf(log)
    expect(sessionId).not.toBe(here)
    expect(await laptop.journal(sessionId)).toEqual(await phone.journal(there))
    return sessionId
  }, PATIENT)
  // nothing that was committed is lost, and the copy can go on
  const kept = await laptop.journal(here)
  expect(kept.length).toBeGreaterThanOrEqual(alone)
  expect(JSON.stringify(kept)).toContain('Only here')
  expect((await laptop.db.get('sessions', here))?.title).toBe('Trip (from this device)')
  expect(await laptop.db.get('sync', here)).toBeUndefined()
  expect(await send(laptop, here, 'Go on')).toMatchObject({ type: 'acknowledged' })
  expect(await send(laptop, follower, 'Hello')).toMatchObject({ type: 'refused' })
})

it('a device that was closed while the other went on opens with what it missed, and without a storage it runs nothing that is elsewhere', async () => {
  const { devices } = await makeDevices(['Laptop', 'Phone'])
  const [laptop, phone] = devices as [TestDevice, TestDevice]
  const here = newId()
  await laptop.create(here)
  await send(laptop, here, 'Hello')
  const log = await logOf(laptop, here)
  const there = await vi.waitFor(async () => {
    const sessionId = await phone.sessionOf(log)
    expect(sessionId).not.toBe('')
    return sessionId
  }, PATIENT)
  phone.kill()
  await send(laptop, here, 'And again')
  await vi.waitFor(() => expect(statusOf(laptop, here)).toBe('idle'), PATIENT)
  phone.offline(true)
  await phone.begin()
  expect(await send(phone, there, 'Hello')).toMatchObject({
    type: 'refused',
    message: expect.stringMatching(/goes on on/),
  })
  phone.offline(false)
  await vi.waitFor(async () => expect(await phone.journal(there)).toEqual(await laptop.journal(here)), PATIENT)
})
