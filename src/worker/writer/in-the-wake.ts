import type { SessionItem } from '../../protocol/common.ts'
import type { Database } from '../../storage/schema.ts'
import { keepVersions } from '../../storage/versions/keep-versions.ts'
import { searchRoomOf } from '../search/search-room.ts'

/** For the writer: the index of words and the kept versions follow the commits at a distance, so that no step waits for them. */
export type Wake = {
  /** Lines of the sessions list that changed. */
  changed: (items: readonly SessionItem[]) => void
  stop: () => void
}

/** How long after a change, in ms: of a session that rests, and of one that is at work and changes all the time. */
const RESTING = 1_000
const WORKING = 20_000

/** Begins with all that changed while nobody kept the index. Versions of older sessions are kept when somebody looks at them. */
export function followCommits(db: Database): Wake {
  const room = searchRoomOf(db)
  const due = new Map<string, { timer: ReturnType<typeof setTimeout>; at: number }>()
  let stopped = false

  const bringUp = async (sessionId: string): Promise<void> => {
    await room.bringUp(sessionId)
    // what fails is tried again with the next change: a cache is no reason to trouble anybody
    if (!stopped) await keepVersions(db, sessionId).catch((error: unknown) => console.error(error))
  }
  const plan = (sessionId: string, wait: number): void => {
    const planned = due.get(sessionId)
    const at = performance.now() + wait
    if (planned !== undefined && planned.at <= at) return
    clearTimeout(planned?.timer)
    const timer = setTimeout(() => {
      due.delete(sessionId)
      void bringUp(sessionId)
    }, wait)
    due.set(sessionId, { timer, at })
  }
  void room.sweep()
  return {
    changed: (items) => {
      if (stopped) return
      for (const { id, deletedAt, busy, damaged } of items) {
        // at once: what a person deletes is not to be found for a moment longer
        if (deletedAt !== null || damaged) void room.forget(id)
        else plan(id, busy ? WORKING : RESTING)
      }
    },
    stop: () => {
      stopped = true
      for (const { timer } of due.values()) clearTimeout(timer)
      due.clear()
    },
  }
}
