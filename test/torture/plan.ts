import { FAILPOINTS, type FailpointName } from '../../src/storage/failpoint.ts'
import { makeProgram, type Program } from './program.ts'
import { makeRandom, type Random } from './random.ts'
import type { Family } from './wire.ts'

/**
 * What one scenario does, made from its seed alone: several sessions with what the person sends, and the lives of the browser one after
 * the other, each with its troubles and its end. Times are milliseconds of life (the browser's starts do not count).
 */

export const LIFE_ENDS = ['kill', 'tab-crash', 'worker-crash', 'reload', 'close-tab', 'freeze'] as const
export type LifeEnd = (typeof LIFE_ENDS)[number]
export const TROUBLES = [
  'offline',
  'clock-jump',
  'second-tab',
  'close-second-tab',
  'database-taken',
  'lost-answers',
] as const
export type Trouble = (typeof TROUBLES)[number]
export const DAMAGES = ['corrupted-row', 'missing-blob', 'held-upgrade'] as const
export type Damage = (typeof DAMAGES)[number]
export const STORAGE_ERRORS = ['QuotaExceededError', 'AbortError', 'InvalidStateError', 'UnknownError'] as const

export type MessagePlan = {
  id: string
  at: number
  delivery: 'steer' | 'follow-up' | 'now' | 'interrupt'
  program: Program
}
export type SessionPlan = {
  id: string
  family: Family
  /** Behind https on a host of its own, which a browser without a network does not reach. */
  remote: boolean
  config: { execution?: 'sequential'; steerMode?: 'all'; followUpMode?: 'all' }
  messages: MessagePlan[]
  /** What the person does by themselves, whatever state the run is in. */
  whims: {
    at: number
    what: 'abort' | 'continue' | 'retry' | 'cancel-queued' | 'change-queued' | 'rename' | 'delete-and-restore'
  }[]
}
export type LifePlan = {
  ms: number
  tabs: number
  /** Armed in the first tab; as in the page's query. */
  failpoints: string[]
  damage: Damage | null
  troubles: { at: number; what: Trouble }[]
  end: LifeEnd
  /** `kill` strikes in the moment of an outside act or of a request instead of at the end of the time. */
  strike: 'time' | 'act' | 'request'
}
export type Plan = {
  seed: number
  sessions: SessionPlan[]
  lives: LifePlan[]
  /** How likely an asking meets a fault of the provider. */
  rate: number
  /** The most milliseconds between two events of an answer. */
  pace: number
  /** The first session is used through the real page. */
  app: boolean
}

/** Points of the worker's way that a plan can crash at, once each life at most. */
const CRASHES: readonly FailpointName[] = FAILPOINTS.filter((name) => !name.includes('purge'))
/** Where storage can fail by throwing, as the browser makes it fail. */
const THROWS: readonly FailpointName[] = [
  'before-commit',
  'inside-commit',
  'after-commit',
  'before-blob-put',
  'before-stream-append',
]

export function makePlan(seed: number, { server, kills }: { server: string; kills: number }): Plan {
  const random = makeRandom(seed)
  const lives = Array.from({ length: Math.max(2, kills) + random.between(2, 5) }, (_, n) => makeLife(random, n < kills))
  const time = lives.reduce((sum, { ms }) => sum + ms, 0)
  const sessions = Array.from({ length: random.between(3, 4) }, (_, n) =>
    makeSession(random, { id: `s${seed}n${n}`, server, time }),
  )
  return {
    seed,
    sessions,
    // kills everywhere among the other ends
    lives: lives.sort(() => random.next() - 0.5),
    rate: random.pick([0.2, 0.35, 0.5]),
    pace: random.pick([5, 20, 60]),
    app: random.chance(0.1),
  }
}

function makeSession(random: Random, { id, server, time }: { id: string; server: string; time: number }): SessionPlan {
  const count = random.between(3, 7)
  const messages = Array.from({ length: count }, (_, n): MessagePlan => {
    const messageId = `${id}m${n}`
    return {
      id: messageId,
      at: n === 0 ? 0 : random.between(0, time),
      delivery: random.weighted({ steer: 4, 'follow-up': 3, now: 2, interrupt: 1 }),
      program: makeProgram({ random, session: id, messageId, server }),
    }
  })
  messages.sort((a, b) => a.at - b.at)
  return {
    id,
    family: random.pick(['openai-compatible', 'anthropic']),
    remote: random.chance(0.25),
    config: {
      ...(random.chance(0.25) ? { execution: 'sequential' as const } : {}),
      ...(random.chance(0.3) ? { steerMode: 'all' as const } : {}),
      ...(random.chance(0.3) ? { followUpMode: 'all' as const } : {}),
    },
    messages,
    whims: Array.from({ length: random.between(0, 3) }, () => ({
      at: random.between(200, time),
      what: random.weighted({
        abort: 3,
        continue: 1,
        retry: 2,
        'cancel-queued': 1,
        'change-queued': 1,
        rename: 1,
        'delete-and-restore': 1,
      }),
    })).sort((a, b) => a.at - b.at),
  }
}

function makeLife(random: Random, kill: boolean): LifePlan {
  const ms = kill ? random.between(50, 1500) : random.between(300, 2000)
  const end = kill
    ? 'kill'
    : random.weighted<LifeEnd>({ 'tab-crash': 3, 'worker-crash': 2, reload: 3, 'close-tab': 2, freeze: 1 })
  const failpoints: string[] = []
  if (end === 'worker-crash') failpoints.push(`${random.pick(CRASHES)}:${random.between(1, 6)}:crash`)
  if (random.chance(0.3))
    failpoints.push(`${random.pick(THROWS)}:${random.between(1, 12)}:throw-${random.pick(STORAGE_ERRORS)}`)
  if (random.chance(0.3))
    failpoints.push(`${random.pick(FAILPOINTS)}:${random.between(1, 8)}:delay-${random.between(5, 400)}`)
  return {
    ms,
    tabs: end === 'freeze' ? 2 : Number(random.weighted({ 1: 6, 2: 3, 3: 1 })),
    failpoints,
    damage: random.chance(0.12) ? random.pick(DAMAGES) : null,
    troubles: Array.from({ length: random.chance(0.6) ? random.between(1, 3) : 0 }, () => ({
      at: random.between(0, ms),
      what: random.weighted<Trouble>({
        offline: 2,
        'clock-jump': 3,
        'second-tab': 3,
        'close-second-tab': 3,
        'database-taken': 1,
        'lost-answers': 2,
      }),
    })).sort((a, b) => a.at - b.at),
    end,
    strike: kill ? random.weighted({ time: 6, act: 2, request: 2 }) : 'time',
  }
}
