import { expect, it, vi } from 'vitest'
import { readBlob, shaOf } from '../../../../src/storage/blobs.ts'
import { makeDevices, type TestDevice } from './devices.ts'
import { putLongLog } from './long-log.ts'

/** `VITE_LONG_LOG` turns of two messages each make the long measurement, which is told. */
const TURNS = Number(import.meta.env['VITE_LONG_LOG'] ?? 45)
const PATIENT = { timeout: TURNS * 100 + 30_000, interval: 50 }

it(
  'a new device reads a long session by its stretches, and takes the same from it as from its segments; bytes come when they are asked for',
  async () => {
    const { storage, devices, vault } = await makeDevices(['Laptop', 'Phone', 'Tablet'])
    const [laptop, phone, tablet] = devices as [TestDevice, TestDevice, TestDevice]
    for (const device of devices) device.kill()
    const picture = new Uint8Array([1, 2, 3])
    const sha = await shaOf(picture)
    const { log, segments, rows } = await putLongLog(storage.connect(), vault, { turns: TURNS, picture: sha })
    const blobAt = { kind: 'blob', log, sha } as const
    storage.objects.set(await vault.keyOf(blobAt), await vault.seal(blobAt, picture))

    const opens = async (
      device: TestDevice,
    ): Promise<{ session: string; gets: number; kilobytes: number; ms: number }> => {
      const before = { gets: storage.counts.get, bytes: storage.read() }
      const began = performance.now()
      await device.begin()
      const session = await vi.waitFor(async () => {
        const found = await device.sessionOf(log)
        expect((await device.db.get('sync', found))?.next).toBeGreaterThanOrEqual(segments)
        return found
      }, PATIENT)
      const ms = Math.round(performance.now() - began)
      const kilobytes = Math.round((storage.read() - before.bytes) / 1024)
      return { session, gets: storage.counts.get - before.gets, kilobytes, ms }
    }
    const said = rows.map(({ input }) => (input.type === 'session-create' ? { ...input, sessionId: '' } : input))
    const bySegments = await opens(laptop)
    expect(bySegments.gets).toBeGreaterThanOrEqual(segments)
    expect(await laptop.journal(bySegments.session)).toEqual(said)
    // who only follows has no bytes that nobody looked at; who has the session has all of them
    expect(await readBlob(laptop.db, sha)).toBeNull()
    expect(await laptop.take(bySegments.session)).toMatchObject({ type: 'acknowledged' })
    await vi.waitFor(async () => expect(await readBlob(laptop.db, sha)).toEqual(picture), PATIENT)

    const stretches = () => [...storage.objects.keys()].filter((key) => key.includes('/x/'))
    const wanted = [64, 1024].reduce((sum, size) => sum + Math.floor((segments + 1) / size), 0)
    await vi.waitFor(() => expect(stretches().length).toBe(wanted), PATIENT)
    // one of them is not what was put there: its segments tell
    const [first = ''] = stretches()
    const whole = storage.objects.get(first) ?? new Uint8Array()
    storage.objects.set(first, whole.slice(0, -1))
    const byFewer = await opens(tablet)
    expect(await tablet.journal(byFewer.session)).toEqual(said)
    storage.objects.set(first, whole)
    // they look again and again whether there is more, and all gets are counted
    for (const device of [laptop, tablet]) device.kill()
    const byStretches = await opens(phone)
    expect(await phone.journal(byStretches.session)).toEqual(said)
    expect(byStretches.gets).toBeLessThan(segments / 2)
    if (TURNS > 1000) console.info('a new device', { segments, bySegments, byStretches })
    expect(devices.flatMap(({ errors }) => errors)).toEqual([])
  },
  PATIENT.timeout * 3,
)
