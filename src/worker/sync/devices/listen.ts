import { createMoorex } from '../../../moorex/create-moorex.ts'
import type { SharedSession } from '../session/shared-session.ts'
import type { SharedStorage } from '../storage/shared-storage.ts'
import { makeAsks } from './asks.ts'
import { makeContradictions } from './contradictions.ts'
import {
  beginListening,
  type ListeningEffect,
  type ListeningInput,
  type ListeningState,
  listeningEffectsAt,
  listeningTransition,
  NOTES,
} from './listening-state.ts'
import { nextNote, SAID_NOTHING } from './next-note.ts'
import { type Answer, type Ask, makeNotes, type Note } from './notes.ts'
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
 * Limit for one round of reading and writing, in ms. Each request has its own limit, and a storage may take seconds for
 * each.
 */
const LIMIT = 5 * 60_000
/** Enough of a hash to tell two ends of a log apart. */
const endOf = (previous: string): string => previous.slice(0, 16)

export function listen(ports: ListenPorts): Listening {
  const { storage, sessions, found, seen, asked, isShown, removed, report } = ports
  const notes = makeNotes(storage)
  const tickMs = storage.tick ?? TICK
  const { hear: know, ...roster } = makeRoster(storage.clocks)
  const finding = new Set<string>()
  const contradictions = makeContradictions(tickMs)
  /** When the note of each device was written that was read last, by its own clock. */
  const writtenAt = new Map<string, number>()
  const saidSessions = makeSaidSessions(storage.mostSaid)
  const stopped = new AbortController()
  const said = { last: SAID_NOTHING }
  const carryOut = (ask: Ask): Promise<Answer | null> =>
    asked(ask).catch((error) => {
      report(error)
      return null
    })
  const asks = makeAsks(carryOut, () => tell({ type: 'to-say' }))
  const stir = (): void => tell({ type: 'stirred' })

  const say = async (signal: AbortSignal): Promise<void> => {
    const rows = [...sessions()].map((session) => ({ row: session.row(), busy: session.isBusy() }))
    const list = rows.flatMap(({ row: { log, next, previous, owner, over, left }, busy }) =>
      over || left || next === 0 ? [] : [{ log, next, owner, busy, ...(owner && { end: endOf(previous) }) }],
    )
    const reads = rows.flatMap(({ row: { log, owner, over, left, sessionId } }) =>
      owner || over || left || !roster.isAlive(log) || !isShown(sessionId) ? [] : [log],
    )
    const { id: device, name } = storage.device
    const now = Date.now()
    const facts = { device, name, sessions: list, reads, ...asks.said(), keys: ports.lends() }
    const { note, said: next } = nextNote(said.last, facts, { now, tickMs })
    if (note === null) {
      said.last = next
      return
    }
    stir()
    // a note that was not written is tried again later
    said.last = { ...said.last, beat: next.beat }
    // a different choice of sessions alone is no reason to write
    if (!(await notes.put({ ...note, sessions: saidSessions(list, now) }, signal))) return removed()
    said.last = next
  }
  const hear = async (signal: AbortSignal): Promise<void> => {
    const others = await notes.others(signal)
    if (others === null) return removed()
    ports.heard(others, notes.gone())
    const ofLog = new Map([...sessions()].map((session) => [session.row().log, session]))
    // a note that is gone, or older than before: the storage was set back, and its logs with it
    const read = new Map(others.map(({ device, at = 0 }) => [device, at]))
    const lost = [...writtenAt].filter(([device, at]) => (read.get(device) ?? Number.NEGATIVE_INFINITY) < at)
    for (const [device] of lost) writtenAt.delete(device)
    const isOwnLost = notes.isOwnLost()
    // it is written again
    if (isOwnLost) said.last = { ...said.last, words: '', urgent: '' }
    if (isOwnLost || lost.length > 0) {
      for (const session of sessions()) session.doubted()
      rounds.begin()
    }
    for (const note of others) {
      const { device, name, sessions: list, at = 0 } = note
      writtenAt.set(device, at)
      const isNews = know(note)
      if (isNews) stir()
      asks.hear(note)
      for (const { log, next, owner, end } of list) {
        const session = ofLog.get(log)
        if (session === undefined) {
          if (!finding.has(log)) await found(log, name)
          finding.add(log)
        } else {
          const { owner: isOwn, next: known, previous } = session.row()
          if (known < next) {
            session.wake(0)
            stir()
          }
          if (owner) session.named(device, name)
          // the log may end there for all others
          const behind = `${log} ${device}`
          if (!isOwn || next >= known) contradictions.ended(behind)
          else if (contradictions.lasts(behind, `${next} ${known}`)) {
            session.doubted()
            session.wake(0)
          }
          // the other device took an old state, or this one has not noticed yet that it lost the session
          // a storage that was set back may have got as many segments again, which say other things
          const isOther = next === known && end !== undefined && end !== endOf(previous)
          const isOdd = owner && (isOther || (isOwn ? isNews : next < known))
          const mark = isOther ? `${end} ${endOf(previous)}` : isOwn ? 'own' : `${known}`
          if (isOdd && contradictions.lasts(log, mark)) {
            session.conflict()
            session.wake(0)
          } else if (owner && !isOwn && !isOdd) contradictions.ended(log)
          if (isNews && owner && !session.row().owner) seen(session.row().sessionId)
        }
      }
    }
  }
  const talk = async (signal: AbortSignal): Promise<'ended' | 'failed'> => {
    try {
      const both = AbortSignal.any([signal, AbortSignal.timeout(LIMIT)])
      await Promise.all([say(both), hear(both)])
      return 'ended'
    } catch (error) {
      if (!signal.aborted) report(error)
      return 'failed'
    }
  }
  const isActive = (): boolean =>
    asks.isWaiting() ||
    [...sessions()].some((session) => {
      const { owner, log } = session.row()
      return owner ? session.isBusy() || session.isWaiting() : roster.isAlive(log)
    })
  const times = { last: Date.now() }
  const tick = (): void => {
    const now = Date.now()
    const late = now - times.last
    times.last = now
    rounds.tick(late)
    const active = isActive()
    storage.requests?.tick(active)
    const shown = rounds.isLookedAt()
    tell({ type: 'tick', active, shown, slept: late > SLEPT, most: storage.rest ?? NOTES.most })
  }
  const rounds = makeRounds({ sessions, isAlive: roster.isAlive, isAnyThere: roster.isAnyThere, isShown })
  const machine = createMoorex<ListeningState, ListeningInput, ListeningEffect>(
    {
      initiate: () => beginListening,
      transition: (input) => (state) => listeningTransition(state as ListeningState, input as ListeningInput),
      effectsAt: (state) => listeningEffectsAt(state as ListeningState),
      runEffect: (effect) => ({
        start: async (dispatch) => {
          if (effect.kind === 'look') rounds.look()
          else void dispatch({ type: await talk(stopped.signal), turn: effect.turn })
        },
        cancel: () => {},
      }),
    },
    { report },
  )
  machine.on((event) => {
    if (event.type === 'effect-failed' || event.type === 'signal-rejected') report(event.error)
  })
  const tell = (input: ListeningInput): void => void machine.dispatch(input)
  const timer = setInterval(tick, tickMs)
  queueMicrotask(tick)

  return {
    ...roster,
    ask: asks.ask,
    drop: asks.drop,
    stir,
    lookRound: rounds.begin,
    look: () => tell({ type: 'looked', now: Date.now(), least: tickMs }),
    stop: () => {
      stopped.abort()
      machine.stop()
      clearInterval(timer)
      storage.requests?.stop()
    },
  }
}
