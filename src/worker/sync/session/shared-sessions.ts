import type { SessionItem } from '../../../protocol/common.ts'
import { lostOf } from '../../../storage/places.ts'
import type { SyncRow } from '../../../storage/schema.ts'
import type { Listening } from '../devices/listen.ts'
import type { SharingPorts } from '../sharing-ports.ts'
import { makeKeep } from './keep-place.ts'
import { type SessionKeeper, type SharedSession, shareSession } from './shared-session.ts'
import { tellItem } from './tell-item.ts'

/** The shared sessions that this device owns or follows. */
export type SharedSessions = {
  of: (sessionId: string) => SharedSession | undefined
  ofLog: (log: string) => SharedSession | undefined
  all: () => SharedSession[]
  /** Drives it from its place on. */
  add: (row: SyncRow, committed: number) => SharedSession
  /** The owner has changed, or whether the session can continue: starts or stops it here, and tells the pages. */
  changed: (session: SharedSession) => void
  /** Tells the pages who runs it. Fields missing in `more` stay as they were. */
  tell: (sessionId: string, more?: Told) => void
  stop: () => void
}

export type Told = { trouble: boolean; unsent: boolean }

export type SharedSessionsPorts = SharingPorts &
  Pick<SessionKeeper, 'keepChoice'> & {
    others: () => Pick<Listening, 'nameOf' | 'drop' | 'seen'>
    /** A session goes its own way here, and its log is followed by this one. */
    parted: (row: SyncRow) => void
  }

export function makeSharedSessions(ports: SharedSessionsPorts): SharedSessions {
  const { db, storage, report, keepChoice, others } = ports
  const sessions = new Map<string, SharedSession>()
  let stopped = false

  const add = (row: SyncRow, committed: number): SharedSession => {
    const session = shareSession(row, committed, {
      ...{ db, storage, keep, keepChoice, changed, report, stopMachine: ports.stopMachine },
      nameOf: (device) => others().nameOf(device),
    })
    sessions.get(row.sessionId)?.stop()
    sessions.set(row.sessionId, session)
    return session
  }
  const changed = (session: SharedSession): void => {
    const { sessionId, log, owner } = session.row()
    if (sessions.get(sessionId) !== session || stopped) return
    if (owner) others().drop(log)
    if (session.mayWork()) ports.startMachine(sessionId)
    else if (session.row().over) return
    else ports.stopMachine(sessionId).catch(report)
    tell(sessionId)
  }
  const tell: SharedSessions['tell'] = (sessionId, more) =>
    void tellPages(sessionId, more).catch((error) => stopped || report(error))
  const tellPages = async (sessionId: string, more?: Told): Promise<void> => {
    const head = await db.get('sessions', sessionId)
    const row = sessions.get(sessionId)?.row()
    const place = { elsewhere: placeOf(sessionId), lost: row === undefined ? null : lostOf(row), ...more }
    if (head !== undefined) await tellItem(ports, head, place)
  }
  const placeOf = (sessionId: string): SessionItem['elsewhere'] => {
    const session = sessions.get(sessionId)
    if (session === undefined || session.row().owner || session.row().over) return undefined
    const { by, log } = session.row()
    return { by, seen: session.seen(others().seen(log)), ...(session.isFree() && { free: true }) }
  }
  const keep = makeKeep({
    ...ports,
    replace: (old, row) => {
      sessions.get(old)?.stop()
      sessions.delete(old)
      add(row, 0).wake(0)
      ports.parted(row)
    },
    placeOf,
  })
  return {
    of: (sessionId) => sessions.get(sessionId),
    ofLog: (log) => [...sessions.values()].find((session) => session.row().log === log),
    all: () => [...sessions.values()],
    ...{ add, changed, tell },
    stop: () => {
      stopped = true
      for (const session of sessions.values()) session.stop()
    },
  }
}
