import type { SharedSession } from '../session/shared-session.ts'
import type { Told } from '../session/shared-sessions.ts'
import type { SharedStorage } from './shared-storage.ts'

/** How often it is looked, in ms. */
const LOOK_EVERY = 5000
/** Trouble shorter than this many ms is not shown. */
const BLIP = 10_000

type TroublePorts = {
  storage: Pick<SharedStorage, 'troubledFor'>
  sessions: () => Iterable<Pick<SharedSession, 'row' | 'isUnsent'>>
  isShown: (sessionId: string) => boolean
  tell: (sessionId: string, told: Told) => void
}

/** Since when the same is unsent: something of a run is on its way all the time. */
type Unsent = { sent: number; since: number }

/**
 * Tells pages with a shared session when the storage has not worked for a while, or has not received the latest
 * changes, and when it works again.
 */
export function tellTrouble({ storage, sessions, isShown, tell }: TroublePorts): { stop: () => void } {
  const told = new Set<string>()
  const waiting = new Map<string, Unsent>()
  const isLate = (session: Pick<SharedSession, 'row' | 'isUnsent'>): boolean => {
    const { sessionId, sent } = session.row()
    if (!session.isUnsent()) {
      waiting.delete(sessionId)
      return false
    }
    const now = performance.now()
    const before = waiting.get(sessionId)
    if (before?.sent === sent) return now - before.since >= BLIP
    waiting.set(sessionId, { sent, since: now })
    return false
  }
  const look = (): void => {
    const trouble = (storage.troubledFor?.() ?? 0) >= BLIP
    for (const session of sessions()) {
      const { sessionId, over, left } = session.row()
      const unsent = isLate(session)
      const isTroubled = (trouble || unsent) && !over && !left
      // repeatedly: a page may have been opened, or have reloaded its list
      if (isTroubled && isShown(sessionId)) {
        told.add(sessionId)
        tell(sessionId, { trouble, unsent })
      } else if (!isTroubled && told.delete(sessionId)) tell(sessionId, { trouble: false, unsent: false })
    }
  }
  const timer = setInterval(look, LOOK_EVERY)
  return {
    stop: () => {
      clearInterval(timer)
      for (const sessionId of told) tell(sessionId, { trouble: false, unsent: false })
    },
  }
}
