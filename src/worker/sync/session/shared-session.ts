import { createMoorex } from '../../../moorex/create-moorex.ts'
import type { SyncRow } from '../../../storage/schema.ts'
import { mayAct, mayWork } from '../../../sync/log.ts'
import type { Change } from '../../../sync/log-state.ts'
import { randomId } from '../storage/shared-storage.ts'
import type { LogWire } from './log-wire.ts'
import { makeSessionEffects, type SessionEffect, sessionEffectsAt } from './session-effects.ts'
import {
  type Act,
  beginSession,
  type Ended,
  isAlone,
  isFull,
  isUnsent,
  rowOf,
  type SessionState,
  type Standing,
  seenOf,
  standingOf,
  worksHere,
} from './session-state.ts'
import { LONG, type SessionInput, sessionTransition } from './session-transition.ts'
import { makeUntil } from './until.ts'
import type { Work } from './work-of.ts'

/** One shared session on this device. */
export type SharedSession = {
  row: () => SyncRow
  standing: () => Standing
  mayWork: () => boolean
  /** Checks the storage and sends unsent rows, within `ms` at the latest. */
  wake: (ms: number) => void
  committed: (seq: number, work: Work) => void
  /** The journal has reached `seq` during a run. */
  reached: (seq: number) => void
  isBusy: () => boolean
  /** It waits for a person, and began to wait recently. */
  isWaiting: () => boolean
  /** The note of the owner gives its name. */
  named: (device: string, name: string) => void
  /** Another device asks for the session: it is released between two answers, and nothing new starts here. */
  giveBack: () => void
  /** When the owner was last seen, wall time in ms; null: unknown. `heard`: by its note. */
  seen: (heard: number | null) => number | null
  /** Rows of this device are not in the log yet. */
  isUnsent: () => boolean
  /** The owner has released it, as far as is known. */
  isFree: () => boolean
  /**
   * Resolves when the journal up to `seq` is in the log and this device still owns the session; rejects when the signal
   * is aborted.
   */
  published: (seq: number, signal: AbortSignal) => Promise<void>
  /** So much is unsent that a run may begin nothing more. */
  isFull: () => boolean
  /** Resolves when a run may begin something; rejects when the signal is aborted. */
  room: (signal: AbortSignal) => Promise<void>
  /**
   * Continues without the storage: unsent changes become a session of this device only, if that can be stored. Resolves
   * to whether there were any.
   */
  detach: () => Promise<boolean>
  /**
   * It is this device's own from here on, and nothing of it is sent (`left`), or it is shared again. Rejects when that
   * could not be stored.
   */
  part: (left: boolean) => Promise<void>
  /** Takes the session over. Resolves to whether this device owns it now. */
  take: () => Promise<boolean>
  /** A person shares again what the storage has lost. Resolves when the storage was asked. */
  shareAgain: () => Promise<void>
  /** Permanently deleted: write a tombstone once all local rows are uploaded. */
  bury: () => void
  /** The storage has only its tombstone. */
  swept: () => void
  /** The person has decided about the copy `copy`. Rejects if that could not be stored. */
  settled: (copy: string) => Promise<void>
  slept: () => void
  /** The storage may know less than this device: its last slot is looked up first. */
  doubted: () => void
  /** Another device says that it has this session. */
  conflict: () => void
  stop: () => void
}

/** What a shared session has of its device. */
export type SessionKeeper = Omit<LogWire, 'sessionId' | 'signal' | 'sentBlobs' | 'awaited'> & {
  /**
   * Stores a place, and what changes with it. Resolves to the place's row; null: nothing was stored, or this session is
   * no more.
   */
  keep: (row: SyncRow, change: Change | null) => Promise<SyncRow | null>
  /**
   * Stores a place and, with it, what its person chose: whether it is shared. Resolves to whether that could be stored.
   */
  keepChoice: (row: SyncRow, shared: boolean) => Promise<boolean>
  /** The owner has changed, or whether the session can continue. */
  changed: (session: SharedSession) => void
  stopMachine: (sessionId: string) => Promise<void>
  nameOf: (device: string) => string
  report: (error: unknown) => void
}

/** Milliseconds after which a request for the session expires. */
const WISH = 15_000
const TAKES = 3

type Unnumbered = Act extends infer Each ? (Each extends Act ? Omit<Each, 'n'> : never) : never

/** Drives one shared session. Wiring only: everything follows from its state. */
export function shareSession(stored: SyncRow, committed: number, keeper: SessionKeeper): SharedSession {
  const { sessionId, epoch } = stored
  const { db, storage, report } = keeper
  const stopped = new AbortController()
  const until = makeUntil()
  const effects = makeSessionEffects(
    {
      ...{ db, storage, sessionId, report, nameOf: keeper.nameOf },
      store: async ({ next, change, choice }) => {
        const row = rowOf(next, { sessionId, epoch })
        return choice === null ? (await keeper.keep(row, change)) !== null : keeper.keepChoice(row, choice)
      },
      changed: () => keeper.changed(session),
      stopMachine: () => keeper.stopMachine(sessionId),
    },
    stopped.signal,
  )
  const machine = createMoorex<SessionState, SessionInput, SessionEffect>(
    {
      initiate: () => beginSession(stored, committed, Date.now()),
      transition: (input) => (state) => sessionTransition(state as SessionState, input as SessionInput),
      effectsAt: (state) => sessionEffectsAt(state as SessionState),
      runEffect: (effect, state) => effects(effect as SessionEffect, state as SessionState),
    },
    { report },
  )
  machine.on((event) => {
    if (event.type === 'state-updated') until.look()
    if (event.type === 'effect-failed' || event.type === 'signal-rejected') report(event.error)
  })
  const state = (): SessionState => machine.getState() as SessionState
  const tell = (input: SessionInput): void => void machine.dispatch(input)
  const wake = (ms: number): void => tell({ type: 'wake', at: Date.now() + ms })
  const endedOf = (n: number): Ended | undefined => state().live.ended.find((ended) => ended.n === n)
  let acts = 0
  /**
   * Resolves when the act has ended. If another session replaces this one, it resolves to the change that was about to
   * be made.
   */
  const act = async (wanted: Unnumbered): Promise<Ended> => {
    acts += 1
    const n = acts
    tell({ type: 'act', act: { ...wanted, n } as Act, now: Date.now() })
    const changing = (now = state()): boolean => now.type === 'storing' && now.act === n && now.change !== null
    await until.wait(() => endedOf(n) !== undefined, stopped.signal).catch(() => {})
    return endedOf(n) ?? { n, kept: false, changes: changing() }
  }
  const untilRest = (): Promise<void> =>
    until.wait(() => state().type === 'resting' && state().live.acts.length === 0, stopped.signal).catch(() => {})
  const orThrow = async (ending: Promise<Ended>, words: string): Promise<void> => {
    if (!(await ending).kept) throw new Error(words)
  }

  const session: SharedSession = {
    row: () => rowOf(state(), { sessionId, epoch }),
    standing: () => standingOf(state()),
    mayWork: () => worksHere(state()),
    wake,
    isBusy: () => state().live.work.busy && !state().kept.left && mayWork(state().log),
    isWaiting: () => {
      const { live, kept, log } = state()
      return live.work.waits && !kept.left && mayWork(log) && Date.now() - live.movedAt < LONG
    },
    committed: (seq, work) => tell({ type: 'committed', seq, work, now: Date.now() }),
    reached: (seq) => tell({ type: 'reached', seq }),
    named: (device, name) => {
      const { kept, log } = state()
      if (kept.by !== name && !log.place.owner) void act({ type: 'name', device, name })
    },
    giveBack: () => tell({ type: 'wished', until: Date.now() + WISH, now: Date.now() }),
    seen: (heard) => seenOf(state(), heard),
    isUnsent: () => isUnsent(state()),
    isFree: () => state().live.free,
    published: (seq, signal) => {
      tell({ type: 'awaited', seq })
      wake(0)
      return until.wait(() => isAlone(state()) || mayAct(state().log, seq), signal)
    },
    isFull: () => isFull(state(), storage.mostUnsent),
    room: (signal) => {
      wake(0)
      return until.wait(() => !isFull(state(), storage.mostUnsent), signal)
    },
    detach: async () => (await act({ type: 'detach' })).changes,
    part: (left) => orThrow(act({ type: 'part', left }), 'Couldn’t save whether this session is shared.'),
    take: async () => {
      // check the storage first, in case it knows more
      tell({ type: 'distrust' })
      for (let tries = 0; tries < TAKES && !state().log.place.owner && !stopped.signal.aborted; tries++) {
        await act({ type: 'take', id: randomId() })
        await untilRest()
      }
      return mayWork(state().log)
    },
    shareAgain: async () => {
      await act({ type: 'share-again' })
      await untilRest()
    },
    settled: (copy) => orThrow(act({ type: 'settle', copy }), 'Couldn’t save the choice for this copy.'),
    bury: () => void act({ type: 'delete', id: randomId() }),
    swept: () => void act({ type: 'sweep' }),
    slept: () => tell({ type: 'slept' }),
    doubted: () => tell({ type: 'distrust' }),
    conflict: () => tell({ type: 'conflict' }),
    stop: () => {
      stopped.abort()
      machine.stop()
    },
  }
  return session
}
