import type { UserIntent } from '../../../src/agent/user-intent.ts'
import type { Published } from '../../../src/protocol/published.ts'
import type { Provider } from '../../../src/settings/provider.ts'
import { highestSeq } from '../../../src/storage/restore.ts'
import { makeVaultKey, openVault } from '../../../src/sync/vault.ts'
import { putLongLog } from '../../browser/worker/sync/long-log.ts'
import { type BenchDevice, type Bucket, connectBucket, startDevice, type Traffic } from './bench-device.ts'
import { prose } from './prose.ts'

/**
 * Milliseconds until a message is kept (`step`) and until its answer is (`turn`), and what that took of the storage
 * with all its inputs.
 */
export type SharedStep = { step: number; turn: number; inputs: number } & Traffic
export type StepsOfDevices = { alone: { step: number; turn: number }[]; shared: SharedStep[] }
/** Milliseconds by which what was kept, and the words of an answer under way, came later on the device that follows. */
export type Followed = { kept: number[]; words: number[] }
export type Opened = { ms: number } & Traffic

const wait = (ms: number): Promise<void> => new Promise((resolve) => setTimeout(resolve, ms))

async function until(what: () => Promise<boolean>, ms = 120_000): Promise<void> {
  for (const end = performance.now() + ms; !(await what()); await wait(10))
    if (performance.now() > end) throw new Error('A device did not come so far')
}

/** All that it has done stands in the storage. */
const isSent = async ({ db }: BenchDevice, sessionId: string): Promise<boolean> => {
  const place = await db.get('sync', sessionId)
  return place !== undefined && place.pending === null && place.sent === (await highestSeq(db, sessionId))
}

function message(turn: number): UserIntent {
  const content = [{ type: 'text' as const, text: prose(80, turn) }]
  return { type: 'user-send-message', messageId: crypto.randomUUID(), content, delivery: 'steer' }
}

/** One turn: until the message is kept, and until the run that it began has ended. */
async function turnOf(device: BenchDevice, sessionId: string, turn: number): Promise<{ step: number; turn: number }> {
  const rested = device.rested(sessionId)
  const before = performance.now()
  const step = (await device.tell(sessionId, message(turn))) - before
  return { step, turn: (await rested) - before }
}

/**
 * Turns of a device without any storage and of one that shares, one after the other; nothing is on its way when one
 * begins.
 */
export async function stepOnDevices(bucket: Bucket, provider: Provider, rounds: number): Promise<StepsOfDevices> {
  const { store, traffic } = connectBucket(bucket)
  const vault = await openVault(makeVaultKey())
  const alone = await startDevice('Alone', [provider], null)
  const shared = await startDevice('Desk', [provider], { store, vault })
  const session = 'steps-of-devices'
  for (const device of [alone, shared]) await device.create(session)
  const figures: StepsOfDevices = { alone: [], shared: [] }
  for (let round = -5; round < rounds; round++) {
    const one = await turnOf(alone, session, round + 1000)
    const [before, seq] = [{ ...traffic }, await highestSeq(shared.db, session)]
    const two = await turnOf(shared, session, round + 1000)
    await until(() => isSent(shared, session))
    const inputs = (await highestSeq(shared.db, session)) - seq
    const { requests, up, down } = traffic
    const used = { requests: requests - before.requests, up: up - before.up, down: down - before.down }
    if (round < 0) continue
    figures.alone.push(one)
    figures.shared.push({ ...two, inputs, ...used })
  }
  for (const device of [alone, shared]) await device.remove()
  return figures
}

/** One device works, another one shows it: how much later everything is seen there. */
export async function followRun(bucket: Bucket, provider: Provider, turns: number): Promise<Followed> {
  const vault = await openVault(makeVaultKey())
  const [there, here] = [makeWitness(), makeWitness()]
  const desk = await startDevice('Desk', [provider], { store: connectBucket(bucket).store, vault }, there.hear)
  const session = 'followed-run'
  await desk.create(session)
  await turnOf(desk, session, 0)
  const phone = await startDevice('Phone', [provider], { store: connectBucket(bucket).store, vault }, here.hear)
  const isLevel = async (): Promise<boolean> => here.seq() === (await highestSeq(desk.db, session))
  await until(isLevel)
  let first = 0
  // the first finds it at rest, when it looks seldom: that is not counted
  for (let turn = 0; turn <= turns; turn++) {
    // looks come every 2 s: each turn begins at another moment between two
    await wait(1000 + ((turn * 700) % 2000))
    await turnOf(desk, session, turn + 1)
    await until(isLevel)
    if (turn === 0) first = there.seq()
  }
  for (const device of [desk, phone]) await device.remove()
  return {
    kept: there.kept.filter(({ seq }) => seq > first).map(({ seq, at }) => here.keptAt(seq) - at),
    words: there.words
      .filter(({ seq }) => seq >= first)
      // who has the whole answer has its words
      .map((each) => Math.min(here.saidAt(each.cut, each.length), here.keptAt(each.seq + 1)) - each.at),
  }
}

type Words = { seq: number; cut: number; length: number; at: number }

/** When a device has told its pages what. */
function makeWitness() {
  const kept: { seq: number; at: number }[] = []
  const words: Words[] = []
  const seq = (): number => kept.at(-1)?.seq ?? 0
  return {
    ...{ kept, words, seq },
    hear: (told: Published): void => {
      const at = performance.now()
      if (told.type === 'delta') kept.push({ seq: told.seq, at })
      if (told.type !== 'stream') return
      const length = Math.max(0, ...told.parts.map(({ offset, text }) => offset + text.length))
      words.push({ seq: seq(), cut: told.cut, length, at })
    },
    keptAt: (wanted: number): number => kept.find((each) => each.seq >= wanted)?.at ?? Number.POSITIVE_INFINITY,
    saidAt: (cut: number, length: number): number =>
      words.find((each) => each.cut === cut && each.length >= length)?.at ?? Number.POSITIVE_INFINITY,
  }
}

/**
 * A session that another device has, of so many turns of two messages, opened on new devices until all of it is there.
 */
export async function openOnNewDevices(bucket: Bucket, turns: number, rounds: number): Promise<Opened[]> {
  const vault = await openVault(makeVaultKey())
  const { log, segments } = await putLongLog(connectBucket(bucket).store, vault, {
    ...{ turns, picture: null, stretched: true },
  })
  const opened: Opened[] = []
  for (let round = 0; round < rounds; round++) {
    const { store, traffic } = connectBucket(bucket)
    const before = performance.now()
    const phone = await startDevice('Phone', [], { store, vault })
    await until(async () => (await phone.db.getAll('sync')).some((row) => row.log === log && row.next >= segments))
    opened.push({ ms: performance.now() - before, ...traffic })
    await phone.remove()
    // what it said of itself, in the second place for notes, is no part of what the next one reads
    await store.remove(await vault.keyOf({ kind: 'note', device: '1' }), new AbortController().signal)
  }
  return opened
}
