import type { SyncRow } from '../../../src/storage/schema.ts'
import type { CouchDbServer } from '../../support/couchdb-server.ts'
import { pause } from '../pause.ts'
import type { Provider } from '../provider.ts'
import { makeRandom, type Random } from '../random.ts'
import { type Rows, rowsOf } from '../stored.ts'
import type { ToolServer } from '../tool-server.ts'
import type { Device, Seen } from './device.ts'
import { type DeviceEvidence, violations } from './oracle.ts'
import { makePerson, type Person } from './person.ts'
import type { Blow, Plan } from './plan.ts'
import { comeToRest } from './rest.ts'
import { type Backup, loseSegments, readLog, setBack, startsAnywhere, takeBackup } from './store.ts'

/** Carries out one plan on two devices of one storage, then lets them rest, then judges. */

export type World = {
  devices: readonly [Device, Device]
  couch: CouchDbServer
  /** The vault's, as the storage itself is reached. */
  code: string
  provider: Provider
  tools: ToolServer
  count: (what: string) => void
  note: (line: string) => void
}
export type Scene = World & {
  plan: Plan
  person: Person
  random: Random
  log: string
  bad: Set<string>
  lost: Set<string>
  backup: Backup | null
}

/** What one is given to know of a session that was begun on the other. */
const STEP = 250
const FIRST = 60_000

export async function runScenario(plan: Plan, world: World): Promise<string[]> {
  const { devices, provider, note } = world
  const [laptop] = devices
  provider.setWeather({ random: makeRandom(plan.seed ^ 0xbad), rate: 0.08, pace: 120 })
  const random = makeRandom(plan.seed ^ 0x5eed)
  const scene: Scene = {
    ...world,
    plan,
    random,
    person: makePerson(plan.seed, random),
    log: '',
    bad: new Set(),
    lost: new Set(),
    backup: null,
  }
  const sessionId = `s${plan.seed}n0`
  const making = {
    kind: 'create-session',
    sessionId,
    providerId: 'openai-compatible',
    model: 'torture',
    thinking: 'off',
  }
  await laptop.ask('command', `c${plan.seed}`, making as never)
  await scene.person.say(laptop, sessionId, plan.first)
  const shared = await until(FIRST, async () => {
    const place = (await laptop.ask('places'))?.find((row) => row.sessionId === sessionId)
    return place !== undefined && place.next > 0 ? place : null
  })
  if (shared === null) return ['the first device did not share its session']
  scene.log = shared.log
  for (const blow of plan.blows) {
    note(`${devices[blow.device].name}: ${JSON.stringify(blow.what).slice(0, 200)}`)
    await strike(scene, blow)
    await live(scene, blow.pause)
  }
  const stuck = await comeToRest(scene)
  for (let n = 0; n < scene.person.late(); n++) world.count('late result used')
  const found = [...stuck, ...scene.bad]
  return found.length > 0 ? found : judge(scene)
}

/** The session that stands for the log on a device; undefined: it has heard of none yet. */
export const placeOn = ({ log }: Scene, seen: Seen | null): SyncRow | undefined =>
  seen?.places.find((row) => row.log === log)

/** Looks at what a device shows and answers what waits there. */
export async function tend(scene: Scene, device: Device, goOn: boolean): Promise<Seen | null> {
  if (!device.isUp() || device.isAsleep()) return null
  const seen = await device.look()
  if (seen === null) return null
  scene.person.hear(device, seen)
  for (const problem of seen.bad) scene.bad.add(`${device.name}: ${problem}`)
  await scene.person.answer(device, seen, placeOn(scene, seen)?.sessionId, goOn)
  return seen
}

async function live(scene: Scene, ms: number): Promise<void> {
  const end = Date.now() + ms
  do {
    await Promise.all(scene.devices.map((device) => tend(scene, device, false)))
    await pause(STEP)
  } while (Date.now() < end)
}

async function strike(scene: Scene, { device: n, what }: Blow): Promise<void> {
  const { devices, person, count, random } = scene
  const wanted = [devices[n], devices[1 - n] as Device].filter((each) => !each.isAsleep())
  const device = await whoCan(scene, what.kind, wanted)
  if (device === undefined) return
  if (!device.isUp()) {
    await device.begin()
    await person.remind(device)
    count('begun again')
    return
  }
  const later = (ms: number, end: () => void): void => void setTimeout(() => end(), ms)
  if (what.kind === 'kill') {
    await device.kill()
    return count('kill')
  }
  if (what.kind === 'sleep') {
    device.sleep()
    later(what.ms, () => device.isAsleep() && device.wake())
    return count('sleep')
  }
  if (what.kind === 'part') {
    device.way(what.trouble)
    later(what.ms, () => device.way(null))
    return count(`way ${what.trouble}`)
  }
  if (what.kind === 'lose') {
    for (const call of await loseSegments(scene.couch.url, scene.code, scene.log, what.segments)) scene.lost.add(call)
    return count('segments lost')
  }
  if (what.kind === 'lie') {
    for (const each of devices) each.way(what.trouble)
    later(what.ms, () => devices.map((each) => each.way(null)))
    return count(`storage ${what.trouble}`)
  }
  if (what.kind === 'backup') {
    scene.backup = await takeBackup(scene.couch.url, scene.code)
    return count('backup')
  }
  if (what.kind === 'set-back') {
    if (scene.backup === null) return count('nothing to go back to')
    // a storage is down while it is set back
    for (const each of devices) each.way('errors')
    for (const call of await setBack(scene.couch.url, scene.code, scene.log, scene.backup)) scene.lost.add(call)
    for (const each of devices) each.way(null)
    return count('set back')
  }
  const seen = await device.look()
  const place = placeOn(scene, seen)
  const note = place && seen?.notes[place.sessionId]
  if (seen === null || place === undefined) return count('nothing to press')
  const { sessionId, owner } = place
  if (what.kind === 'say') {
    await person.say(device, sessionId, what.message)
    count(owner ? 'said' : 'said to a follower')
  }
  if (what.kind === 'take' && !owner) {
    count(note?.status.type === 'idle' ? 'take' : 'take in mid-run')
    await person.take(device, sessionId)
  }
  if (what.kind === 'stop' && note !== undefined && random.chance(0.5)) {
    count('stop')
    await person.stop(device, sessionId, note)
  }
}

/** The first of them that can do it: what is said goes to who has the session, and who has not takes it. */
async function whoCan(
  scene: Scene,
  kind: Blow['what']['kind'],
  wanted: readonly Device[],
): Promise<Device | undefined> {
  if (kind !== 'take' && kind !== 'say') return wanted[0]
  for (const device of wanted) {
    const place = placeOn(scene, device.isUp() ? await device.look() : null)
    if (place !== undefined && place.owner === (kind === 'say')) return device
  }
  return wanted[0]
}

async function judge(scene: Scene): Promise<string[]> {
  const { devices, couch, code, log, person, tools, plan } = scene
  const evidence = await Promise.all(devices.map((device) => gather(scene, device)))
  const chain = await readLog(couch.url, code, log)
  // stepped over by all devices, as if it were lost; the device that continues may give another call the same id
  const slots = new Set(chain.map(({ slot }) => slot))
  for (const call of await startsAnywhere(couch.url, code, log, slots)) scene.lost.add(call)
  return violations({
    log: chain,
    devices: evidence.map((found, n) => ({
      ...found,
      told: person.sent.flatMap(({ device, message, told }) =>
        device === devices[n] && message !== null && told === 'committed' ? [message] : [],
      ),
    })),
    lost: scene.lost,
    acts: tools.acts.filter(({ session }) => session === `s${plan.seed}n0`),
  })
}

async function gather(scene: Scene, device: Device): Promise<DeviceEvidence> {
  const [dumped, places, views] = [await device.ask('dump'), await device.ask('places'), await device.ask('views')]
  if (dumped === null || places === null || views === null) throw new Error(`${device.name} does not answer.`)
  const { rows } = JSON.parse(dumped) as { rows: Parameters<typeof rowsOf>[0] }
  const own = places.find((row) => row.log === scene.log)?.sessionId ?? ''
  // one that was deleted by its person, or thrown away, is none any more
  const others = (rows.sessions ?? []).filter(({ sessionId }) => sessionId !== own)
  const rowsIn = (isDeleted: boolean): Rows[] =>
    others.flatMap(({ sessionId, deletedAt }) =>
      (deletedAt !== null) === isDeleted ? (rowsOf(rows, String(sessionId)) ?? []) : [],
    )
  return {
    name: device.name,
    own: rowsOf(rows, own),
    shown: views[own]?.messages ?? [],
    copies: rowsIn(false),
    settled: rowsIn(true),
    told: [],
  }
}

/** null: not in time. */
async function until<Value>(ms: number, look: () => Promise<Value | null>): Promise<Value | null> {
  for (const end = Date.now() + ms; Date.now() < end; await pause(STEP)) {
    const value = await look()
    if (value !== null) return value
  }
  return null
}
