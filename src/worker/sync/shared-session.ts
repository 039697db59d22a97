import type { SyncRow } from '../../storage/schema.ts'
import { mayAct, mayRun, mayWork, type Step, step } from '../../sync/log.ts'
import { beginLife, type Change, type Halt, type LogState, type Place } from '../../sync/log-state.ts'
import { CannotFollow } from './fold-rows.ts'
import { carryOut, mostToSend } from './log-requests.ts'
import type { LogWire } from './log-wire.ts'
import { randomId } from './shared-storage.ts'
import { makeStretches } from './stretches.ts'
import { makeUntil } from './until.ts'
import { makeWake } from './wake.ts'

/** One shared session on this device: drives its log, one thing at a time. */
export type SharedSession = {
  row: () => SyncRow
  halt: () => Halt | null
  mayWork: () => boolean
  /** Looks at the storage, and sends what is unsent, in so many ms at the latest. */
  wake: (ms: number) => void
  committed: (seq: number, work: Work) => void
  /** The journal goes so far, while something of it runs. */
  reached: (seq: number) => void
  isBusy: () => boolean
  /** It waits for a person, and not for long yet. */
  isWaiting: () => boolean
  /** The device that has this session, as it says, is called so. */
  named: (device: string, name: string) => void
  /** Another device wishes to go on with it: it is given back between two answers. Nothing more begins here then. */
  giveBack: () => void
  isLeaving: () => boolean
  /** Whoever had it has given it back, as far as is known. */
  isFree: () => boolean
  /** Resolves when the journal up to `seq` stands in the log and the session is still ours; rejects when the signal is aborted. */
  published: (seq: number, signal: AbortSignal) => Promise<void>
  /** So much is unsent that a run may begin nothing more. */
  isFull: () => boolean
  /** Resolves when a run may begin something; rejects when the signal is aborted. */
  room: (signal: AbortSignal) => Promise<void>
  /**
   * A person here goes on without the storage: what is unsent becomes a session of this device alone, if that can be stored. Resolves to
   * whether anything of it was unsent.
   */
  detach: () => Promise<boolean>
  /** It is this device's own from here on, and nothing of it is sent (`left`), or it is shared again. Rejects when that could not be stored. */
  part: (left: boolean) => Promise<void>
  /** A person here goes on with it. Resolves to whether it is ours now. */
  take: () => Promise<boolean>
  /** Its person deleted it, and it can be restored no more: its log is to say so, when all that is here stands in it. */
  bury: () => void
  /** The storage has only its tombstone. */
  swept: () => void
  /** What the session `copy` holds of this one is decided. Rejects when that could not be stored. */
  settled: (copy: string) => Promise<void>
  slept: () => void
  stop: () => void
}

/** `busy`: something of it runs. `waits`: for a person. `begins`: an answer only just begins, so that nothing said is lost if it ends here. */
export type Work = { busy: boolean; waits: boolean; begins: boolean }

export type SessionKeeper = Omit<LogWire, 'sessionId' | 'signal'> & {
  /** Stores a place, and what changes with it. Resolves to the place's row; null: nothing was stored, or this session is no more. */
  keep: (row: SyncRow, change: Change | null) => Promise<SyncRow | null>
  /** Stores a place and, with it, what its person chose: whether it is shared. Resolves to whether that could be stored. */
  keepChoice: (row: SyncRow, shared: boolean) => Promise<boolean>
  /** Whose it is has changed, or whether it can go on. */
  changed: (session: SharedSession) => void
  stopMachine: (sessionId: string) => Promise<void>
  nameOf: (device: string) => string
  report: (error: unknown) => void
}

/** Who wished so long ago has taken it, or is gone. In ms. */
const WISH = 15_000
const REQUEST_LIMIT = 60_000
/** After so long without an answer a deleted session may have left the storage. In ms. */
const LONG = 15 * 60_000

export function shareSession(stored: SyncRow, committed: number, keeper: SessionKeeper): SharedSession {
  const { sessionId } = stored
  let { by, apart, overAt, swept, left = false } = stored
  /** Which device wrote what was read last; null: nothing was read in this life. */
  let writer: string | null = null
  /** When the storage was heard last, wall time, ms. */
  let heard = Date.now()
  let state: LogState = beginLife(placeOf(stored), committed)
  let running: Promise<unknown> = Promise.resolve()
  let work: Work = { busy: false, waits: false, begins: false }
  let since = Date.now()
  /** Until then it is given back when it can be; wall time, ms. */
  let wishedUntil = 0
  /** The last that was read gave it back: nobody has it. */
  let free = false
  const stopped = new AbortController()
  /** Ends the request under way: what comes of it is not waited for. */
  let hurry = new AbortController()
  const until = makeUntil()
  const wake = makeWake(() => void inTurn(turn).catch(() => {}))
  const wire: LogWire = { db: keeper.db, storage: keeper.storage, sessionId, signal: stopped.signal }
  const stretches = makeStretches(wire, keeper.report)

  const row = (place: Place = state.place): SyncRow => ({
    ...place,
    sessionId,
    epoch: stored.epoch,
    by: place.owner ? '' : by,
    ...{ apart, overAt, swept, ...(left && { left }) },
  })
  /** Stores what a step decided, then believes it. False: it could not be stored, and is decided again. */
  const keep = async ({ state: next, change }: Step): Promise<boolean> => {
    if (next.place.over) overAt ??= Date.now()
    const before = { works: mayWork(state), halt: state.halt }
    if (next.place !== state.place || change !== null) {
      const kept = await keeper.keep(row(next.place), change)
      if (kept === null || stopped.signal.aborted) {
        state = { ...state, asked: null, doubt: true }
        return false
      }
    }
    // what was committed meanwhile is not forgotten
    state = change === null ? { ...next, committed: Math.max(next.committed, state.committed) } : next
    until.look()
    if (before.works !== mayWork(state) || before.halt !== state.halt || change !== null) keeper.changed(session)
    return true
  }
  /** What is over for the others is this device's own, if it is restored here; so is what is shared no more. */
  const isOwn = (): boolean => left || state.place.over
  const isFull = (): boolean => !isOwn() && mayWork(state) && !mayRun(state, keeper.storage.mostUnsent)
  const isAtRest = ({ place, committed }: LogState): boolean => place.pending === null && place.sent === committed
  const turn = async (): Promise<void> => {
    while (!stopped.signal.aborted && !left) {
      if (Date.now() - heard > LONG) state = step(state, { type: 'slept' }).state
      const { place } = state
      const most = place.owner && place.pending === null ? await mostToSend(wire, place) : place.sent
      const asked = step(state, { type: 'due', id: randomId(), most })
      if (!(await keep(asked))) return wake.again()
      if (asked.ask === null) return
      const signal = AbortSignal.any([stopped.signal, hurry.signal, AbortSignal.timeout(REQUEST_LIMIT)])
      const answer = await carryOut(asked.ask, state.place, { ...wire, signal })
      if (stopped.signal.aborted) return
      if (answer.by !== undefined) {
        writer = answer.by
        by = keeper.nameOf(answer.by)
      }
      if (answer.event.type === 'found') free = answer.event.found.kind === 'yield'
      if (answer.error !== undefined) keeper.report(answer.error)
      if (!(await keep(step(state, answer.event)))) return wake.again()
      if (answer.event.type === 'unanswered') return wake.again(answer.wait)
      heard = Date.now()
      wake.calm()
      if (state.place.owner ? isAtRest(state) && !state.doubt : answer.event.type === 'nothing-there') {
        if (mayWork(state)) stretches.make(state.place)
        return
      }
    }
  }
  const leave = (): void => {
    if (Date.now() > wishedUntil || left || !mayWork(state)) return
    wishedUntil = 0
    void inTurn(async () => {
      state = step(state, { type: 'leave' }).state
      await keeper.stopMachine(sessionId)
      await turn()
    }).catch(() => {})
  }
  const inTurn = (work: () => Promise<void>): Promise<void> => {
    const next = running.then(() => (stopped.signal.aborted ? undefined : work()))
    running = next.catch((error) => {
      keeper.report(error)
      state = { ...state, asked: null, doubt: true, halt: error instanceof CannotFollow ? 'damaged' : state.halt }
      if (state.halt === null) wake.again()
      else keeper.changed(session)
    })
    return next
  }

  const session: SharedSession = {
    row: () => row(),
    halt: () => state.halt,
    mayWork: () => left || mayWork(state),
    wake: wake.within,
    isBusy: () => work.busy && !left && mayWork(state),
    isWaiting: () => work.waits && !left && mayWork(state) && Date.now() - since < LONG,
    committed: (seq, now) => {
      work = now
      since = Date.now()
      state = step(state, { type: 'committed', seq }).state
      if (!now.busy || now.begins) leave()
    },
    reached: (seq) => {
      work = { ...work, busy: true }
      state = step(state, { type: 'committed', seq }).state
    },
    named: (device, name) => {
      // the log may have been read before any note was heard
      const isIts = writer === null ? by === '' : writer === device
      if (!isIts || by === name || state.place.owner) return
      void inTurn(async () => {
        by = name
        if ((await keeper.keep(row(), null)) !== null) keeper.changed(session)
      }).catch(() => {})
    },
    giveBack: () => {
      wishedUntil = Date.now() + WISH
      if (!work.busy) leave()
    },
    isLeaving: () => state.leaving,
    isFree: () => free,
    published: (seq, signal) => {
      wake.within(0)
      return until.wait(() => isOwn() || mayAct(state, seq), signal)
    },
    isFull,
    room: (signal) => {
      wake.within(0)
      return until.wait(() => !isFull(), signal)
    },
    detach: async () => {
      hurry.abort()
      hurry = new AbortController()
      let isUnsent = false
      await inTurn(async () => {
        const detached = step(state, { type: 'detach' })
        isUnsent = detached.change !== null
        await keep(detached)
      })
      return isUnsent
    },
    part: (now) =>
      inTurn(async () => {
        const before = left
        left = now
        if (!(await keeper.keepChoice(row(), !now))) {
          left = before
          throw new Error('It could not be stored whether this session is shared.')
        }
        state = { ...state, doubt: true, stale: true }
        until.look()
        wake.within(0)
      }),
    take: async () => {
      for (let tries = 0; tries < 3 && !state.place.owner; tries++)
        await inTurn(async () => {
          if (await keep(step(state, { type: 'take', id: randomId() }))) await turn()
        })
      return mayWork(state)
    },
    settled: (copy) =>
      inTurn(async () => {
        apart = apart?.filter((each) => each.sessionId !== copy)
        if ((await keeper.keep(row(), null)) === null)
          throw new Error('It could not be stored what becomes of the copy.')
      }),
    bury: () => {
      void inTurn(async () => {
        if (await keep(step(state, { type: 'delete', id: randomId() }))) await turn()
      }).catch(() => {})
    },
    swept: () => {
      void inTurn(async () => {
        swept = true
        await keeper.keep(row(), null)
      }).catch(() => {})
    },
    slept: () => {
      state = step(state, { type: 'slept' }).state
      wake.within(0)
    },
    stop: () => {
      stopped.abort()
      wake.stop()
    },
  }
  return session
}

const placeOf = ({ log, next, previous, sent, owner, over, pending }: SyncRow): Place => ({
  ...{ log, next, previous, sent, owner, over, pending },
})
