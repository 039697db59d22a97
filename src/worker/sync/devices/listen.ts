import type { SharedSession } from '../session/shared-session.ts'
import type { SharedStorage } from '../storage/shared-storage.ts'
import { makeAsks } from './asks.ts'
import { type Answer, type Ask, MOST_READS, makeNotes, type Note } from './notes.ts'
import { makeRoster, type Roster } from './roster.ts'
import { makeRounds, SLEPT } from './rounds.ts'
import { makeSaidSessions } from './said-sessions.ts'

/** Reads the notes of other devices and writes the note of this one. */
export type Listening = Omit<Roster, 'hear'> & {
  /**
   * Asks the owner of the session. Resolves to its answer; null: none came within `ms`, or this device owns the session
   * now.
   */
  ask: (ask: Ask, ms: number) => Promise<Answer | null>
  drop: (log: string) => void
  /** Something is new here: others are looked for more often for a while. */
  stir: () => void
  /** A person is looking: read the other notes right away. */
  look: () => void
  /** Checks all sessions, including idle ones, one after the other. */
  lookRound: () => void
  stop: () => void
}

export type ListenPorts = {
  storage: SharedStorage
  sessions: () => Iterable<SharedSession>
  /** A log without a session on this device. */
  found: (log: string, device: string) => Promise<void>
  /** The device that has this session was heard again. */
  seen: (sessionId: string) => void
  /** Another device asks for something. null: it cannot be said yet. */
  asked: (ask: Ask) => Promise<Answer | null>
  /** A page here shows this session. */
  isShown: (sessionId: string) => boolean
  /** What this device says that it lends of its providers. */
  lends: () => Note['keys']
  /** The present notes of other devices. */
  heard: (notes: readonly Note[], removed: ReadonlySet<string>) => void
  /** Another device has removed this one. */
  removed: () => void
  report: (error: unknown) => void
}

/** How often it is looked whether anything is to be done, in ms. */
export const TICK = 2000
/**
 * Ticks between two reads and writes of notes: `active` while something runs or is asked. Otherwise the pause doubles
 * each time, from `first` to `most`. `shown`: the longest pause while a page shows a session of another device.
 */
const NOTES = { active: 2, first: 2, most: 30, shown: 4 }
/**
 * Limit for one round of reading and writing, in ms. Each request has its own limit, and a storage may take seconds for
 * each.
 */
const LIMIT = 5 * 60_000
/** Ticks between two reports of progress. What others must know right away is written right away. */
const SAY_SELDOM = 5
/** So often a device says that it is there, though nothing is new. In ms. */
const SAY_AGAIN = 60 * 60_000
/** The same while a page shows what another device is at. */
const SAY_READS = 60_000

/** Enough of a hash to tell two ends of a log apart. */
const endOf = (previous: string): string => previous.slice(0, 16)

export function listen(ports: ListenPorts): Listening {
  const { storage, sessions, found, seen, asked, isShown, removed, report } = ports
  const notes = makeNotes(storage)
  const tickMs = storage.tick ?? TICK
  const { hear: know, ...roster } = makeRoster(storage.clocks)
  const finding = new Set<string>()
  /** Logs about which another device reports something that contradicts this one. */
  const odd = new Map<string, { mark: string; since: number }>()
  const saidSessions = makeSaidSessions(storage.mostSaid)
  const stopped = new AbortController()
  let beat = 0
  let said = ''
  let saidUrgent = ''
  let saidAt = 0
  let ticks = 0
  let due = 0
  let quiet: number = NOTES.first
  let last = Date.now()
  let talking = false
  let sayMore = false
  let lookedAt = 0
  const stir = (): void => {
    quiet = NOTES.first
    due = Math.min(due, ticks + quiet)
  }
  const carryOut = (ask: Ask): Promise<Answer | null> =>
    asked(ask).catch((error) => {
      report(error)
      return null
    })
  const asks = makeAsks(carryOut, () => {
    stir()
    sayMore = true
    void talk()
  })

  /**
   * Whether a device that claims a log contradicts this one for so long that its note cannot only be late: it says how
   * far it is every `SAY_SELDOM` ticks. Once for each state here (`mark`).
   */
  const contradicts = (log: string, mark: string): boolean => {
    const now = Date.now()
    const before = odd.get(log)
    if (before?.mark !== mark) odd.set(log, { mark, since: now })
    else if (now - before.since > 2 * SAY_SELDOM * tickMs) {
      odd.set(log, { mark, since: Number.POSITIVE_INFINITY })
      return true
    }
    return false
  }
  const say = async (signal: AbortSignal): Promise<void> => {
    const rows = [...sessions()].map((session) => ({ row: session.row(), busy: session.isBusy() }))
    const list = rows.flatMap(({ row: { log, next, previous, owner, over, left }, busy }) =>
      over || left || next === 0 ? [] : [{ log, next, owner, busy, ...(owner && { end: endOf(previous) }) }],
    )
    const reads = rows.flatMap(({ row: { log, owner, over, left, sessionId } }) =>
      owner || over || left || !roster.isAlive(log) || !isShown(sessionId) ? [] : [log],
    )
    const now = Date.now()
    // of a clock that was set back it is a long time, too: else nothing would be said until it has caught up
    const since = Math.abs(now - saidAt)
    const urgent = JSON.stringify([
      list.map(({ log, owner, busy }) => [log, owner, busy]),
      reads,
      asks.said(),
      ports.lends(),
    ])
    if (urgent === saidUrgent && since < SAY_SELDOM * tickMs) return
    if (list.some(({ busy }) => busy) || (reads.length > 0 && since >= SAY_READS)) beat += 1
    const keys = ports.lends()
    const note = {
      format: 1 as const,
      device: storage.device.id,
      name: storage.device.name,
      beat,
      sessions: list,
      ...(reads.length > 0 && { reads: reads.slice(-MOST_READS) }),
      ...asks.said(),
      ...(keys && { keys }),
    }
    const words = JSON.stringify(note)
    if (words === said && since < SAY_AGAIN) return
    stir()
    // a different choice of sessions alone is no reason to write
    if (!(await notes.put({ ...note, sessions: saidSessions(list, now), at: now }, signal))) return removed()
    said = words
    saidUrgent = urgent
    saidAt = now
  }
  const hear = async (signal: AbortSignal): Promise<void> => {
    const others = await notes.others(signal)
    if (others === null) return removed()
    ports.heard(others, notes.gone())
    const ofLog = new Map([...sessions()].map((session) => [session.row().log, session]))
    for (const note of others) {
      const { device, name, sessions: list } = note
      const isNews = know(note)
      if (isNews) stir()
      asks.hear(note)
      for (const { log, next, owner, end } of list) {
        const session = ofLog.get(log)
        if (session === undefined) {
          if (!finding.has(log)) await found(log, name)
          finding.add(log)
        } else {
          if (session.row().next < next) {
            session.wake(0)
            stir()
          }
          if (owner) session.named(device, name)
          // the other device took an old state, or this one has not noticed yet that it lost the session
          const { owner: isOwn, next: known, previous } = session.row()
          // a storage that was set back may have got as many segments again, which say other things
          const isOther = next === known && end !== undefined && end !== endOf(previous)
          const isOdd = owner && (isOwn ? isNews : next < known || isOther)
          if (isOdd && contradicts(log, isOwn ? 'own' : `${known}`)) {
            session.conflict()
            session.wake(0)
          } else if (owner && !isOwn && !isOdd) odd.delete(log)
          if (isNews && owner && !session.row().owner) seen(session.row().sessionId)
        }
      }
    }
  }
  const talk = async (): Promise<void> => {
    if (talking || stopped.signal.aborted) return
    talking = true
    try {
      const signal = AbortSignal.any([stopped.signal, AbortSignal.timeout(LIMIT)])
      do {
        sayMore = false
        await Promise.all([say(signal), hear(signal)])
      } while (sayMore)
    } catch (error) {
      if (!stopped.signal.aborted) report(error)
    } finally {
      talking = false
    }
  }
  const isActive = (): boolean =>
    asks.isWaiting() ||
    [...sessions()].some((session) => {
      const { owner, log } = session.row()
      return owner ? session.isBusy() || session.isWaiting() : roster.isAlive(log)
    })
  const tick = (): void => {
    const now = Date.now()
    const late = now - last
    last = now
    rounds.tick(late)
    if (late > SLEPT) stir()
    if (rounds.isLookedAt()) due = Math.min(due, ticks + NOTES.shown)
    const active = isActive()
    storage.requests?.tick(active)
    const isDue = ticks >= due || (active && ticks % NOTES.active === 0)
    ticks += 1
    if (!isDue) return
    due = ticks + quiet
    quiet = Math.min(quiet * 2, storage.rest ?? NOTES.most)
    void talk()
  }
  const rounds = makeRounds({ sessions, isAlive: roster.isAlive, isAnyThere: roster.isAnyThere, isShown })
  const timer = setInterval(tick, tickMs)
  queueMicrotask(tick)

  return {
    ...roster,
    ask: asks.ask,
    drop: asks.drop,
    stir,
    lookRound: rounds.begin,
    look: () => {
      const now = Date.now()
      if (now - lookedAt < tickMs) return
      lookedAt = now
      stir()
      rounds.look()
      void talk()
    },
    stop: () => {
      stopped.abort()
      clearInterval(timer)
      storage.requests?.stop()
    },
  }
}
