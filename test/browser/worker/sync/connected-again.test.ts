import { expect, it, vi } from 'vitest'
import { highestSeq } from '../../../../src/storage/restore.ts'
import { wholeSession } from '../../../../src/storage/session-range.ts'
import { makeVaultKey } from '../../../../src/sync/vault.ts'
import { makeNotes } from '../../../../src/worker/sync/devices/notes.ts'
import { expectAtRest, makeDevices, newId, type TestDevice } from './devices.ts'

const PATIENT = { timeout: 25_000, interval: 50 }
const send = (device: TestDevice, sessionId: string, text: string) =>
  device.tell(sessionId, {
    type: 'user-send-message',
    messageId: newId(),
    content: [{ type: 'text', text }],
    delivery: 'steer',
  })
const sessionsOf = (device: TestDevice): Promise<string[]> => device.db.getAllKeys('sessions')
const wordsOf = async ({ db }: TestDevice, sessionId: string): Promise<string> =>
  JSON.stringify((await db.getAll('messages', wholeSession(sessionId))).filter(({ role }) => role === 'user'))
/** All that was done there stands in its log. */
const isSent = (device: TestDevice, sessionId: string) =>
  vi.waitFor(async () => {
    await expectAtRest(device, sessionId)
    expect((await device.db.get('sync', sessionId))?.sent).toBe(await highestSeq(device.db, sessionId))
  }, PATIENT)

/** A session of the laptop that the phone follows, and the laptop's storage is forgotten. */
async function makeForgotten() {
  const { devices } = await makeDevices(['Laptop', 'Phone'])
  const [laptop, phone] = devices as [TestDevice, TestDevice]
  // as a page names it: its log is named after it
  const here = crypto.randomUUID()
  await laptop.create(here)
  await send(laptop, here, 'Before')
  await isSent(laptop, here)
  const log = (await laptop.db.get('sync', here))?.log ?? ''
  const there = await vi.waitFor(async () => {
    const sessionId = await phone.sessionOf(log)
    expect(await phone.journal(sessionId)).toEqual(await laptop.journal(here))
    return sessionId
  }, PATIENT)
  await laptop.connect('as it was')
  await laptop.connect(null)
  const refused = { type: 'refused', refusal: { code: 'storage-not-open' } }
  await vi.waitFor(async () => expect(await laptop.share(here, true)).toMatchObject(refused), PATIENT)
  await send(laptop, here, 'Alone')
  await vi.waitFor(async () => expect(await wordsOf(laptop, here)).toContain('Alone'), PATIENT)
  return { laptop, phone, here, there, log }
}

it('a storage that was forgotten and is connected again showed the sessions of this device twice: they go on there', async () => {
  const { laptop, phone, here, there } = await makeForgotten()
  await laptop.connect('again')
  await vi.waitFor(async () => expect(await wordsOf(phone, there)).toContain('Alone'), PATIENT)
  await send(laptop, here, 'After')
  await vi.waitFor(async () => expect(await phone.journal(there)).toEqual(await laptop.journal(here)), PATIENT)
  // it waits for the answer before it
  await vi.waitFor(async () => expect(await wordsOf(phone, there)).toContain('After'), PATIENT)
  expect([await sessionsOf(laptop), await sessionsOf(phone)]).toEqual([[here], [there]])
  expect([...laptop.errors, ...phone.errors]).toEqual([])
})

it('connected again after another device went on with it: both are kept, what was done here as a session of its own', async () => {
  const { laptop, phone, here, there, log } = await makeForgotten()
  await phone.take(there)
  await send(phone, there, 'Elsewhere')
  await isSent(phone, there)
  await laptop.connect('again')
  const follower = await vi.waitFor(async () => {
    const sessionId = await laptop.sessionOf(log)
    expect(await wordsOf(laptop, sessionId)).toContain('Elsewhere')
    return sessionId
  }, PATIENT)
  expect(await wordsOf(laptop, here)).toContain('Alone')
  expect(await laptop.db.get('sessions', here)).toMatchObject({ title: expect.stringContaining('(from this device)') })
  expect(new Set(await sessionsOf(laptop))).toEqual(new Set([here, follower]))
})

it('with another vault its sessions begin anew, and stand in no log of the one before', async () => {
  const { laptop, phone, here, there, log } = await makeForgotten()
  await laptop.connect('to another', makeVaultKey())
  await vi.waitFor(
    async () => expect((await laptop.db.getAll('sync')).map((row) => row.log)).not.toContain(log),
    PATIENT,
  )
  await send(laptop, here, 'After')
  await isSent(laptop, here)
  expect((await laptop.db.get('sync', here))?.log).not.toBe(log)
  expect(await wordsOf(phone, there)).not.toContain('After')
})

it('a session stood in the list twice after a reload: the notes of another device were read before all places of this one', async () => {
  const { devices, storage, vault } = await makeDevices(['Laptop', 'Phone'])
  const [laptop, phone] = devices as [TestDevice, TestDevice]
  const here = crypto.randomUUID()
  await laptop.create(here)
  await send(laptop, here, 'Before')
  await isSent(laptop, here)
  const place = await laptop.db.get('sync', here)
  const log = place?.log ?? ''
  const device = { id: 'reader', name: 'Reader' }
  const { others } = makeNotes({ store: storage.connect(), vault, device })
  const namedBy = async () =>
    (await others(AbortSignal.timeout(10_000)))?.flatMap(({ name, sessions }) =>
      sessions.some((each) => each.log === log) ? [name] : [],
    )
  await vi.waitFor(async () => expect((await namedBy())?.sort()).toEqual(['Laptop', 'Phone']), PATIENT)
  laptop.kill()
  // as after years: sessions that were deleted everywhere, in the order of the store before the one that is left
  const over = { ...place, owner: false, over: true, by: 'Phone' } as NonNullable<typeof place>
  const adding = laptop.db.transaction('sync', 'readwrite')
  for (let n = 0; n < 1000; n++)
    void adding.store.put({ ...over, sessionId: `0-${n}`, log: crypto.randomUUID().replaceAll('-', '') })
  await adding.done
  await laptop.begin()
  await send(laptop, here, 'After')
  await vi.waitFor(async () => expect(await wordsOf(phone, await phone.sessionOf(log))).toContain('After'), PATIENT)
  await isSent(laptop, here)
  expect((await laptop.db.getAll('sync')).filter((row) => row.log === log)).toHaveLength(1)
  expect(await sessionsOf(laptop)).toEqual([here])
  expect([...laptop.errors, ...phone.errors]).toEqual([])
})
