import { expect, it, vi } from 'vitest'
import { expectAtRest, makeDevices, newId, type TestDevice } from './devices.ts'

const PATIENT = { timeout: 25_000, interval: 20 }
const name = (title: string) => ({ type: 'user-name-session' as const, title })

/** A session of the laptop that the phone follows. The phone's worker has ended. */
async function followOne() {
  // loaded late by the writer, which would be the wait
  await import('../../../../src/worker/writer/device-commands.ts')
  const { devices } = await makeDevices(['Laptop', 'Phone'])
  const [laptop, phone] = devices as [TestDevice, TestDevice]
  const here = newId()
  await laptop.create(here)
  await laptop.tell(here, name('Trip'))
  const said = { type: 'user-send-message', messageId: newId(), delivery: 'steer' } as const
  await laptop.tell(here, { ...said, content: [{ type: 'text', text: 'Hello' }] })
  const followed = await vi.waitFor(async () => {
    await expectAtRest(laptop, here)
    const { log = '', sent } = (await laptop.db.get('sync', here)) ?? {}
    expect(sent).toBe((await laptop.db.get('sessions', here))?.seq)
    const id = await phone.sessionOf(log)
    expect(await phone.journal(id)).toEqual(await laptop.journal(here))
    return id
  }, PATIENT)
  phone.kill()
  return { laptop, phone, here, followed }
}

/** Resolves after a command had the time to go through the database many times over. */
async function passes({ db }: TestDevice): Promise<string> {
  for (let n = 0; n < 200; n++) await db.get('settings', 'synced-storage')
  return 'nothing yet'
}
const acknowledged = expect.objectContaining({ type: 'acknowledged' })

it('a session that was taken while the storage was being opened belonged to no device: the next message was refused', async () => {
  const { laptop, phone, here, followed } = await followOne()
  let open = (): void => {}
  await phone.begin(new Promise((resolve) => (open = resolve)))
  const taken = phone.take(followed)
  expect(await Promise.race([taken, passes(phone)])).toBe('nothing yet')
  open()
  expect(await taken).toEqual(acknowledged)
  expect(await phone.tell(followed, name('Said on the phone'))).toEqual(acknowledged)
  expect(await phone.db.get('sync', followed)).toMatchObject({ owner: true })
  await vi.waitFor(async () => {
    expect(await laptop.db.get('sync', here)).toMatchObject({ owner: false })
    expect(await laptop.journal(here)).toEqual(await phone.journal(followed))
  }, PATIENT)
  for (const { db } of [laptop, phone]) expect(await db.getAllKeys('sessions')).toHaveLength(1)
})

it('a session of a storage that was forgotten is taken as soon as that is read, and the next message is accepted', async () => {
  const { phone, followed } = await followOne()
  await phone.begin()
  await phone.connect(null)
  phone.kill()
  let open = (): void => {}
  await phone.begin(new Promise((resolve) => (open = resolve)))
  const taken = phone.take(followed)
  expect(await Promise.race([taken, passes(phone)])).toBe('nothing yet')
  open()
  expect(await taken).toEqual(acknowledged)
  expect(await phone.tell(followed, name('Said alone'))).toEqual(acknowledged)
  expect(await phone.db.get('sync', followed)).toBeUndefined()
})
