import { expect, it, onTestFinished, vi } from 'vitest'
import { claimEpoch } from '../../../../src/storage/epoch.ts'
import { DamagedRecord } from '../../../../src/storage/fault.ts'
import { readPlaces } from '../../../../src/storage/places.ts'
import { highestSeq } from '../../../../src/storage/restore.ts'
import type { Database } from '../../../../src/storage/schema.ts'
import { VaultLocked } from '../../../../src/storage/settings/vault-lock.ts'
import { firstPlace } from '../../../../src/sync/log-state.ts'
import { openSharing } from '../../../../src/worker/sync/storage/open-sharing.ts'
import { randomId } from '../../../../src/worker/sync/storage/shared-storage.ts'
import { expectAtRest, makeDevices, newId, type TestDevice } from './devices.ts'

const PATIENT = { timeout: 25_000, interval: 20 }

/** A device whose writer has ended, with one session of which the last row is not in its log. */
async function makeUnsent() {
  const { storage, devices, vault } = await makeDevices(['Laptop'])
  const [laptop] = devices as [TestDevice]
  const here = newId()
  await laptop.create(here)
  const send = { type: 'user-send-message', messageId: newId(), delivery: 'steer' } as const
  await laptop.tell(here, { ...send, content: [{ type: 'text', text: 'Hello' }] })
  const { db } = laptop
  await vi.waitFor(async () => {
    await expectAtRest(laptop, here)
    expect((await db.get('sync', here))?.sent).toBe(await highestSeq(db, here))
  }, PATIENT)
  laptop.offline(true)
  await laptop.tell(here, { type: 'user-name-session', title: 'Trip' })
  laptop.kill()
  return { db, storage, vault, here, seq: await highestSeq(db, here) }
}
type Unsent = Awaited<ReturnType<typeof makeUnsent>>

const say = (db: Database, how: string) => db.put('settings', { key: 'synced-storage', value: how })

/** Sharing on that device, and an act that may begin when what is unsent stands in the log. */
async function open({ db, storage, vault, here, seq }: Unsent) {
  const way = { is: 'there' as 'there' | 'locked' | 'forgotten' }
  const errors: unknown[] = []
  const { places } = await readPlaces(db)
  const nothing = (): void => {}
  const ports = { publish: nothing, superseded: nothing, startMachine: nothing, stopMachine: async () => {} }
  const sharing = openSharing(
    {
      ...{
        db,
        epoch: await claimEpoch(db),
        ...ports,
        streams: async () => null,
        isShown: () => true,
        run: async () => null,
        report: (error) => errors.push(error),
      },
      openStorage: async () => {
        if (way.is === 'locked') throw new VaultLocked()
        const device = { id: 'Laptop', name: 'Laptop' }
        return way.is === 'forgotten' ? null : { store: storage.connect(), vault, device, tick: 200, rest: 5 }
      },
    },
    places,
  )
  onTestFinished(sharing.stop)
  const act = (): { ended: () => string; cancel: () => void } => {
    const cancelled = new AbortController()
    let ended = 'waits'
    sharing.published(here, seq, cancelled.signal).then(
      () => (ended = 'may begin'),
      () => (ended = 'never begins'),
    )
    return { ended: () => ended, cancel: () => cancelled.abort() }
  }
  const turn = () => new Promise((resolve) => setTimeout(resolve, 300))
  return { sharing, way, errors, act, turn }
}

it('an act that must not repeat waits on for the log when its storage is connected otherwise, and begins when it stands there', async () => {
  const unsent = await makeUnsent()
  const { db, storage, here, seq } = unsent
  await say(db, 'as it was')
  storage.chances({ unreachable: 1 })
  const { sharing, act, turn } = await open(unsent)
  const [first, second] = [act(), act()]
  await turn()
  await say(db, 'otherwise')
  sharing.settingsChanged()
  await turn()
  expect([first.ended(), second.ended()]).toEqual(['waits', 'waits'])
  second.cancel()
  await vi.waitFor(() => expect(second.ended()).toBe('never begins'), PATIENT)
  storage.chances({})
  await say(db, 'otherwise again')
  sharing.settingsChanged()
  await vi.waitFor(() => expect(first.ended()).toBe('may begin'), PATIENT)
  expect((await db.get('sync', here))?.sent).toBeGreaterThanOrEqual(seq)
})

it('an act that waits for the log begins when the storage is forgotten, also one that waited for the keys; once all has ended it never does', async () => {
  const unsent = await makeUnsent()
  const { db, storage } = unsent
  await say(db, 'as it was')
  storage.chances({ unreachable: 1 })
  const { sharing, way, act, turn } = await open(unsent)
  const early = act()
  await turn()
  way.is = 'locked'
  await say(db, 'otherwise')
  sharing.settingsChanged()
  await turn()
  const late = act()
  await turn()
  expect([early.ended(), late.ended()]).toEqual(['waits', 'waits'])
  way.is = 'forgotten'
  await db.delete('settings', 'synced-storage')
  sharing.settingsChanged()
  await vi.waitFor(() => expect([early.ended(), late.ended()]).toEqual(['may begin', 'may begin']), PATIENT)

  sharing.stop()
  const over = act()
  await turn()
  expect(over.ended()).toBe('waits')
  over.cancel()
  await vi.waitFor(() => expect(over.ended()).toBe('never begins'), PATIENT)
})

it('a damaged entry in what one session holds apart keeps no other session from being shared', async () => {
  const unsent = await makeUnsent()
  const { db, here, seq } = unsent
  const apart = { sessionId: 'copy', from: 0, by: '', messages: 0, answers: 0, results: 1 }
  // read before the other one
  const held = { ...firstPlace(randomId(), false), sessionId: '!held', epoch: 1, by: '', apart: [apart] }
  await db.put('sync', held)
  await db.put('journal', { sessionId: 'copy', seq: 1, input: 'damaged' } as never)
  const { act, errors } = await open(unsent)
  const waiting = act()
  await vi.waitFor(() => expect(waiting.ended()).toBe('may begin'), PATIENT)
  expect((await db.get('sync', here))?.sent).toBeGreaterThanOrEqual(seq)
  // as often as it was come upon, and nothing else
  expect(errors).toContainEqual(expect.any(DamagedRecord))
  expect(errors.filter((error) => !(error instanceof DamagedRecord))).toEqual([])
})

it('a device with many sessions whose database closes while they are begun asks it nothing more, and says nothing of it', async () => {
  const { devices } = await makeDevices(['Laptop'])
  const [laptop] = devices as [TestDevice]
  laptop.kill()
  const { db, errors } = laptop
  const epoch = await claimEpoch(db)
  for (let n = 0; n < 300; n++)
    await db.put('sync', { ...firstPlace(randomId(), n % 2 === 0), next: 1, sessionId: newId(), epoch, by: '' })
  const asked = vi.spyOn(IDBDatabase.prototype, 'transaction')
  for (const wait of [0, 5, 20, 60]) {
    await laptop.begin()
    await new Promise((resolve) => setTimeout(resolve, wait))
    laptop.kill()
    asked.mockClear()
    await new Promise((resolve) => setTimeout(resolve, 100))
    expect(
      asked.mock.calls.map(([stores]) => stores),
      `ended after ${wait} ms`,
    ).toEqual([])
  }
  await laptop.begin()
  laptop.kill()
  db.close()
  await new Promise((resolve) => setTimeout(resolve, 200))
  expect(errors).toEqual([])
  asked.mockRestore()
})
