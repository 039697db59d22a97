import type { SharedSession } from './shared-session.ts'
import type { SharedStorage } from './shared-storage.ts'

/** How often it is looked, in ms. */
const LOOK_EVERY = 5000
/** What is mended before is nothing that a person has to know. In ms. */
const BLIP = 10_000

type TroublePorts = {
  storage: Pick<SharedStorage, 'troubledFor'>
  sessions: () => Iterable<Pick<SharedSession, 'row'>>
  isShown: (sessionId: string) => boolean
  /** Tells pages whether something stands in the way of this session. */
  tell: (sessionId: string, trouble: boolean) => void
}

/** Tells the pages that show a shared session when the storage has not done for a while what it is asked for, and when it does again. */
export function tellTrouble({ storage, sessions, isShown, tell }: TroublePorts): { stop: () => void } {
  const told = new Set<string>()
  const mended = (): void => {
    for (const sessionId of told) tell(sessionId, false)
    told.clear()
  }
  const look = (): void => {
    if ((storage.troubledFor?.() ?? 0) < BLIP) return mended()
    for (const session of sessions()) {
      const { sessionId, over, left } = session.row()
      if (over || left || !isShown(sessionId)) continue
      told.add(sessionId)
      // again and again: a page may have been opened, or have read its list anew
      tell(sessionId, true)
    }
  }
  const timer = setInterval(look, LOOK_EVERY)
  return {
    stop: () => {
      clearInterval(timer)
      mended()
    },
  }
}
