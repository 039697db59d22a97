import type { SyncRow } from '../../storage/schema.ts'
import { mayWork, type Step, step } from '../../sync/log.ts'
import { beginLife, type Change, type LogEvent, type LogState, type Place } from '../../sync/log-state.ts'
import { StoreFailure } from '../../sync/object-store.ts'
import { CannotFollow } from './fold-rows.ts'
import { type Answer, carryOut, mostToSend } from './log-requests.ts'
import type { LogWire } from './log-wire.ts'
import { randomId } from './shared-storage.ts'
import { makeStretches } from './stretches.ts'
import { makeWake } from './wake.ts'

/** Drives the log of one session: what is due is decided, stored, asked of the storage and believed, one thing after another. */
export type LogTurns = {
  state: () => LogState
  /** What such an event comes to. Nothing is changed by asking. */
  decide: (event: LogEvent) => Step
  /** The same of what needs no storing, and is believed. */
  learn: (event: LogEvent) => void
  /** What was read before counts no more: slot 0 is read first. */
  distrust: () => void
  /** Stores what a step decided, then believes it. False: it could not be stored, and is decided again. */
  keep: (step: Step) => Promise<boolean>
  /** Looks at the storage, and sends what is unsent, until both are at rest. */
  turn: () => Promise<void>
  /** What a person does to the log: decided, stored and sent. */
  act: (event: LogEvent) => Promise<void>
  /** After what was begun before. Rejects as the work does. */
  inTurn: (work: () => Promise<void>) => Promise<void>
  /** Has its turn in so many ms at the latest. */
  wake: (ms: number) => void
  /** Ends the request under way: what comes of it is not waited for. */
  hurry: () => void
  stop: () => void
}

export type LogTurnPorts = Omit<LogWire, 'signal' | 'sentBlobs'> & {
  /** Stores a place, and what changes with it. Resolves to whether it could. */
  keepPlace: (place: Place, change: Change | null) => Promise<boolean>
  /** Nothing of it is sent or looked at. */
  isLeft: () => boolean
  /** A take that is pending was wished for too long ago. */
  isOutdated: () => boolean
  /** Something is believed now. */
  moved: () => void
  /** Whose it is has changed, or whether it can go on. */
  changed: () => void
  heard: (answer: Answer) => void
  report: (error: unknown) => void
}

/** After so long without an answer a deleted session may have left the storage. In ms. */
export const LONG = 15 * 60_000
/** What could not be read may have been spoilt on its way: it is read again after so long, as the next worker would. In ms. */
const READ_AGAIN = 10_000

export function makeLogTurns(stored: SyncRow, committed: number, ports: LogTurnPorts): LogTurns {
  const { db, storage, sessionId, report } = ports
  let state: LogState = beginLife(placeOf(stored), committed)
  let running: Promise<unknown> = Promise.resolve()
  /** When the storage was heard last, wall time, ms. */
  let heard = Date.now()
  const stopped = new AbortController()
  let hurry = new AbortController()
  /** When something was met that cannot be read, by a clock that only goes forward. */
  let unreadableAt: number | null = null
  const wake = makeWake(() => void inTurn(turn).catch(() => {}))
  const wire: LogWire = { db, storage, sessionId, signal: stopped.signal, sentBlobs: new Set() }
  const stretches = makeStretches(wire, report)

  const keep = async ({ state: next, change }: Step): Promise<boolean> => {
    const before = { works: mayWork(state), owner: state.place.owner, halt: state.halt }
    if (next.place !== state.place || change !== null) {
      const kept = await ports.keepPlace(next.place, change)
      if (!kept || stopped.signal.aborted) {
        state = { ...state, asked: null, doubt: true }
        return false
      }
    }
    // what was committed meanwhile is not forgotten
    state = change === null ? { ...next, committed: Math.max(next.committed, state.committed) } : next
    ports.moved()
    // who has given it back worked no more before that
    const isOther = before.works !== mayWork(state) || before.owner !== state.place.owner
    if (isOther || before.halt !== state.halt || change !== null) ports.changed()
    return true
  }
  const isAtRest = ({ place, committed }: LogState): boolean => place.pending === null && place.sent === committed
  const turn = async (): Promise<void> => {
    if (unreadableAt !== null && performance.now() - unreadableAt >= READ_AGAIN) {
      unreadableAt = null
      state = beginLife(state.place, state.committed)
    }
    while (!stopped.signal.aborted && !ports.isLeft()) {
      if (Date.now() - heard > LONG) state = step(state, { type: 'slept' }).state
      if (ports.isOutdated() && !(await keep(step(state, { type: 'withdraw' })))) return wake.again()
      const { place } = state
      const most = place.owner && place.pending === null ? await mostToSend(wire, place) : place.sent
      const asked = step(state, { type: 'due', id: randomId(), most })
      if (!(await keep(asked))) return wake.again()
      if (asked.ask === null) return
      const signal = AbortSignal.any([stopped.signal, hurry.signal])
      const answer = await carryOut(asked.ask, state.place, { ...wire, signal })
      if (stopped.signal.aborted) return
      ports.heard(answer)
      if (!(await keep(step(state, answer.event)))) return wake.again()
      if (answer.event.type === 'unanswered') {
        // so may what stood there before: that is read first
        if (forgets(answer.error)) state = step(state, { type: 'slept' }).state
        return wake.again(answer.wait)
      }
      if (answer.event.type === 'unreadable') {
        unreadableAt = performance.now()
        return wake.within(READ_AGAIN)
      }
      heard = Date.now()
      wake.calm()
      if (state.place.owner ? isAtRest(state) && !state.doubt : answer.event.type === 'nothing-there') {
        if (mayWork(state)) stretches.make(state.place)
        return
      }
    }
  }
  const inTurn = (work: () => Promise<void>): Promise<void> => {
    const next = running.then(() => (stopped.signal.aborted ? undefined : work()))
    running = next.catch((error) => {
      report(error)
      state = { ...state, asked: null, doubt: true, halt: error instanceof CannotFollow ? 'damaged' : state.halt }
      if (state.halt === null) wake.again()
      else ports.changed()
    })
    return next
  }
  return {
    state: () => state,
    decide: (event) => step(state, event),
    learn: (event) => {
      state = step(state, event).state
    },
    distrust: () => {
      state = { ...state, doubt: true, stale: true }
    },
    ...{ keep, turn, inTurn },
    act: async (event) => {
      if (await keep(step(state, event))) await turn()
    },
    wake: wake.within,
    hurry: () => {
      hurry.abort()
      hurry = new AbortController()
    },
    stop: () => {
      stopped.abort()
      wake.stop()
    },
  }
}

const forgets = (error: unknown): boolean => error instanceof StoreFailure && error.problem.kind === 'forgets'

const placeOf = ({ log, next, previous, sent, owner, over, pending }: SyncRow): Place => ({
  ...{ log, next, previous, sent, owner, over, pending },
})
