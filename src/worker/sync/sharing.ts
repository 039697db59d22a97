import type { Head } from '../../agent/head.ts'
import type { Input, Unstamped } from '../../agent/input.ts'
import { status } from '../../agent/status.ts'
import type { UserIntent } from '../../agent/user-intent.ts'
import type { Answered } from '../../protocol/published.ts'
import { changePlaces } from '../../storage/places.ts'
import { highestSeq } from '../../storage/restore.ts'
import type { SyncRow } from '../../storage/schema.ts'
import { firstPlace } from '../../sync/log-state.ts'
import { isBusy } from '../session-item.ts'
import { resultOf } from './apart.ts'
import { makeBeginnings } from './beginnings.ts'
import { keepHouse } from './housekeeping.ts'
import { makeKeep } from './keep-place.ts'
import { makeLateResults } from './late-results.ts'
import { listen } from './listen.ts'
import { AskedInput } from './notes.ts'
import { HALTED, refusalOf, silent } from './refusals.ts'
import { type SharedSession, shareSession, type Work } from './shared-session.ts'
import { randomId } from './shared-storage.ts'
import type { SharingPorts } from './sharing-ports.ts'
import { tellItem } from './tell-item.ts'

/** The sessions of this device that others may go on with, while a storage is connected. */
export type Sharing = {
  /** Why nothing may be said to this session here, in words; null: it may. */
  refusal: (sessionId: string) => string | null
  /** A step was committed. */
  committed: (inputs: readonly Input[], head: Head) => void
  /**
   * Resolves when the journal up to `seq` stands in the log and the session is still ours; to false when sharing ends before: then nothing is
   * said. Rejects when the signal is aborted.
   */
  published: (sessionId: string, seq: number, signal: AbortSignal) => Promise<boolean>
  /**
   * null: a run may begin something. Else resolves when it may, as much as is unsent; rejects when the signal is aborted, or sharing ends: ask
   * again.
   */
  room: (sessionId: string, signal: AbortSignal) => Promise<void> | null
  /** The session is another device's now: who hears how an act ends that is under way here. null: nobody. */
  late: (sessionId: string) => ((ending: Unstamped) => void) | null
  /** A person shares it, or shares it no more. Resolves to why not, in words; null: so it is. */
  choose: (sessionId: string, shared: boolean) => Promise<string | null>
  /**
   * A person goes on without the storage: what is unsent becomes a session of this device alone. Resolves to why not, in words. Rejects when
   * it could not be stored: nothing has changed then.
   */
  detach: (sessionId: string) => Promise<string | null>
  /** What may be asked of the device that has the session. Resolves to what came of it; null: it is here, or nothing can be asked. */
  ask: (id: string, sessionId: string, input: UserIntent) => Promise<Answered | null>
  /** A person goes on with it here. Resolves to why not, in words; null: it is ours. */
  take: (sessionId: string) => Promise<string | null>
  /** It is decided what becomes of what `copy` holds of this session. Rejects when that could not be stored. */
  settled: (sessionId: string, copy: string) => Promise<void>
  stop: () => void
}

/** A run is told of so soon, else it may wait longer. In ms. */
const WHILE_RUNNING = 1000
const WHEN_IDLE = 5000
/** How long the device that has a session may take to answer, in ms: one at rest looks every minute. */
const ANSWER_LIMIT = 75_000
/** How long one that is at work may take to let go, in ms. */
const POLITE = 8000
/** What is told at once: what a person did, and that an answer is there. */
const AT_ONCE: ReadonlySet<Input['type']> = new Set([
  'user-send-message',
  'user-decide-tool-call',
  'user-settle-tool-call',
  'user-abort',
  'brain-send-message-complete',
])

export function startSharing(ports: SharingPorts, rows: readonly SyncRow[]): Sharing {
  const { db, epoch, storage, report } = ports
  const sessions = new Map<string, SharedSession>()
  let stopped = false
  const ended = new AbortController()

  const add = (row: SyncRow, committed: number): SharedSession => {
    const session = shareSession(row, committed, {
      ...{ db, storage, keep, keepChoice, changed, report, nameOf: others.nameOf },
      stopMachine: ports.stopMachine,
    })
    sessions.set(row.sessionId, session)
    return session
  }
  const changed = (session: SharedSession): void => {
    const { sessionId, log, owner } = session.row()
    if (sessions.get(sessionId) !== session || stopped) return
    if (owner) others.drop(log)
    if (session.mayWork()) ports.startMachine(sessionId)
    else if (session.row().over) return
    else ports.stopMachine(sessionId).catch(report)
    tell(sessionId).catch(report)
  }
  const tell = async (sessionId: string): Promise<void> => {
    const head = await db.get('sessions', sessionId)
    if (head !== undefined) await tellItem(ports, head, { elsewhere: placeOf(sessionId) })
  }
  const placeOf = (sessionId: string): { by: string; seen: number | null } | undefined => {
    const session = sessions.get(sessionId)
    if (session === undefined || session.row().owner || session.row().over) return undefined
    return { by: session.row().by, seen: others.seen(session.row().log) }
  }
  const keep = makeKeep({
    ...ports,
    replace: (old, row) => {
      sessions.get(old)?.stop()
      sessions.delete(old)
      add(row, 0).wake(0)
      late.oweApart(row).catch(report)
    },
    placeOf,
  })
  const isOver = (log: string): boolean => {
    const places = [...rows, ...[...sessions.values()].map((each) => each.row())]
    return places.some((row) => row.over && row.log === log)
  }
  const late = makeLateResults({ db, storage, owed: ports.owed, isOver, report })
  const others = listen({
    ...{ storage, report },
    sessions: () => sessions.values(),
    found: async (log, by) => {
      const row = { ...firstPlace(log, false), sessionId: crypto.randomUUID(), epoch, by }
      const outcome = await changePlaces(db, epoch, { put: [row], remove: [] })
      if (outcome.type === 'written' && !stopped) add(row, 0).wake(0)
    },
    asked: async (ask) => {
      const session = [...sessions.values()].find((each) => each.row().log === ask.log)
      if (session === undefined || !session.mayWork()) return null
      if (ask.input === undefined) {
        session.giveBack()
        return { id: ask.id, refused: null }
      }
      const { sessionId } = session.row()
      const answered = await ports.run(ask.id, { kind: 'input', sessionId, input: ask.input })
      if (answered === null) return null
      return { id: ask.id, refused: answered.type === 'refused' ? answered.message.slice(0, 1000) : null }
    },
    removed: () => {
      const kept = storage.removed?.() ?? Promise.resolve()
      kept.then(ports.reload).then(() => ports.publish({ type: 'settings-changed' }), report)
    },
    seen: (sessionId) => void tell(sessionId).catch(report),
  })

  const { begin, choose, keepChoice } = makeBeginnings({
    ...{ db, epoch, onlyChosen: storage.onlyChosen === true, superseded: ports.superseded },
    add: (row, committed) => (stopped ? null : add(row, committed)),
  })
  const start = async (): Promise<void> => {
    for (const [n, row] of rows.entries()) {
      const committed = row.next === 0 && !row.owner ? 0 : await highestSeq(db, row.sessionId)
      const head = row.owner ? await db.get('sessions', row.sessionId) : undefined
      if (stopped) return
      const session = add(row, committed)
      if (head !== undefined) session.committed(committed, workOf(head, []))
      session.wake(n * 50)
      // what of it is damaged keeps no session from being shared
      late.oweApart(row).catch(report)
    }
  }
  // before that nobody may act: what `refusal` and `published` say
  const started = start()
  const house = keepHouse({
    ...{ db, storage, started, report },
    sessions: () => [...sessions.values()],
    unfit: () => {
      ports.reload()
      ports.publish({ type: 'settings-changed' })
    },
  })
  const held = new Map(rows.map((row) => [row.sessionId, row]))

  /** Who is at work on it may end its answer first. It is politeness: whoever does not let go in time loses the session all the same. */
  const askPolitely = async (session: SharedSession): Promise<void> => {
    const { log, owner, sessionId } = session.row()
    if (owner || session.isFree() || !others.isAlive(log)) return
    const head = await db.get('sessions', sessionId)
    if (head === undefined || !isBusy(head)) return
    const ms = storage.patience ?? POLITE
    const until = Date.now() + ms
    const heard = others.ask({ id: randomId(), log }, ms)
    while (!session.isFree() && Date.now() < until && !stopped) {
      session.wake(0)
      await new Promise((resolve) => setTimeout(resolve, ms / 16))
    }
    others.drop(log)
    await heard
  }

  return {
    refusal: (sessionId) => refusalOf(sessions.get(sessionId), held.get(sessionId)),
    committed: (inputs, head) => {
      const { sessionId, count, seq } = head
      const session = sessions.get(sessionId)
      const isUrgent = inputs.some(({ type }) => AT_ONCE.has(type))
      const ms = isUrgent ? 0 : head.live.length > 0 ? WHILE_RUNNING : WHEN_IDLE
      if (session !== undefined) {
        session.committed(seq, workOf(head, inputs))
        session.wake(ms)
        others.stir()
      } else if (count > 0 && !held.has(sessionId))
        begin(sessionId).then((begun) => {
          begun?.committed(seq, workOf(head, inputs))
          begun?.wake(ms)
        }, report)
    },
    published: async (sessionId, seq, signal) => {
      try {
        await started
        const session = sessions.get(sessionId) ?? (await begin(sessionId))
        session?.reached(seq)
        await session?.published(seq, AbortSignal.any([signal, ended.signal]))
      } catch (error) {
        if (signal.aborted || !stopped) throw error
      }
      return !stopped
    },
    room: (sessionId, signal) => {
      const session = sessions.get(sessionId)
      if (!session?.isFull()) return null
      // who asks one that has ended, and that none follows, is cancelled
      return session.room(stopped ? signal : AbortSignal.any([signal, ended.signal]))
    },
    late: (sessionId) => {
      const log = sessions.get(sessionId)?.row().log
      if (log === undefined) return null
      return (ending) => {
        const result = resultOf(ending)
        if (result !== null) late.owe(log, result)
      }
    },
    choose: async (sessionId, shared) => {
      await started
      const session = sessions.get(sessionId)
      const row = session?.row()
      if (row !== undefined && !row.owner && !row.over) return refusalOf(session, row)
      const head = await db.get('sessions', sessionId)
      // no call may be open: another device could take what stands in the log, and run it too
      if (!shared && session !== undefined && (head === undefined || !isAtRest(head))) return AT_WORK
      if (session !== undefined) await session.part(!shared)
      else await choose(sessionId, shared)
      if (session === undefined && shared && head !== undefined)
        begin(sessionId).then((begun) => {
          begun?.committed(head.seq, workOf(head, []))
          begun?.wake(0)
        }, report)
      others.stir()
      return null
    },
    detach: async (sessionId) => {
      await started
      const session = sessions.get(sessionId)
      if (session === undefined) return null
      // what goes on alone is not shared anew
      const before = await choose(sessionId, false)
      const isAlone = (): boolean => sessions.get(sessionId) !== session
      try {
        const isUnsent = await session.detach()
        if (isAlone()) return null
        if (isUnsent || stopped) throw new Error('It could not be stored that this session goes on alone.')
        return refusalOf(session, undefined) ?? 'Nothing of this session is unsent: it goes on as it is.'
      } finally {
        if (!isAlone()) {
          await choose(sessionId, before)
          // its machine was stopped for that
          changed(session)
        }
      }
    },
    ask: async (id, sessionId, input) => {
      await started
      const session = sessions.get(sessionId)
      const asked = AskedInput.safeParse(input)
      if (session === undefined || !asked.success || session.halt() !== null) return null
      const { log, owner, over, by } = session.row()
      if (owner || over) return null
      const answer = await others.ask({ id, log, input: asked.data }, ANSWER_LIMIT)
      if (session.row().owner) return null
      if (answer === null) return { type: 'refused', id, message: silent(by) }
      if (answer.refused !== null) return { type: 'refused', id, message: answer.refused }
      session.wake(0)
      return { type: 'acknowledged', id, outcome: 'committed' }
    },
    take: async (sessionId) => {
      await started
      const session = sessions.get(sessionId)
      if (session === undefined) return null
      await askPolitely(session)
      if (await session.take()) {
        house.complete(session.row())
        return null
      }
      const halt = session.halt()
      return halt === null ? 'The storage did not answer. Try again.' : HALTED[halt]
    },
    settled: async (sessionId, copy) => {
      await started
      await sessions.get(sessionId)?.settled(copy)
    },
    stop: () => {
      stopped = true
      ended.abort()
      house.stop()
      late.stop()
      others.stop()
      for (const session of sessions.values()) session.stop()
    },
  }
}

const workOf = (head: Head, inputs: readonly Input[]): Work => ({
  busy: isBusy(head),
  waits: status(head).type === 'waiting-for-you',
  begins: inputs.at(-1)?.type === 'brain-send-message-start',
})
const isAtRest = (head: Head): boolean => !isBusy(head) && status(head).type !== 'waiting-for-you'
const AT_WORK = 'Something of this session is still at work, or waits for you. Stop it first, then choose again.'
