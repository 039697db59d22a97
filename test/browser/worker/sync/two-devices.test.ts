import { expect, it, vi } from 'vitest'
import type { Input } from '../../../../src/agent/input.ts'
import { AGENT_VERSION } from '../../../../src/agent/version.ts'
import type { SessionItem } from '../../../../src/protocol/common.ts'
import { DEMO_TASK } from '../../../../src/settings/demo-task.ts'
import { claimEpoch } from '../../../../src/storage/epoch.ts'
import { highestSeq } from '../../../../src/storage/restore.ts'
import { wholeSession } from '../../../../src/storage/session-range.ts'
import { StoreFailure } from '../../../../src/sync/object-store.ts'
import { encodeSegment } from '../../../../src/sync/segment.ts'
import type { Vault } from '../../../../src/sync/vault.ts'
import { foldRows } from '../../../../src/worker/sync/session/fold-rows.ts'
import { makeKeep } from '../../../../src/worker/sync/session/keep-place.ts'
import { randomId } from '../../../../src/worker/sync/storage/shared-storage.ts'
import type { FakeObjectStore } from '../../../support/fake-object-store.ts'
import { makeDevices, newId, type TestDevice } from './devices.ts'

const PATIENT = { timeout: 25_000, interval: 50 }
const send = (device: TestDevice, sessionId: string, text: string) =>
  device.tell(sessionId, {
    type: 'user-send-message',
    messageId: newId(),
    content: [{ type: 'text', text }],
    delivery: 'steer',
  })
const itemOf = (device: TestDevice, sessionId: string): SessionItem | undefined =>
  device.published
    .flatMap((message) => (message.type === 'sessions-changed' ? message.sessions : []))
    .findLast(({ id }) => id === sessionId)
const statusOf = (device: TestDevice, sessionId: string): string | undefined => itemOf(device, sessionId)?.status
/** It has its name, too, which comes after its first answer. */
const expectIdle = (device: TestDevice, sessionId: string): void =>
  expect(itemOf(device, sessionId)).toMatchObject({ status: 'idle', busy: false })
/** Of the segments of a log that are more than rows. */
async function kindsOf(storage: FakeObjectStore, vault: Vault, log: string): Promise<string[]> {
  const kinds: string[] = []
  for (let slot = 0; ; slot++) {
    const place = { kind: 'segment', log, slot } as const
    const sealed = storage.objects.get(await vault.keyOf(place))
    if (sealed === undefined) return kinds.filter((kind) => kind !== 'rows')
    kinds.push(JSON.parse(new TextDecoder().decode(await vault.open(place, sealed))).kind)
  }
}
const callsOf = async (device: TestDevice, sessionId: string) =>
  (await device.db.getAll('messages', wholeSession(sessionId))).flatMap((row) =>
    row.role === 'assistant' ? row.calls : [],
  )
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
  await laptop.create(here, 20)
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
    refusal: { code: 'runs-elsewhere', values: { device: 'Laptop' } },
  })
  expect(await laptop.db.get('sync', here)).toMatchObject({ owner: true })

  laptop.kill()
  expect(await phone.take(there)).toMatchObject({ type: 'acknowledged' })
  await vi.waitFor(() => expectIdle(phone, there), PATIENT)
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
    refusal: { code: 'runs-elsewhere', values: { device: 'Phone' } },
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
    expectIdle(laptop, here)
    return sessionId
  }, PATIENT)

  laptop.offline(true)
  await send(laptop, here, 'Only here')
  await phone.take(there)
  await send(phone, there, 'Only there')
  await vi.waitFor(() => expectIdle(phone, there), PATIENT)
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
  await vi.waitFor(async () => {
    expect((await laptop.db.get('sessions', here))?.title).toBe('Trip (from this device)')
    expect(await laptop.db.get('sync', here)).toBeUndefined()
    expect(itemOf(laptop, here)?.apart).toMatchObject({ by: 'Phone', session: follower, messages: 1 })
  }, PATIENT)
  expect(await send(laptop, follower, 'Hello')).toMatchObject({ type: 'refused' })

  // sent there: the session is taken, the message said in it under its old id, the copy deleted, and nothing more is
  // asked
  expect(await laptop.settle(here, 'send')).toMatchObject({ type: 'acknowledged', outcome: 'committed' })
  const said = (device: TestDevice, sessionId: string) =>
    vi.waitFor(async () => {
      const texts = (await device.journal(sessionId)).flatMap((input) =>
        input.type === 'user-send-message' ? input.content.map((block) => 'text' in block && block.text) : [],
      )
      expect(texts).toEqual(['Hello', 'Only there', 'Only here'])
    }, PATIENT)
  await Promise.all([said(laptop, follower), said(phone, there)])
  expect(await laptop.db.get('sync', follower)).toMatchObject({ owner: true, apart: [] })
  expect((await laptop.db.get('sessions', here))?.deletedAt).not.toBeNull()
  await vi.waitFor(() => expect(itemOf(laptop, here)?.apart).toBeNull(), PATIENT)
  // the page asks again after a crash: it is decided
  expect(await laptop.settle(here, 'send')).toMatchObject({ type: 'acknowledged', outcome: 'unapplied' })
})

it('a session is deleted on whichever device, and restored; long after, the others know that it is gone for good, and so does the storage', async () => {
  const { devices, storage, vault } = await makeDevices(['Laptop', 'Phone'])
  const [laptop, phone] = devices as [TestDevice, TestDevice]
  const here = newId()
  await laptop.create(here)
  await send(laptop, here, 'Hello')
  const log = await logOf(laptop, here)
  const there = await vi.waitFor(async () => {
    const sessionId = await phone.sessionOf(log)
    expect(await phone.journal(sessionId)).toEqual(await laptop.journal(here))
    expectIdle(laptop, here)
    return sessionId
  }, PATIENT)
  const isDeleted = (device: TestDevice, sessionId: string, deleted: boolean) =>
    vi.waitFor(async () => {
      expect((await device.db.get('sessions', sessionId))?.deletedAt !== null).toBe(deleted)
    }, PATIENT)

  // who follows it deletes it, and takes that back
  expect(await phone.tell(there, { type: 'user-delete-session' })).toMatchObject({ outcome: 'committed' })
  await isDeleted(laptop, here, true)
  expect(await phone.tell(there, { type: 'user-restore-session' })).toMatchObject({ outcome: 'committed' })
  await isDeleted(laptop, here, false)
  expect(await laptop.tell(here, { type: 'user-delete-session' })).toMatchObject({ outcome: 'committed' })
  await isDeleted(phone, there, true)

  const long = 2 * 24 * 60 * 60 * 1000
  const laterOn = async (device: TestDevice, change: () => Promise<unknown>): Promise<void> => {
    device.kill()
    await change()
    await device.begin()
  }
  const isOver = (device: TestDevice, sessionId: string) =>
    vi.waitFor(async () => expect(await device.db.get('sync', sessionId)).toMatchObject({ over: true }), PATIENT)
  const slots = () => [...storage.objects.keys()].filter((key) => key.includes('/s/')).map((key) => key.slice(-8))
  expect(slots().length).toBeGreaterThan(3)
  const head = await laptop.db.get('sessions', here)
  if (head === undefined) throw new Error('The session is not there.')
  await laterOn(laptop, () => laptop.db.put('sessions', { ...head, deletedAt: Date.now() - long }))
  await isOver(laptop, here)
  phone.offline(true)
  // the result of an action whose session was taken from its device
  const late = { kind: 'late', log, call: 'call-1', attempt: 0 } as const
  storage.objects.set(await vault.keyOf(late), await vault.seal(late, new Uint8Array([1])))
  const row = await laptop.db.get('sync', here)
  if (row === undefined) throw new Error('It is not remembered that its log is over.')
  await laterOn(laptop, () => laptop.db.put('sync', { ...row, overAt: Date.now() - long }))
  await vi.waitFor(() => expect(slots()).toEqual(['00000000']), PATIENT)
  const stays = /\/[vsd](?:\/|$)/
  await vi.waitFor(() => expect([...storage.objects.keys()].filter((key) => !stays.test(key))).toEqual([]), PATIENT)
  // its rows go, and that its log is over is remembered
  await vi.waitFor(async () => expect(await laptop.db.get('sessions', here)).toBeUndefined(), PATIENT)
  await isOver(laptop, here)
  // one that was away all the time finds the tombstone, and does not follow it anew
  phone.kill()
  phone.offline(false)
  await phone.begin()
  await isOver(phone, there)
  expect(await phone.db.count('sync')).toBe(1)
  expect([...laptop.errors, ...phone.errors.filter((error) => !(error instanceof StoreFailure))]).toEqual([])
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
  await vi.waitFor(() => expectIdle(laptop, here), PATIENT)
  phone.offline(true)
  await phone.begin()
  expect(await send(phone, there, 'Hello')).toMatchObject({
    type: 'refused',
    refusal: { code: expect.stringMatching('runs-elsewhere') },
  })
  phone.offline(false)
  await vi.waitFor(async () => expect(await phone.journal(there)).toEqual(await laptop.journal(here)), PATIENT)
})

it('what waits for a person is decided, and stopped, on a device that only follows, once; a run at work is handed over between two answers', async () => {
  const { devices, storage, vault } = await makeDevices(['Laptop', 'Phone'], 20_000)
  const [laptop, phone] = devices as [TestDevice, TestDevice]
  const here = newId()
  await laptop.create(here)
  const tools = (await laptop.db.get('configs', here))?.config.tools ?? {}
  const asked = Object.fromEntries(
    Object.entries(tools).map(([name, rule]) => [name, { ...rule, approval: 'ask' as const }]),
  )
  await laptop.tell(here, { type: 'user-configure', config: { tools: asked } })
  await send(laptop, here, DEMO_TASK)
  const log = await logOf(laptop, here)
  const waiting = async (device: TestDevice, sessionId: string, but = ''): Promise<string> =>
    vi.waitFor(async () => {
      const [call] = (await callsOf(device, sessionId)).filter(({ status, id }) => status === 'pending' && id !== but)
      expect(call).toBeDefined()
      return call?.id ?? ''
    }, PATIENT)
  const there = await vi.waitFor(async () => {
    const sessionId = await phone.sessionOf(log)
    expect(sessionId).not.toBe('')
    return sessionId
  }, PATIENT)
  const decisions = async (device: TestDevice, sessionId: string): Promise<number> =>
    (await device.journal(sessionId)).filter(({ type }) => type === 'user-decide-tool-call').length

  const first = await waiting(phone, there)
  const approve = { type: 'user-decide-tool-call', toolCallId: first, decision: 'approve', scope: 'once' } as const
  expect(await phone.tell(there, approve)).toMatchObject({ type: 'acknowledged', outcome: 'committed' })
  expect(await decisions(laptop, here)).toBe(1)
  await vi.waitFor(async () => expect(await decisions(phone, there)).toBe(1), PATIENT)
  // said again it does not apply any more; the run is still the laptop's
  expect(await phone.tell(there, approve)).toMatchObject({ type: 'acknowledged' })
  expect(await decisions(laptop, here)).toBe(1)
  const second = await waiting(phone, there, first)
  expect(await phone.tell(there, { type: 'user-abort' })).toMatchObject({ type: 'acknowledged' })
  await vi.waitFor(() => expect(statusOf(laptop, here)).toBe('stopped'), PATIENT)
  expect(await laptop.db.get('sync', here)).toMatchObject({ owner: true })
  expect(second).not.toBe(first)

  const demo = (speed: number) => ({ providerId: 'demo', model: `demo:?speed=${speed}`, thinking: 'off' as const })
  // at work for as long as the other device needs to see it
  await laptop.tell(here, { type: 'user-configure', config: { tools, model: demo(2) } })
  await send(laptop, here, DEMO_TASK)
  await vi.waitFor(() => expect(statusOf(phone, there)).toBe('thinking'), PATIENT)
  await phone.take(there)
  await phone.tell(there, { type: 'user-configure', config: { model: demo(1000) } })
  await vi.waitFor(() => expectIdle(phone, there), PATIENT)
  // it was given back, not lost: what had begun there just then is the only answer that began twice, and the laptop
  // keeps no copy
  const types = (await phone.journal(there)).map(({ type }) => type)
  const begun = types.filter((type) => type === 'brain-send-message-start').length
  expect(begun - types.filter((type) => type === 'brain-send-message-complete').length).toBeLessThanOrEqual(1)
  expect(await kindsOf(storage, vault, log)).toEqual(['yield', 'take'])
  await vi.waitFor(async () => expect(await laptop.journal(here)).toEqual(await phone.journal(there)), PATIENT)
  expect(await laptop.db.count('sessions')).toBe(1)
  expect([...laptop.errors, ...phone.errors]).toEqual([])
})

/**
 * A session that has been answered and stands in the log whole, on the first device; and the other device's id for it.
 */
async function answeredOnce(
  laptop: TestDevice,
  phone: TestDevice,
): Promise<{ here: string; there: string; log: string }> {
  const here = newId()
  await laptop.create(here)
  await send(laptop, here, 'Hello')
  const log = await logOf(laptop, here)
  const there = await vi.waitFor(async () => {
    const sessionId = await phone.sessionOf(log)
    expectIdle(laptop, here)
    expect((await laptop.db.get('sync', here))?.sent).toBe(await highestSeq(laptop.db, here))
    expect(await phone.journal(sessionId)).toEqual(await laptop.journal(here))
    return sessionId
  }, PATIENT)
  return { here, there, log }
}

/**
 * A session whose answer is under way, and stays so for long; and a device of which only its words in the storage are
 * there.
 */
async function atWork() {
  const { devices, storage, vault } = await makeDevices(['Laptop'])
  const [laptop] = devices as [TestDevice]
  const here = newId()
  // on a busy machine, longer than the wish takes to be heard
  const model = 'demo:?speed=0.05'
  await laptop
    .writer()
    .run(newId(), { kind: 'create-session', sessionId: here, providerId: 'demo', model, thinking: 'off' })
  await send(laptop, here, DEMO_TASK)
  const log = await logOf(laptop, here)
  const level = async (): Promise<number> =>
    vi.waitFor(async () => {
      const { sent, next = 0, pending } = (await laptop.db.get('sync', here)) ?? {}
      expect(statusOf(laptop, here)).toBe('thinking')
      // before that, the start of the answer is still to come
      expect((await laptop.db.get('sessions', here))?.live).toHaveLength(1)
      expect([sent, pending]).toEqual([await highestSeq(laptop.db, here), null])
      // until it has its name, another segment of its own may come where the other device writes
      expect((await laptop.journal(here)).map(({ type }) => type)).toContain('brain-name-session')
      return next
    }, PATIENT)
  const noteAt = async (n: number) => ({ kind: 'note', device: `${n}` }) as const
  /** Wishes to go on with it. Resolves when that was heard. */
  const wish = async (): Promise<void> => {
    const id = newId()
    const place = await noteAt(1)
    const note = { format: 1, device: 'Ghost', name: 'Ghost', beat: 1, sessions: [], asks: [{ id, log }] }
    storage.objects.set(
      await vault.keyOf(place),
      await vault.seal(place, new TextEncoder().encode(JSON.stringify(note))),
    )
    await vi.waitFor(async () => {
      const own = await noteAt(0)
      const sealed = storage.objects.get(await vault.keyOf(own)) ?? new Uint8Array()
      expect(new TextDecoder().decode(await vault.open(own, sealed))).toContain(`"answers":[{"id":"${id}"`)
    }, PATIENT)
  }
  const take = async (slot: number): Promise<void> => {
    const place = { kind: 'segment', log, slot } as const
    const { previous = '' } = (await laptop.db.get('sync', here)) ?? {}
    const bytes = encodeSegment({ id: randomId(), device: 'Ghost', kind: 'take', previous, rows: [] })
    storage.objects.set(await vault.keyOf(place), await vault.seal(place, bytes))
  }
  return { laptop, storage, vault, here, log, level, wish, take }
}

it('a session that was given back to a device which then went away is said to go on nowhere, and goes on here by a press: it stood still without a word', async () => {
  const { laptop, here, level, wish } = await atWork()
  await level()
  await wish()
  // between two answers
  await laptop.tell(here, { type: 'user-abort' })
  await vi.waitFor(async () => expect(await laptop.db.get('sync', here)).toMatchObject({ owner: false }), PATIENT)
  await vi.waitFor(() => expect(itemOf(laptop, here)?.elsewhere).toMatchObject({ free: true }), PATIENT)
  expect(await laptop.take(here)).toMatchObject({ type: 'acknowledged' })
  await vi.waitFor(() => expect(itemOf(laptop, here)?.elsewhere).toBeUndefined(), PATIENT)
  expect(await laptop.tell(here, { type: 'user-name-session', title: 'Mine' })).toMatchObject({ type: 'acknowledged' })
}, 60_000)

it('a wish that was overtaken by a take does not take the session once more from who has taken it back', async () => {
  const { laptop, storage, vault, here, log, level, wish, take } = await atWork()
  await level()
  await wish()
  await take(await level())
  await vi.waitFor(async () => expect(await laptop.db.get('sync', here)).toMatchObject({ owner: false }), PATIENT)
  expect(await laptop.take(here)).toMatchObject({ type: 'acknowledged' })
  // its answer begins anew, which is when one lets go who was asked to
  const starts = async () => (await laptop.journal(here)).filter(({ type }) => type === 'brain-send-message-start')
  await vi.waitFor(async () => expect(await starts()).toHaveLength(2), PATIENT)
  await level()
  expect(await laptop.tell(here, { type: 'user-abort' })).toMatchObject({ type: 'acknowledged' })
  await vi.waitFor(async () => {
    expect((await laptop.db.get('sync', here))?.sent).toBe(await highestSeq(laptop.db, here))
  }, PATIENT)
  expect(await kindsOf(storage, vault, log)).toEqual(['take', 'take'])
  expect(await laptop.tell(here, { type: 'user-name-session', title: 'Mine' })).toMatchObject({ type: 'acknowledged' })
}, 60_000)

it('a device that reads a log before it has heard of anybody says who has the session as soon as it hears', async () => {
  const { storage, devices } = await makeDevices(['Laptop', 'Phone'])
  const [laptop, phone] = devices as [TestDevice, TestDevice]
  const { here, there } = await answeredOnce(laptop, phone)
  laptop.kill()
  expect(await phone.take(there)).toMatchObject({ type: 'acknowledged' })
  // what the others say of themselves cannot be read at first
  storage.next('list', 'unreachable')
  await laptop.begin()
  await vi.waitFor(
    async () => expect(await laptop.db.get('sync', here)).toMatchObject({ owner: false, by: 'Phone' }),
    PATIENT,
  )
  await vi.waitFor(() => expect(itemOf(laptop, here)?.elsewhere).toMatchObject({ by: 'Phone' }), PATIENT)
})

it('a message that is committed while another device’s rows come in is not written over by them; alone, they are taken', async () => {
  const { devices } = await makeDevices(['Laptop', 'Phone'])
  const [laptop, phone] = devices as [TestDevice, TestDevice]
  const { here } = await answeredOnce(laptop, phone)
  laptop.kill()
  const { db } = laptop
  const row = await db.get('sync', here)
  if (row === undefined) throw new Error('It is not shared.')
  const epoch = await claimEpoch(db)
  const seq = await highestSeq(db, here)
  const named = (title: string, at: number): Input => ({ type: 'user-name-session', title, seq: at, timestamp: 1 })
  let late: Input | null = named('Said here, at the last moment', seq + 1)
  const keep = makeKeep({
    ...{ db, epoch, publish: () => {}, superseded: () => {}, replace: () => {}, placeOf: () => undefined },
    // the machine ends with what it was at
    stopMachine: async () => {
      const how = { isNew: false, mustApply: true }
      if (late !== null) await foldRows({ db, epoch }, here, [late], { put: [], remove: [] }, how)
      late = null
    },
  })
  const said = (at: number) => [{ seq: at, timestamp: 1, agentVersion: AGENT_VERSION, input: named('Said there', at) }]
  const titles = async (): Promise<unknown[]> =>
    (await laptop.journal(here)).filter((input) => input.seq > seq).map((input) => 'title' in input && input.title)

  expect(
    await keep({ ...row, sent: seq + 1 }, { keep: seq, rows: said(seq + 1), forks: false, compared: seq }),
  ).toBeNull()
  expect(await titles()).toEqual(['Said here, at the last moment'])
  // nothing of the place was stored either: the log is compared again
  expect(await db.get('sync', here)).toEqual(row)

  const next = { ...row, sent: seq + 2 }
  expect(await keep(next, { keep: seq + 1, rows: said(seq + 2), forks: false, compared: seq + 1 })).toEqual(next)
  expect(await titles()).toEqual(['Said here, at the last moment', 'Said there'])
})
