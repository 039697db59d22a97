import type { SyncRow } from '../../storage/schema.ts'
import { mayAct, mayWork, type Step, step } from '../../sync/log.ts'
import { beginLife, type Change, type Halt, type LogState, type Place } from '../../sync/log-state.ts'
import { CannotFollow } from './fold-rows.ts'
import { carryOut, type LogWire, mostToSend } from './log-requests.ts'
import { randomId } from './shared-storage.ts'

/** One shared session on this device: drives its log, one thing at a time. */
export type SharedSession = {
  row: () => SyncRow
  halt: () => Halt | null
  mayWork: () => boolean
  /** Looks at the storage, and sends what is unsent, in so many ms at the latest. */
  wake: (ms: number) => void
  /** `busy`: something of it runs. */
  committed: (seq: number, busy: boolean) => void
  isBusy: () => boolean
  /** Resolves when the journal up to `seq` stands in the log and the session is still ours; rejects when the signal is aborted. */
  published: (seq: number, signal: AbortSignal) => Promise<void>
  /** A person here goes on with it. Resolves to whether it is ours now. */
  take: () => Promise<boolean>
  slept: () => void
  stop: () => void
}

export type SessionKeeper = Omit<LogWire, 'sessionId' | 'signal'> & {
  /** Stores a place, and what changes with it. Resolves to the place's row; null: nothing was stored, or this session is no more. */
  keep: (row: SyncRow, change: Change | null) => Promise<SyncRow | null>
  /** Whose it is has changed, or whether it can go on. */
  changed: (session: SharedSession) => void
  nameOf: (device: string) => string
  report: (error: unknown) => void
}

const FIRST_WAIT = 2000
const LONGEST_WAIT = 60_000
const REQUEST_LIMIT = 60_000

export function shareSession(stored: SyncRow, committed: number, keeper: SessionKeeper): SharedSession {
  const { sessionId } = stored
  let { by } = stored
  let state: LogState = beginLife(placeOf(stored), committed)
  let running: Promise<unknown> = Promise.resolve()
  let timer: { at: number; id: ReturnType<typeof setTimeout> } | null = null
  let wait = FIRST_WAIT
  let busy = false
  const stopped = new AbortController()
  const waiting = new Set<{ seq: number; resolve: () => void }>()
  const wire: LogWire = { db: keeper.db, storage: keeper.storage, sessionId, signal: stopped.signal }

  const row = (place: Place = state.place): SyncRow => ({
    ...place,
    sessionId,
    epoch: stored.epoch,
    by: place.owner ? '' : by,
  })
  /** Stores what a step decided, then believes it. False: it could not be stored, and is decided again. */
  const keep = async ({ state: next, change }: Step): Promise<boolean> => {
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
    for (const each of waiting) if (mayAct(state, each.seq)) each.resolve()
    if (before.works !== mayWork(state) || before.halt !== state.halt || change !== null) keeper.changed(session)
    return true
  }
  const isAtRest = ({ place, committed }: LogState): boolean => place.pending === null && place.sent === committed
  const turn = async (): Promise<void> => {
    while (!stopped.signal.aborted) {
      const { place } = state
      const most = place.owner && place.pending === null ? await mostToSend(wire, place) : place.sent
      const asked = step(state, { type: 'due', id: randomId(), most })
      if (!(await keep(asked))) return again()
      if (asked.ask === null) return
      const signal = AbortSignal.any([stopped.signal, AbortSignal.timeout(REQUEST_LIMIT)])
      const answer = await carryOut(asked.ask, state.place, { ...wire, signal })
      if (stopped.signal.aborted) return
      if (answer.by !== undefined) by = keeper.nameOf(answer.by)
      if (answer.error !== undefined) keeper.report(answer.error)
      if (!(await keep(step(state, answer.event)))) return again()
      if (answer.event.type === 'unanswered') return again(answer.wait)
      wait = FIRST_WAIT
      if (state.place.owner ? isAtRest(state) && !state.doubt : answer.event.type === 'nothing-there') return
    }
  }
  const again = (ms = wait): void => {
    wait = Math.min(wait * 2, LONGEST_WAIT)
    session.wake(ms)
  }
  const inTurn = (work: () => Promise<void>): Promise<void> => {
    const next = running.then(() => (stopped.signal.aborted ? undefined : work()))
    running = next.catch((error) => {
      keeper.report(error)
      state = { ...state, asked: null, doubt: true, halt: error instanceof CannotFollow ? 'damaged' : state.halt }
      if (state.halt === null) again()
      else keeper.changed(session)
    })
    return next
  }

  const session: SharedSession = {
    row: () => row(),
    halt: () => state.halt,
    mayWork: () => mayWork(state),
    wake: (ms) => {
      const at = performance.now() + ms
      if (stopped.signal.aborted || (timer !== null && timer.at <= at)) return
      if (timer !== null) clearTimeout(timer.id)
      const begin = (): void => {
        timer = null
        void inTurn(turn).catch(() => {})
      }
      timer = { at, id: setTimeout(begin, ms) }
    },
    isBusy: () => busy && mayWork(state),
    committed: (seq, isBusy) => {
      busy = isBusy
      state = step(state, { type: 'committed', seq }).state
    },
    published: (seq, signal) =>
      new Promise((resolve, reject) => {
        if (signal.aborted) return reject(signal.reason)
        if (mayAct(state, seq)) return resolve()
        const each = { seq, resolve: () => settle(resolve) }
        const aborted = (): void => settle(() => reject(signal.reason))
        const settle = (how: () => void): void => {
          waiting.delete(each)
          signal.removeEventListener('abort', aborted)
          how()
        }
        signal.addEventListener('abort', aborted)
        waiting.add(each)
        session.wake(0)
      }),
    take: async () => {
      for (let tries = 0; tries < 3 && !state.place.owner; tries++)
        await inTurn(async () => {
          if (await keep(step(state, { type: 'take', id: randomId() }))) await turn()
        })
      return mayWork(state)
    },
    slept: () => {
      state = step(state, { type: 'slept' }).state
      session.wake(0)
    },
    stop: () => {
      stopped.abort()
      if (timer !== null) clearTimeout(timer.id)
    },
  }
  return session
}

const placeOf = ({ log, next, previous, sent, owner, over, pending }: SyncRow): Place => ({
  ...{ log, next, previous, sent, owner, over, pending },
})
