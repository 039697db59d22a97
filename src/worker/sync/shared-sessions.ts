import type { SessionItem } from '../../protocol/common.ts'
import type { SyncRow } from '../../storage/schema.ts'
import { makeKeep } from './keep-place.ts'
import type { Listening } from './listen.ts'
import { shareSession } from './share-session.ts'
import type { SessionKeeper, SharedSession } from './shared-session.ts'
import type { SharingPorts } from './sharing-ports.ts'
import { tellItem } from './tell-item.ts'

/** The shared sessions of this device, those that it has and those that it follows. */
export type SharedSessions = {
  of: (sessionId: string) => SharedSession | undefined
  ofLog: (log: string) => SharedSession | undefined
  all: () => SharedSession[]
  /** Drives it from its place on. */
  add: (row: SyncRow, committed: number) => SharedSession
  /** Whose it is has changed, or whether it can go on: it runs here or does not, and pages are told. */
  changed: (session: SharedSession) => void
  /** Tells pages where it goes on. `trouble`: absent: as it was told last. */
  tell: (sessionId: string, trouble?: boolean) => void
  stop: () => void
}

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
  const tell: SharedSessions['tell'] = (sessionId, trouble) =>
    void tellPages(sessionId, trouble).catch((error) => stopped || report(error))
  const tellPages = async (sessionId: string, trouble?: boolean): Promise<void> => {
    const head = await db.get('sessions', sessionId)
    const place = { elsewhere: placeOf(sessionId), ...(trouble !== undefined && { trouble }) }
    if (head !== undefined) await tellItem(ports, head, place)
  }
  const placeOf = (sessionId: string): SessionItem['elsewhere'] => {
    const session = sessions.get(sessionId)
    if (session === undefined || session.row().owner || session.row().over) return undefined
    const { by, log } = session.row()
    return { by, seen: others().seen(log), ...(session.isFree() && { free: true }) }
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
