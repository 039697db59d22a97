import { pause } from '../pause.ts'
import type { Seen } from './device.ts'
import { placeOn, type Scene, tend } from './scenario.ts'
import { readLog } from './store.ts'

/**
 * The quiet time after the blows, in which everything must come to its end by itself and by what a person is asked for.
 */

const STEP = 300
/** The longest time without any progress, and in all, ms: a busy machine, and a device at rest looks every minute. */
const STUCK = 120_000
const LONGEST = 420_000
/** Nobody has had the session for so long: the person goes on with it. */
const NOBODY = 5000

/** Resolves to what is stuck, in words; []: nothing. */
export async function comeToRest(scene: Scene): Promise<string[]> {
  const { devices, person, provider, random, note } = scene
  provider.setWeather({ random, rate: 0, pace: 3 })
  for (const device of devices) {
    device.way(null)
    if (device.isAsleep()) device.wake()
    if (!device.isUp()) await device.begin()
    await person.remind(device)
  }
  note('rest')
  const begun = Date.now()
  let last = { at: begun, words: '' }
  let nobodySince: number | null = null
  for (;;) {
    const seen = await Promise.all(devices.map((device) => tend(scene, device, true)))
    const open = person.sent.filter(({ told }) => told === null)
    const states = seen.map((each) => stateOf(scene, each))
    const owners = states.filter((state) => state?.owner)
    const areAtRest = states.every((state) => state !== null && isAtRest(state, states))
    // what the storage has lost is found out after that, and sent again
    if (open.length === 0 && owners.length === 1 && areAtRest && (await isWhole(scene, owners[0]?.sent ?? 0))) return []
    const isOwned = states.some((state) => state?.owner)
    nobodySince = isOwned ? null : (nobodySince ?? Date.now())
    if (nobodySince !== null && Date.now() - nobodySince > NOBODY) {
      const [device, place] = [devices[0], placeOn(scene, seen[0] ?? null)]
      nobodySince = null
      if (place !== undefined) await person.take(device, place.sessionId)
    }
    const words = JSON.stringify([states, open.length])
    if (words !== last.words) last = { at: Date.now(), words }
    if (Date.now() - last.at > STUCK || Date.now() - begun > LONGEST)
      return [
        `stuck: ${words}; not answered: ${JSON.stringify(open.map(({ id, command }) => [id, command])).slice(0, 2000)}`,
      ]
    await pause(STEP)
  }
}

/** The log in the storage goes as far as its owner says. */
async function isWhole({ couch, code, log }: Scene, sent: number): Promise<boolean> {
  const chain = await readLog(couch.url, code, log)
  return chain.flatMap(({ rows }) => rows).at(-1)?.seq === sent
}

type State = NonNullable<ReturnType<typeof stateOf>>
function stateOf(scene: Scene, seen: Seen | null) {
  const place = placeOn(scene, seen)
  if (seen === null || place === undefined) return null
  const note = seen.notes[place.sessionId]
  return {
    owner: place.owner,
    next: place.next,
    sent: place.sent,
    pending: place.pending !== null,
    seq: note?.seq ?? null,
    status: note?.status.type ?? null,
    apart: seen.items.filter(({ apart }) => apart).length,
  }
}

const isAtRest = (state: State, all: readonly (State | null)[]): boolean =>
  !state.pending &&
  state.apart === 0 &&
  state.status === 'idle' &&
  state.seq === state.sent &&
  all.every((other) => other?.next === state.next && other.seq === state.seq)
