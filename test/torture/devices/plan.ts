import { makeProgram, type Program } from '../program.ts'
import { makeRandom } from '../random.ts'
import { LIES, TROUBLES, type Trouble } from './way.ts'

/** What happens to two devices, and what their person does with them, in order: made of a seed alone. */

export type Blow = {
  /**
   * Where it strikes; the other one, if this one stands still. What is said goes to who has the session, and who has
   * not takes it.
   */
  device: 0 | 1
  what:
    | { kind: 'say'; message: Message }
    | { kind: 'take' }
    | { kind: 'stop' }
    | { kind: 'kill' }
    /** The device stands still for so long. */
    | { kind: 'sleep'; ms: number }
    /** The way to the storage is bad for so long, for this device alone. */
    | { kind: 'part'; trouble: Trouble; ms: number }
    /** The storage loses the last segments of the log, so many; as if it were set back to a backup. */
    | { kind: 'lose'; segments: number }
    /** The storage is like that for so long, for both devices. */
    | { kind: 'lie'; trouble: Trouble; ms: number }
    /** Everything in the storage is copied; later it is set back to that copy. */
    | { kind: 'backup' }
    | { kind: 'set-back' }
    /** Nothing happens. */
    | { kind: 'look' }
  /** Until the next one, ms. */
  pause: number
}
export type Message = { id: string; delivery: 'steer' | 'follow-up'; program: Program }
export type Plan = { seed: number; first: Message; blows: Blow[] }

const KINDS = {
  ...{ say: 4, take: 5, stop: 0.5, kill: 2, sleep: 2.5, part: 3, lose: 0.6, look: 3 },
  ...{ lie: 0, backup: 0, 'set-back': 0 },
} as const
/** Of a storage that cannot be trusted. */
const LYING = {
  ...{ say: 4, take: 4, stop: 0.5, kill: 1.5, sleep: 1.5, part: 2, lose: 1, look: 2 },
  ...{ lie: 3, backup: 1.5, 'set-back': 2.5 },
} as const

/** `server`: where acts are counted. `lies`: the storage cannot be trusted. */
export function makePlan(
  seed: number,
  { server, blows, lies = false }: { server: string; blows: number; lies?: boolean },
): Plan {
  const random = makeRandom(seed)
  let said = 0
  const message = (): Message => {
    const id = `s${seed}n0m${said++}`
    const context = { random, session: `s${seed}n0`, messageId: id, server, folder: false, traced: false }
    const program = makeProgram(context)
    // an act that is under way for long, so that the session is taken meanwhile
    if (random.chance(0.5)) program.rounds.push([longAct(`${id}x9x0`, `s${seed}n0`, random.between(1000, 10_000))])
    return { id, delivery: random.pick(['steer', 'follow-up'] as const), program }
  }
  const longAct = (id: string, session: string, after: number) => ({
    id,
    tool: 'test_pay_long',
    args: { server, session, step: id, before: 0, after },
  })
  const what = (): Blow['what'] => {
    const kind = random.weighted(lies ? LYING : KINDS)
    if (kind === 'say') return { kind, message: message() }
    if (kind === 'sleep') return { kind, ms: random.between(1000, 14_000) }
    if (kind === 'lie') return { kind, trouble: random.pick(LIES), ms: random.between(1000, 12_000) }
    if (kind === 'part') return { kind, trouble: random.pick(TROUBLES), ms: random.between(1000, 10_000) }
    if (kind === 'lose') return { kind, segments: random.between(1, 6) }
    return { kind }
  }
  const first = message()
  return {
    seed,
    first,
    blows: Array.from({ length: blows }, () => ({
      device: random.pick([0, 1] as const),
      what: what(),
      pause: random.chance(0.3) ? 0 : random.between(100, 4000),
    })),
  }
}
