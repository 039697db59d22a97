import { expect, it, vi } from 'vitest'
import { putBlob, shaOf } from '../../../../src/storage/blobs.ts'
import { firstPlace } from '../../../../src/sync/log-state.ts'
import { type ObjectStore, StoreFailure } from '../../../../src/sync/object-store.ts'
import { makeVaultKey, openVault } from '../../../../src/sync/vault.ts'
import { carryOut } from '../../../../src/worker/sync/session/log-requests.ts'
import { randomId } from '../../../../src/worker/sync/storage/shared-storage.ts'
import { makeFakeObjectStore } from '../../../support/fake-object-store.ts'
import { said } from '../../../support/said.ts'
import { startSession } from '../../storage/archive-support.ts'
import { writerDatabase } from '../../storage/support.ts'
import { makeDevices, newId, type TestDevice } from './devices.ts'

const PATIENT = { timeout: 25_000, interval: 20 }
const noise = (length: number) => crypto.getRandomValues(new Uint8Array(length))

/** A session with a message that names these pictures. */
async function sendPictures(device: TestDevice, pictures: Uint8Array<ArrayBuffer>[]): Promise<string> {
  const sessionId = newId()
  await device.create(sessionId)
  const shas = await Promise.all(pictures.map((bytes) => putBlob(device.db, bytes, Date.now())))
  const images = shas.map((blob, n) => ({
    ...{ type: 'image' as const, mediaType: 'image/png', blob, name: `${n}.png`, width: 1, height: 1 },
  }))
  const content = [{ type: 'text' as const, text: 'Look at these.' }, ...images]
  const message = { type: 'user-send-message' as const, messageId: newId(), content, delivery: 'steer' as const }
  expect(await device.tell(sessionId, message)).toMatchObject({ type: 'acknowledged' })
  return sessionId
}

/** What a session's log asks for before its first segment. */
async function makeUpload(store: ObjectStore, sessions: number) {
  const { devices, vault } = await makeDevices(['Laptop'])
  const [laptop] = devices as [TestDevice]
  laptop.offline(true)
  const logs: (() => ReturnType<typeof carryOut>)[] = []
  for (let n = 0; n < sessions; n++) {
    const sessionId = await sendPictures(laptop, [noise(3000), noise(3000), noise(3000)])
    const storage = { store, vault, device: { id: 'Laptop', name: 'Laptop' } }
    const signal = new AbortController().signal
    const wire = { db: laptop.db, storage, sessionId, signal, sentBlobs: new Set<string>(), awaited: 0 }
    const place = firstPlace(randomId(), true)
    logs.push(() => carryOut({ type: 'upload', after: 0, to: 10 }, place, wire))
  }
  laptop.kill()
  return { vault, logs }
}

const nowhere = (): Promise<never> => Promise.reject(new StoreFailure({ kind: 'unreachable', message: 'away' }))
const NOWHERE: ObjectStore = {
  ...{ create: nowhere, get: nowhere, list: nowhere, put: nowhere, remove: nowhere, watch: nowhere },
}

it('a line that breaks again and again brings up one picture after the other: what is there is not sent again', async () => {
  const sent: string[] = []
  const { logs } = await makeUpload(
    {
      ...NOWHERE,
      create: async (key) => {
        sent.push(key)
        if (sent.length % 2 === 0) throw new StoreFailure({ kind: 'timeout', message: 'The storage took too long.' })
        return 'created'
      },
    },
    1,
  )
  const [upload] = logs
  const answers: (string | undefined)[] = []
  while (answers.at(-1) !== 'uploaded' && answers.length < 9) answers.push((await upload?.())?.event.type)
  expect(answers).toEqual(['unanswered', 'unanswered', 'uploaded'])
  expect(sent).toHaveLength(5)
  expect(new Set(sent).size).toBe(3)
})

it('of many sessions with pictures few are on their way at once, so that the worker never holds them all', async () => {
  let open = 0
  let most = 0
  const { logs } = await makeUpload(
    {
      ...NOWHERE,
      create: async () => {
        open += 1
        most = Math.max(most, open)
        await new Promise((resolve) => setTimeout(resolve, 5))
        open -= 1
        return 'created'
      },
    },
    6,
  )
  const answers = await Promise.all(logs.map((upload) => upload()))
  expect(answers.map(({ event }) => event.type)).toEqual(Array(6).fill('uploaded'))
  expect(most).toBeLessThanOrEqual(2)
})

it('a picture that came before Stop never reached other devices: it goes up with the input that stopped its answer', async () => {
  const { db, epoch } = await writerDatabase()
  const blob = await putBlob(db, noise(3000), 0)
  const { commit } = await startSession(db, epoch, 's')
  const content = [{ type: 'text' as const, text: 'Draw' }]
  await commit(said({ type: 'user-send-message', messageId: 'm', content, delivery: 'now' }))
  await commit({ type: 'user-abort', partials: { 2: [{ type: 'image', mediaType: 'image/png', blob }] } })
  const vault = await openVault(makeVaultKey())
  const storage = makeFakeObjectStore()
  const wire = {
    ...{ db, sessionId: 's', signal: new AbortController().signal, sentBlobs: new Set<string>(), awaited: 0 },
    storage: { store: storage.connect(), vault, device: { id: 'Laptop', name: 'Laptop' } },
  }
  const place = firstPlace(randomId(), true)
  expect(await carryOut({ type: 'upload', after: 0, to: 10 }, place, wire)).toMatchObject({
    event: { type: 'uploaded' },
  })
  expect([...storage.objects.keys()]).toEqual([await vault.keyOf({ kind: 'blob', log: place.log, sha: blob })])
})

it('a picture that is too large for the storage, and one whose bytes are damaged here, keep back no word of their session', async () => {
  const { storage, devices, vault } = await makeDevices(['Laptop', 'Phone'])
  const [laptop, phone] = devices as [TestDevice, TestDevice]
  storage.takes(40_000)
  const [large, spoilt, small] = [noise(60_000), noise(2000), noise(1500)]
  laptop.offline(true)
  const sessionId = await sendPictures(laptop, [large, spoilt, small])
  const bytes = noise(10)
  for (const { sha, ...row } of await laptop.db.getAll('blobs'))
    if ((row.bytes as Uint8Array).length === spoilt.length) await laptop.db.put('blobs', { sha, bytes })
  laptop.offline(false)
  laptop.kill()
  await laptop.begin()
  await vi.waitFor(async () => {
    const log = (await laptop.db.get('sync', sessionId))?.log ?? 'none'
    const there = await phone.sessionOf(log)
    expect(there).not.toBe('')
    expect(await phone.journal(there)).toEqual(await laptop.journal(sessionId))
  }, PATIENT)
  const { log = '' } = (await laptop.db.get('sync', sessionId)) ?? {}
  const isThere = async (picture: Uint8Array<ArrayBuffer>): Promise<boolean> =>
    storage.objects.has(await vault.keyOf({ kind: 'blob', log, sha: await shaOf(picture) }))
  expect(await Promise.all([large, spoilt, small].map(isThere))).toEqual([false, false, true])
})
