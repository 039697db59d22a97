import type { SessionItem } from '../../protocol/common.ts'
import type { Database } from '../../storage/schema.ts'
import { searchRoomOf } from './search-room.ts'

/** For the writer: the index follows the commits at a distance, so that no step waits for it. */
export type KeptIndex = {
  /** Lines of the sessions list that changed. */
  changed: (items: readonly SessionItem[]) => void
  stop: () => void
}

/** How long after a change, in ms: of a session that rests, and of one that is at work and changes all the time. */
const RESTING = 1_000
const WORKING = 20_000

/** Begins with all that changed while nobody kept it. */
export function keepIndex(db: Database): KeptIndex {
  const room = searchRoomOf(db)
  const due = new Map<string, { timer: ReturnType<typeof setTimeout>; at: number }>()
  let stopped = false

  const plan = (sessionId: string, wait: number): void => {
    const planned = due.get(sessionId)
    const at = performance.now() + wait
    if (planned !== undefined && planned.at <= at) return
    clearTimeout(planned?.timer)
    const timer = setTimeout(() => {
      due.delete(sessionId)
      void room.bringUp(sessionId)
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
