import type { Head } from '../../agent/head.ts'
import type { Input, Unstamped } from '../../agent/input.ts'
import type { StreamSnapshot } from '../../protocol/common.ts'
import type { Refusal } from '../../protocol/refusals.ts'
import { changePlaces } from '../../storage/places.ts'
import type { SyncRow } from '../../storage/schema.ts'
import { firstPlace } from '../../sync/log-state.ts'
import { listen } from './devices/listen.ts'
import { makeLending } from './lending/lending.ts'
import { resultOf } from './session/apart.ts'
import { beginStored } from './session/begin-stored.ts'
import { makeBeginnings } from './session/beginnings.ts'
import { type Choosing, makeChoosing } from './session/choosing.ts'
import { type HandOver, makeHandOver } from './session/hand-over.ts'
import { refusalOf } from './session/refusals.ts'
import { nameHere } from './session/same-name.ts'
import { makeSharedSessions } from './session/shared-sessions.ts'
import { workOf } from './session/work-of.ts'
import type { SharingPorts } from './sharing-ports.ts'
import { tellTrouble } from './storage/tell-trouble.ts'
import { makeSharedText } from './text/shared-text.ts'
import { keepHouse } from './upkeep/housekeeping.ts'
import { makeLateResults } from './upkeep/late-results.ts'

/** The sessions that this device shares, while a storage is connected. */
export type Sharing = Choosing &
  Pick<HandOver, 'ask' | 'take'> & {
    /** Why this session takes no input here; null: it does. */
    refusal: (sessionId: string) => Refusal | null
    /** A step was committed. */
    committed: (inputs: readonly Input[], head: Head) => void
    /**
     * Resolves when the journal up to `seq` is in the log and this device still owns the session; to false if sharing
     * ends first. Rejects when the signal is aborted.
     */
    published: (sessionId: string, seq: number, signal: AbortSignal) => Promise<boolean>
    /**
     * null: a run may begin something. Else resolves when it may, as much as is unsent; rejects when the signal is
     * aborted, or sharing ends: ask again.
     */
    room: (sessionId: string, signal: AbortSignal) => Promise<void> | null
    /** Another device owns the session now: receives the end of an act that is still running here. null: not needed. */
    late: (sessionId: string) => ((ending: Unstamped) => void) | null
    /** Text under way on the device that has this session, as far as it was heard. null: nothing. */
    streams: (sessionId: string) => StreamSnapshot[] | null
    /** The person has decided about the copy `copy` of this session. Rejects if that could not be stored. */
    settled: (sessionId: string, copy: string) => Promise<void>
    /** The settings may have changed, except for the storage. */
    settingsChanged: () => void
    /** A person is looking at this device: fetch the state of the others right away. */
    look: () => void
    stop: () => void
  }

/** Milliseconds until a running session's progress is sent; other changes may wait longer. */
const WHILE_RUNNING = 1000
const WHEN_IDLE = 5000
/** Inputs that are sent right away: acts of the person, and finished answers. */
const AT_ONCE: ReadonlySet<Input['type']> = new Set([
  'user-send-message',
  'user-decide-tool-call',
  'user-settle-tool-call',
  'user-abort',
  'brain-send-message-complete',
])

export function startSharing(ports: SharingPorts, rows: readonly SyncRow[]): Sharing {
  const { db, epoch, storage } = ports
  let stopped = false
  /** Work in progress fails when sharing ends; that is no error. */
  const report = (error: unknown): void => {
    if (!stopped) ports.report(error)
  }
  const ended = new AbortController()
  const sessions = makeSharedSessions({
    ...ports,
    report,
    keepChoice: (row, shared) => beginnings.keepChoice(row, shared),
    others: () => others,
    parted: (row) => void late.oweApart(row).catch(report),
  })
  const placesIn = (log: string): SyncRow[] =>
    [...rows, ...sessions.all().map((each) => each.row())].filter((row) => row.log === log)
  const isOver = (log: string): boolean => placesIn(log).some(({ over }) => over)
  const late = makeLateResults({ db, storage, owed: ports.owed, isOver, report })
  const lending = makeLending({ db, storage, publish: ports.publish, news: () => others.look(), report })
  const others = listen({
    ...{ storage, report },
    sessions: sessions.all,
    found: async (log, by) => {
      // stored places are started one by one, and a note may be read before the last one is
      if (placesIn(log).length > 0) return
      const row = { ...firstPlace(log, false), sessionId: await nameHere(db, log), epoch, by }
      if (stopped) return
      const outcome = await changePlaces(db, epoch, { put: [row], remove: [] })
      if (outcome.type === 'written' && !stopped) sessions.add(row, 0).wake(0)
    },
    asked: (ask) => handOver.carryOut(ask),
    isShown: ports.isShown,
    lends: lending.said,
    heard: lending.heard,
    removed: () => {
      const kept = storage.removed?.() ?? Promise.resolve()
      kept.then(ports.reload).then(() => ports.publish({ type: 'settings-changed' }), report)
    },
    seen: (sessionId) => sessions.tell(sessionId),
  })

  const beginnings = makeBeginnings({
    ...{ db, epoch, onlyChosen: storage.onlyChosen === true, superseded: ports.superseded },
    isKnown: (log) => placesIn(log).length > 0,
    add: (row, committed) => (stopped ? null : sessions.add(row, committed)),
  })
  const isStopped = (): boolean => stopped
  // until then nothing may run: see `refusal` and `published`
  const started = beginStored({
    ...{ db, rows, connectedAt: storage.connectedAt, sessions, beginnings, isStopped, report },
    begun: (row, head) => {
      // a worker that died at work has left its text in the storage
      if (head !== undefined && head.live.length > 0) text.left(row.log)
      // what of it is damaged keeps no session from being shared
      late.oweApart(row).catch(report)
    },
  }).finally(others.lookRound)
  const house = keepHouse({
    ...{ db, storage, started, report },
    sessions: sessions.all,
    unfit: () => {
      ports.reload()
      ports.publish({ type: 'settings-changed' })
    },
  })
  const text = makeSharedText({ ...ports, report, sessions: sessions.all, others })
  const trouble = tellTrouble({ storage, sessions: sessions.all, isShown: ports.isShown, tell: sessions.tell })
  const held = new Map(rows.map((row) => [row.sessionId, row]))

  const handOver = makeHandOver({
    ...{ db, storage, started, sessions, others, isStopped },
    run: ports.run,
    taken: (row) => house.complete(row),
  })
  const choosing = makeChoosing({ db, storage, started, sessions, beginnings, others, isStopped, report })

  return {
    refusal: (sessionId) => refusalOf(sessions.of(sessionId), held.get(sessionId)),
    committed: (inputs, head) => {
      const { sessionId, count, seq } = head
      const session = sessions.of(sessionId)
      const isUrgent = inputs.some(({ type }) => AT_ONCE.has(type))
      const ms = isUrgent ? 0 : head.live.length > 0 ? WHILE_RUNNING : WHEN_IDLE
      if (session !== undefined) {
        session.committed(seq, workOf(head, inputs))
        session.wake(ms)
        others.stir()
      } else if (count > 0 && !held.has(sessionId))
        beginnings.begin(sessionId).then((begun) => {
          begun?.committed(seq, workOf(head, inputs))
          begun?.wake(ms)
        }, report)
    },
    published: async (sessionId, seq, signal) => {
      try {
        await started
        const session = sessions.of(sessionId) ?? (await beginnings.begin(sessionId))
        session?.reached(seq)
        await session?.published(seq, AbortSignal.any([signal, ended.signal]))
      } catch (error) {
        if (signal.aborted || !stopped) throw error
      }
      return !stopped
    },
    room: (sessionId, signal) => {
      const session = sessions.of(sessionId)
      if (!session?.isFull()) return null
      // a caller of an ended sharing without a successor is cancelled
      return session.room(stopped ? signal : AbortSignal.any([signal, ended.signal]))
    },
    late: (sessionId) => {
      const log = sessions.of(sessionId)?.row().log
      if (log === undefined) return null
      return (ending) => {
        const result = resultOf(ending)
        if (result !== null) late.owe(log, result)
      }
    },
    ...choosing,
    streams: (sessionId) => {
      // a page opens it
      others.look()
      sessions.of(sessionId)?.wake(0)
      return text.streams(sessionId)
    },
    settingsChanged: lending.changed,
    look: others.look,
    ask: handOver.ask,
    take: handOver.take,
    settled: async (sessionId, copy) => {
      await started
      await sessions.of(sessionId)?.settled(copy)
    },
    stop: () => {
      stopped = true
      ended.abort()
      house.stop()
      trouble.stop()
      late.stop()
      lending.stop()
      text.stop()
      others.stop()
      sessions.stop()
    },
  }
}
