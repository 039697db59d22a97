import type { SyncRow } from '../../storage/schema.ts'
import { mayAct, mayRun, mayWork } from '../../sync/log.ts'
import type { Place } from '../../sync/log-state.ts'
import { LONG, makeLogTurns } from './log-turns.ts'
import type { SessionKeeper, SharedSession } from './shared-session.ts'
import { randomId } from './shared-storage.ts'
import { makeUntil } from './until.ts'
import type { Work } from './work-of.ts'

/** Who wished so long ago has taken it, or is gone. In ms. */
const WISH = 15_000
/** A take that could not be sent for so long is none any more: its person may have gone on elsewhere. In ms. */
const OUTDATED = 10 * 60_000

/** Drives one shared session: what is done with it here, on top of its log. */
export function shareSession(stored: SyncRow, committed: number, keeper: SessionKeeper): SharedSession {
  const { sessionId } = stored
  let { by, apart, overAt = stored.over ? Date.now() : undefined, swept, left = false, takenAt } = stored
  /** Which device wrote what was read last; null: nothing was read in this life. */
  let writer: string | null = null
  let work: Work = { busy: false, waits: false, begins: false }
  let since = Date.now()
  /** Until then it is given back when it can be; wall time, ms. */
  let wishedUntil = 0
  /** The last segment gave it back: nobody has it. */
  let free = false
  const until = makeUntil()

  const log = makeLogTurns(stored, committed, {
    ...{ db: keeper.db, storage: keeper.storage, sessionId, report: keeper.report },
    keepPlace: async (place, change) => {
      if (place.over) overAt ??= Date.now()
      return (await keeper.keep(row(place), change)) !== null
    },
    isLeft: () => left,
    isOutdated: () => {
      if (state().place.pending?.kind !== 'take') return false
      // of one that an older version left nobody knows
      const age = Date.now() - (takenAt ?? 0)
      return age < 0 || age >= OUTDATED
    },
    moved: until.look,
    changed: () => {
      // whoever wished has it, or will wish again
      if (!state().place.owner) wishedUntil = 0
      keeper.changed(session)
    },
    heard: ({ by: device, event, error }) => {
      if (device !== undefined) {
        writer = device
        by = keeper.nameOf(device)
      }
      if (event.type === 'found') free = event.found.kind === 'yield'
      if (event.type === 'appended' && event.outcome === 'created') free = state().place.pending?.kind === 'yield'
      if (error !== undefined) keeper.report(error)
    },
  })
  const { state, inTurn } = log
  const row = (place: Place = state().place): SyncRow => ({
    ...place,
    ...{ sessionId, epoch: stored.epoch, by: place.owner ? '' : by },
    ...{ apart, overAt, swept, ...(left && { left }) },
    ...(place.pending?.kind === 'take' && { takenAt }),
  })
  const works = (): boolean => mayWork(state())
  /** What is over for the others is this device's own, if it is restored here; so is what is shared no more. */
  const isOwn = (): boolean => left || state().place.over
  const isFull = (): boolean => !isOwn() && works() && !mayRun(state(), keeper.storage.mostUnsent)
  /** Nobody here waits for it. */
  const later = (act: () => Promise<void>): void => void inTurn(act).catch(() => {})
  const leave = (): void => {
    if (Date.now() > wishedUntil || left || !works()) return
    wishedUntil = 0
    later(async () => {
      log.learn({ type: 'leave' })
      await keeper.stopMachine(sessionId)
      await log.turn()
    })
  }

  const session: SharedSession = {
    row: () => row(),
    halt: () => state().halt,
    mayWork: () => left || works(),
    wake: log.wake,
    isBusy: () => work.busy && !left && works(),
    isWaiting: () => work.waits && !left && works() && Date.now() - since < LONG,
    committed: (seq, now) => {
      work = now
      since = Date.now()
      log.learn({ type: 'committed', seq })
      if (!now.busy || now.begins) leave()
    },
    reached: (seq) => {
      work = { ...work, busy: true }
      log.learn({ type: 'committed', seq })
    },
    named: (device, name) => {
      // the log may have been read before any note was heard
      const isIts = writer === null ? by === '' : writer === device
      if (!isIts || by === name || state().place.owner) return
      later(async () => {
        by = name
        if ((await keeper.keep(row(), null)) !== null) keeper.changed(session)
      })
    },
    giveBack: () => {
      wishedUntil = Date.now() + WISH
      if (!work.busy) leave()
    },
    isLeaving: () => state().leaving,
    isFree: () => free,
    published: (seq, signal) => {
      log.wake(0)
      return until.wait(() => isOwn() || mayAct(state(), seq), signal)
    },
    isFull,
    room: (signal) => {
      log.wake(0)
      return until.wait(() => !isFull(), signal)
    },
    detach: async () => {
      log.hurry()
      let isUnsent = false
      await inTurn(async () => {
        const detached = log.decide({ type: 'detach' })
        isUnsent = detached.change !== null
        await log.keep(detached)
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
        log.distrust()
        until.look()
        log.wake(0)
      }),
    take: async () => {
      takenAt = Date.now()
      for (let tries = 0; tries < 3 && !state().place.owner; tries++)
        await inTurn(() => log.act({ type: 'take', id: randomId() }))
      return works()
    },
    settled: (copy) =>
      inTurn(async () => {
        apart = apart?.filter((each) => each.sessionId !== copy)
        if ((await keeper.keep(row(), null)) === null)
          throw new Error('It could not be stored what becomes of the copy.')
      }),
    bury: () => later(() => log.act({ type: 'delete', id: randomId() })),
    swept: () =>
      later(async () => {
        swept = true
        await keeper.keep(row(), null)
      }),
    slept: () => log.learn({ type: 'slept' }),
    stop: log.stop,
  }
  return session
}
