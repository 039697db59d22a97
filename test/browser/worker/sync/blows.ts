import { expect, vi } from 'vitest'
import type { Input } from '../../../../src/agent/input.ts'
import { wholeSession } from '../../../../src/storage/session-range.ts'
import { decodeSegment, hashOf } from '../../../../src/sync/segment.ts'
import type { Vault } from '../../../../src/sync/vault.ts'
import { type Evidence, judge, type SaidRow } from '../../../support/devices-oracle.ts'
import type { FakeObjectStore } from '../../../support/fake-object-store.ts'
import { makeDevices, newId, type TestDevice } from './devices.ts'
import { LIES } from './lying-store.ts'

const PATIENT = { timeout: 60_000, interval: 100 }
/** Nobody has had the session for this many ms: its person continues it. */
const NOBODY = 5000
const FAULTS = {
  ...{ lost: 0.02, late: 0.02, doubtful: 0.02, twice: 0.02, unreachable: 0.02 },
  ...{ html: 0.01, forbidden: 0.01, full: 0.01, 'rate-limited': 0.01 },
}

const randomFrom = (seed: number) => (): number => {
  seed = (Math.imul(seed, 1_103_515_245) + 12_345) & 0x7fffffff
  return seed / 0x7fffffff
}

/** Rejects when the oracle finds a violation, or when the two do not come to rest. */
export async function blowsOnTwoDevices(
  seed: number,
  { blows, lies }: { blows: number; lies: boolean },
): Promise<void> {
  const { storage, devices, vault } = await makeDevices(['Laptop', 'Phone'], 300)
  const random = randomFrom(seed)
  const header = await vault.keyOf({ kind: 'header' })
  await storage.connect().put(header, new Uint8Array(8), new AbortController().signal)
  const told = new Map<TestDevice, string[]>(devices.map((device) => [device, []]))
  const alive = new Set(devices)
  const struck: Record<string, number> = {}
  const [laptop] = devices as [TestDevice]
  const here = newId()
  await laptop.create(here, 20)
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
  let backup = new Map(storage.objects)
  const lie = (): string => {
    const p = random()
    if (p < 0.25) {
      backup = new Map(storage.objects)
      return 'backup'
    }
    if (p < 0.6) {
      storage.objects.clear()
      for (const [key, bytes] of backup) storage.objects.set(key, bytes)
      return 'set back'
    }
    const how = p < 0.75 ? null : (LIES[Math.floor(random() * LIES.length)] ?? null)
    const [from, to] = random() < 0.5 ? [0, 2] : random() < 0.5 ? [0, 1] : [1, 2]
    for (const device of devices.slice(from, to)) device.lie(how)
    return how ?? 'honest'
  }
  const blow = async (device: TestDevice): Promise<string> => {
    if (lies && random() < 0.4) return lie()
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
  for (let n = 0; n < blows; n++) {
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
    device.lie(null)
    if (!alive.has(device)) await device.begin()
  }
  let nobodySince: number | null = null
  const look = async (): Promise<void> => {
    const { evidence, slots } = await gather(storage, vault, log, devices, told)
    const rows = await Promise.all(devices.map(async (device) => device.db.get('sync', await device.sessionOf(log))))
    const owners = rows.filter((row) => row?.owner).length
    // a person continues what no device has
    nobodySince = owners > 0 ? null : (nobodySince ?? Date.now())
    if (nobodySince !== null && Date.now() - nobodySince > NOBODY) await laptop.take(await laptop.sessionOf(log))
    const segments = evidence.log.map(({ kind, device, rows }) => `${device} ${kind} ${rows.length}`)
    const places = JSON.stringify({ slots, rows, segments })
    if (lies) expect(owners, places).toBe(1)
    for (const row of rows) expect(row, places).toMatchObject({ pending: null, next: slots })
    expect(judge(evidence).join(' '), places).toBe('')
  }
  const timeout = Number(import.meta.env['VITE_DEVICES_PATIENCE'] ?? (lies ? 120_000 : PATIENT.timeout))
  await vi.waitFor(look, { ...PATIENT, timeout }).catch((error: Error) => {
    const errors = devices.map((device) => device.errors.slice(-5).map(String).join('; '))
    throw new Error(`${error.message} ${JSON.stringify({ struck, errors })}`)
  })
  for (const device of devices) device.kill()
  console.info('two devices under blows', JSON.stringify({ seed, lies, blows, struck }))
}

async function gather(
  storage: FakeObjectStore,
  vault: Vault,
  log: string,
  devices: readonly TestDevice[],
  told: ReadonlyMap<TestDevice, string[]>,
): Promise<{ evidence: Evidence; slots: number }> {
  const once = await onceOf(devices, log)
  const said = (input: Input): SaidRow => saidOf(input, once)
  const journalOf = async ({ db }: TestDevice, sessionId: string): Promise<SaidRow[]> =>
    (await db.getAll('journal', wholeSession(sessionId))).map(({ input }) => said(input))
  const segments: Evidence['log'] = []
  let slots = 0
  for (; ; slots++) {
    const slot = slots
    const place = { kind: 'segment', log, slot } as const
    const sealed = storage.objects.get(await vault.keyOf(place))
    if (sealed === undefined) break
    const bytes = await vault.open(place, sealed)
    const decoded = decodeSegment(bytes, 0)
    if (decoded.type !== 'segment') throw new Error(`Slot ${slot} is ${decoded.type}.`)
    const { kind, device, previous, rows } = decoded.segment
    // it follows something that the storage has lost
    if (previous !== (segments.at(-1)?.hash ?? '')) continue
    segments.push({ kind, device, previous, hash: await hashOf(bytes), rows: rows.map(({ input }) => said(input)) })
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
  return { evidence: { log: segments, devices: await Promise.all(seen) }, slots }
}

/** Calls of the session that must not be carried out twice. */
async function onceOf(devices: readonly TestDevice[], log: string): Promise<ReadonlySet<string>> {
  const rows = devices.map(async (device) => device.db.getAll('messages', wholeSession(await device.sessionOf(log))))
  const calls = (await Promise.all(rows)).flat().flatMap((row) => (row.role === 'assistant' ? row.calls : []))
  return new Set(calls.flatMap(({ id, repeat }) => (repeat === 'once' ? [id] : [])))
}

const saidOf = (input: Input, once: ReadonlySet<string>): SaidRow => ({
  ...{ seq: input.seq, type: input.type },
  ...('messageId' in input && { messageId: input.messageId }),
  ...('toolCallId' in input && { toolCallId: input.toolCallId }),
  ...('attempt' in input && { attempt: input.attempt }),
  ...(input.type === 'toolkit-start' && !once.has(input.toolCallId) && { repeats: true }),
})
