import { expect, it, vi } from 'vitest'
import type { Input } from '../../../../src/agent/input.ts'
import { wholeSession } from '../../../../src/storage/session-range.ts'
import { decodeSegment, hashOf } from '../../../../src/sync/segment.ts'
import type { Vault } from '../../../../src/sync/vault.ts'
import { type Evidence, judge, type SaidRow } from '../../../support/devices-oracle.ts'
import type { FakeObjectStore } from '../../../support/fake-object-store.ts'
import { makeDevices, newId, type TestDevice } from './devices.ts'

/** `VITE_DEVICES_TORTURE` blows make a long sitting; `VITE_DEVICES_SEED` another one. */
const BLOWS = Number(import.meta.env['VITE_DEVICES_TORTURE'] ?? 12)
const SEED = Number(import.meta.env['VITE_DEVICES_SEED'] ?? 1)
const PATIENT = { timeout: 60_000, interval: 100 }
const FAULTS = {
  ...{ lost: 0.02, late: 0.02, doubtful: 0.02, twice: 0.02, unreachable: 0.02 },
  ...{ html: 0.01, forbidden: 0.01, full: 0.01, 'rate-limited': 0.01 },
}

const randomFrom = (seed: number) => (): number => {
  seed = (Math.imul(seed, 1_103_515_245) + 12_345) & 0x7fffffff
  return seed / 0x7fffffff
}

it(
  'two devices that are killed, cut off and take the session from each other on a bad storage lose and double nothing',
  async () => {
    const { storage, devices, vault } = await makeDevices(['Laptop', 'Phone'], 300)
    const random = randomFrom(SEED)
    const told = new Map<TestDevice, string[]>(devices.map((device) => [device, []]))
    const alive = new Set(devices)
    const struck: Record<string, number> = {}
    const [laptop] = devices as [TestDevice]
    const here = newId()
    await laptop.create(here)
    const say = async (device: TestDevice, sessionId: string): Promise<boolean> => {
      const messageId = newId()
      const content = [{ type: 'text' as const, text: 'Hello' }]
      const input = { type: 'user-send-message', messageId, content, delivery: 'steer' } as const
      const answered = await device.tell(sessionId, input)
      const isKept = answered?.type === 'acknowledged' && answered.outcome === 'committed'
      if (isKept) told.get(device)?.push(messageId)
      return isKept
    }
    await say(laptop, here)
    const log = await vi.waitFor(async () => {
      const row = await laptop.db.get('sync', here)
      expect(row?.next).toBeGreaterThan(0)
      return row?.log ?? ''
    }, PATIENT)

    storage.chances(FAULTS)
    const blow = async (device: TestDevice): Promise<string> => {
      const p = random()
      if (!alive.has(device)) {
        await device.begin()
        alive.add(device)
        return 'begun again'
      }
      if (p < 0.2) {
        device.kill()
        alive.delete(device)
        return 'killed'
      }
      if (p < 0.3) {
        device.offline(true)
        return 'cut off'
      }
      if (p < 0.45) {
        device.offline(false)
        return 'online'
      }
      const sessionId = await device.sessionOf(log)
      if (sessionId === '') return 'knew nothing yet'
      if (p < 0.65) return (await device.take(sessionId))?.type === 'acknowledged' ? 'taken' : 'not taken'
      return (await say(device, sessionId)) ? 'said' : 'not said'
    }
    for (let n = 0; n < BLOWS; n++) {
      const device = devices[Math.floor(random() * devices.length)] as TestDevice
      const what = await Promise.race([
        blow(device),
        new Promise<string>((resolve) => setTimeout(resolve, 3000, 'left waiting')),
      ])
      struck[what] = (struck[what] ?? 0) + 1
      await new Promise((resolve) => setTimeout(resolve, random() * 500))
    }

    storage.chances({})
    storage.settle()
    for (const device of devices) {
      device.offline(false)
      if (!alive.has(device)) await device.begin()
    }
    await vi.waitFor(async () => {
      const evidence = await gather(storage, vault, log, devices, told)
      for (const device of devices) {
        const row = await device.db.get('sync', await device.sessionOf(log))
        expect(row).toMatchObject({ pending: null, next: evidence.log.length })
      }
      expect(judge(evidence)).toEqual([])
    }, PATIENT)
    if (BLOWS > 12) console.info('two devices under blows', { SEED, BLOWS, struck })
  },
  BLOWS * 4000 + 90_000,
)

async function gather(
  storage: FakeObjectStore,
  vault: Vault,
  log: string,
  devices: readonly TestDevice[],
  told: ReadonlyMap<TestDevice, string[]>,
): Promise<Evidence> {
  const segments: Evidence['log'] = []
  for (let slot = 0, after = 0; ; slot++) {
    const place = { kind: 'segment', log, slot } as const
    const sealed = storage.objects.get(await vault.keyOf(place))
    if (sealed === undefined) break
    const bytes = await vault.open(place, sealed)
    const decoded = decodeSegment(bytes, after)
    if (decoded.type !== 'segment') throw new Error(`Slot ${slot} is ${decoded.type}.`)
    const { kind, device, previous, rows } = decoded.segment
    after = rows.at(-1)?.seq ?? after
    segments.push({ kind, device, previous, hash: await hashOf(bytes), rows: rows.map(({ input }) => saidOf(input)) })
  }
  const seen = devices.map(async (device, n) => {
    const own = await device.sessionOf(log)
    const others = (await device.db.getAllKeys('sessions')).filter((sessionId) => sessionId !== own)
    return {
      name: n === 0 ? 'Laptop' : 'Phone',
      journal: await journalOf(device, own),
      copies: await Promise.all(others.map((sessionId) => journalOf(device, sessionId))),
      told: told.get(device) ?? [],
    }
  })
  return { log: segments, devices: await Promise.all(seen) }
}

const journalOf = async (device: TestDevice, sessionId: string): Promise<SaidRow[]> =>
  (await device.db.getAll('journal', wholeSession(sessionId))).map(({ input }) => saidOf(input))

const saidOf = (input: Input): SaidRow => ({
  ...{ seq: input.seq, type: input.type },
  ...('messageId' in input && { messageId: input.messageId }),
  ...('toolCallId' in input && { toolCallId: input.toolCallId }),
  ...('attempt' in input && { attempt: input.attempt }),
})
