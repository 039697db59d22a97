import { FAILPOINTS, type FailpointName } from '../../src/storage/failpoint.ts'
import { delegateStep, makeProgram, type Program } from './program.ts'
import { makeRandom, type Random } from './random.ts'
import type { Family } from './wire.ts'

/**
 * What one scenario does, made from its seed alone: several sessions with what the person sends, and the lives of the
 * browser one after the other, each with its troubles and its end. Times are milliseconds of life (the browser's starts
 * do not count).
 */

export const LIFE_ENDS = ['kill', 'tab-crash', 'worker-crash', 'reload', 'close-tab', 'freeze'] as const
type LifeEnd = (typeof LIFE_ENDS)[number]
export const TROUBLES = [
  'offline',
  'clock-jump',
  'second-tab',
  'close-second-tab',
  'database-taken',
  'lost-answers',
  'copy-session',
  'away-and-back',
] as const
/** Branches are made where crashes in the middle of them are wanted. */
export type Trouble = (typeof TROUBLES)[number] | 'branch-session'
export const DAMAGES = ['corrupted-row', 'missing-blob', 'held-upgrade'] as const
type Damage = (typeof DAMAGES)[number]
const STORAGE_ERRORS = ['QuotaExceededError', 'AbortError', 'InvalidStateError', 'UnknownError'] as const

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
  /** Linked to a folder on disk, which is one of the browser's own. */
  folder: boolean
  config: {
    execution?: 'sequential'
    steerMode?: 'all'
    followUpMode?: 'all'
    compressAbove?: number
    compressAt?: null
  }
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
  /** How far the wall clock is off when it begins, ms; null: as it was. */
  clock: number | null
  damage: Damage | null
  troubles: { at: number; what: Trouble }[]
  end: LifeEnd
  /** `kill` strikes in the moment of an outside act or of a request instead of at the end of the time. */
  strike: 'time' | 'act' | 'request'
  /** Its time begins when its first page is there; else when the product is up. */
  early: boolean
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
  /**
   * The clock jumps by days; then nothing is deleted that is to be restored, because a day later it is gone for good.
   */
  days: boolean
  /** Sessions with files that were deleted before it begins: a writer removes them when a day has gone by. */
  doomed: number
  /** Begins with no database, and with a crash in the middle of making it. */
  fresh: boolean
}

const DAY = 86_400_000
/**
 * How far the clock may be off, ms. From the first to the last it is less than a day: what is deleted at the one can be
 * restored at the other.
 */
export const JUMPS = [-39_600_000, -60_000, -900, 0, 700, 45_000, 3_600_000, 39_600_000] as const
export const LONG_JUMPS = [-30 * DAY, -3 * DAY, -DAY, 0, DAY, 2 * DAY, 9 * DAY, 45 * DAY] as const
/**
 * Every one is crashed at in turn, scenario by scenario. One is passed only where there is no database yet, nobody
 * branches here, and no session is so long that versions of it are kept.
 */
const CRASHES = FAILPOINTS.filter((name) => name !== 'inside-upgrade' && !/branch|keep-versions|keys/.test(name))
/** Passed once or twice when a worker starts. */
const EARLY: readonly FailpointName[] = ['before-open', 'before-claim', 'after-claim']
/** Passed seldom. */
const RARE: readonly FailpointName[] = [
  'before-restore',
  'after-restore',
  'before-stream-append',
  'after-stream-append',
  'before-blob-put',
  'after-blob-put',
  'inside-disk-write',
  'before-import-head',
  'after-import-head',
]
const isOfPurge = (point: FailpointName): boolean => point.includes('purge')
/** Where storage can fail by throwing, as the browser makes it fail. */
const THROWS: readonly FailpointName[] = [
  'before-commit',
  'inside-commit',
  'after-commit',
  'before-blob-put',
  'before-stream-append',
]

/**
 * `points`: crashes at these alone, at more of them, and with what leads there; for what is passed too seldom
 * otherwise.
 */
type Wanted = { server: string; kills: number; points?: readonly FailpointName[] | undefined }

export function makePlan(seed: number, { server, kills, points }: Wanted): Plan {
  const random = makeRandom(seed)
  const among = points?.filter((name) => name !== 'inside-upgrade') ?? CRASHES
  const count = points === undefined ? Math.max(2, Math.round(kills * 0.35)) : kills
  const crashes = Array.from(
    { length: among.length === 0 ? 0 : count },
    (_, n) => among[(seed * count + n) % among.length] as FailpointName,
  )
  const days = crashes.some(isOfPurge) || random.chance(0.3)
  const lives = [
    ...Array.from({ length: kills }, () => makeLife(random, 'kill')),
    ...crashes.map((point) => makeLife(random, 'worker-crash', point, points !== undefined)),
    ...Array.from({ length: Math.round(kills * 0.35) + random.between(1, 3) }, () => {
      const end = random.weighted<LifeEnd>({ 'tab-crash': 3, reload: 3, 'close-tab': 2, freeze: 1.5 })
      return makeLife(random, end)
    }),
  ]
  // drawn apart, so that a seed makes the plan that it always made, but for this
  const thresholds = makeRandom(seed ^ 0x7e5)
  const time = lives.reduce((sum, { ms }) => sum + ms, 0)
  const sessions = Array.from({ length: random.between(3, 4) }, (_, n) =>
    makeSession(random, {
      id: `s${seed}n${n}`,
      server,
      time,
      days,
      folder: crashes.includes('inside-disk-write') || random.chance(0.2),
      compressAbove:
        thresholds.chance(0.4) || points?.some((point) => point.includes('compress'))
          ? thresholds.pick([2000, 2600])
          : undefined,
    }),
  )
  // drawn apart, too
  const helpers = makeRandom(seed ^ 0x4e1)
  for (const session of sessions) if (session.config.compressAbove === undefined) withHelpers(helpers, session, server)
  return {
    seed,
    sessions,
    // kills everywhere among the other ends
    lives: lives.sort(() => random.next() - 0.5),
    rate: random.pick([0.25, 0.45, 0.65]),
    pace: random.pick([5, 20, 60]),
    app: random.chance(0.1),
    days,
    doomed: crashes.some(isOfPurge) ? 3 : days ? 1 : 0,
    fresh: random.chance(0.12) || points?.includes('inside-upgrade') === true,
  }
}

/** Some messages hand out parts of their work: up to five at once, of which the fifth waits. */
function withHelpers(random: Random, { messages }: SessionPlan, server: string): void {
  if (!random.chance(0.5)) return
  for (const { id, program } of messages) {
    if (!random.chance(0.35)) continue
    const round = program.rounds.length
    const count = Number(random.weighted({ 1: 4, 2: 3, 3: 1, 5: 1 }))
    program.rounds.push(
      Array.from({ length: count }, (_, n) => delegateStep(random, { id: `${id}x${round}x${n}`, server })),
    )
  }
}

function makeSession(
  random: Random,
  {
    id,
    server,
    time,
    days,
    folder,
    compressAbove,
  }: {
    id: string
    server: string
    time: number
    days: boolean
    folder: boolean
    /** Estimated tokens; a session of these plans grows to some ten thousand. */
    compressAbove: number | undefined
  },
): SessionPlan {
  // about one message in two seconds, over all sessions
  const count = random.between(3, 7) * (compressAbove === undefined ? 1 : 3) + Math.floor(time / 8000)
  const messages = Array.from({ length: count }, (_, n): MessagePlan => {
    const messageId = `${id}m${n}`
    return {
      id: messageId,
      at: n === 0 ? 0 : random.between(0, time),
      delivery: random.weighted({ steer: 4, 'follow-up': 3, now: 2, interrupt: 1 }),
      program: makeProgram({ random, session: id, messageId, server, folder, traced: compressAbove !== undefined }),
    }
  })
  messages.sort((a, b) => a.at - b.at)
  return {
    id,
    family: random.pick(['openai-compatible', 'anthropic']),
    remote: random.chance(0.25),
    folder,
    config: {
      ...(random.chance(0.25) ? { execution: 'sequential' as const } : {}),
      ...(random.chance(0.3) ? { steerMode: 'all' as const } : {}),
      ...(random.chance(0.3) ? { followUpMode: 'all' as const } : {}),
      // a program of 40 kB is not shown whole to a summariser, and what it is shown of it cannot be carried out: such a
      // session keeps all its rows
      ...(compressAbove === undefined ? { compressAt: null } : { compressAbove }),
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
        'delete-and-restore': days ? 0 : 1,
      }),
    })).sort((a, b) => a.at - b.at),
  }
}

/** `sure`: a life in which its crash comes up, if anything can make it. */
function makeLife(random: Random, end: LifeEnd, crash: FailpointName | null = null, sure = false): LifePlan {
  const kill = end === 'kill'
  const ms = kill ? random.between(50, 1500) : random.between(300, 2000) + (sure ? 2000 : 0)
  const failpoints: string[] = []
  if (crash !== null) failpoints.push(`${crash}:${sure ? 1 : passingOf(random, crash)}:crash`)
  if (random.chance(0.3))
    failpoints.push(`${random.pick(THROWS)}:${random.between(1, 12)}:throw-${random.pick(STORAGE_ERRORS)}`)
  if (random.chance(0.3))
    failpoints.push(`${random.pick(CRASHES)}:${random.between(1, 8)}:delay-${random.between(5, 400)}`)
  const troubles = Array.from({ length: random.chance(0.7) ? random.between(1, 3) : 0 }, () => ({
    at: random.between(0, ms),
    what: random.weighted<Trouble>({
      offline: 2,
      'clock-jump': 3,
      'second-tab': 3,
      'close-second-tab': 3,
      'database-taken': 1,
      'lost-answers': 2,
      'copy-session': 1,
      'away-and-back': 1.5,
    }),
  }))
  if (crash?.includes('import')) troubles.push({ at: 0, what: 'copy-session' })
  // a session may be there late, or have no such row
  if (crash?.includes('branch')) for (const at of [200, 700, 1200]) troubles.push({ at, what: 'branch-session' })
  return {
    ms,
    tabs: end === 'freeze' ? 2 : Number(random.weighted({ 1: 6, 2: 3, 3: 1 })),
    failpoints,
    clock: crash !== null && isOfPurge(crash) ? 3 * DAY : null,
    damage: random.chance(0.12) ? random.pick(DAMAGES) : null,
    troubles: troubles.sort((a, b) => a.at - b.at),
    end,
    strike: kill ? random.weighted({ time: 6, act: 2, request: 2 }) : 'time',
    early: random.chance(0.25),
  }
}

/** At which of its passings, so that it comes up within a life. */
const passingOf = (random: Random, point: FailpointName): number =>
  random.between(1, EARLY.includes(point) ? 1 : RARE.includes(point) ? 2 : 4)
