import type { SessionItem } from '../../protocol/common.ts'
import { paced } from '../../settings/pace.ts'
import type { Database } from '../../storage/schema.ts'
import { keepVersions } from '../../storage/versions/keep-versions.ts'
import { searchRoomOf } from '../search/search-room.ts'
import { makeDue } from './due.ts'

/**
 * For the writer: the index of words and the kept versions follow the commits at a distance, so that no step waits for
 * them.
 */
export type Wake = {
  /** Lines of the sessions list that changed. */
  changed: (items: readonly SessionItem[]) => void
  stop: () => void
}

/**
 * Milliseconds from a change until versions are stored: for an idle session, and for a running one, which changes all
 * the time.
 */
const RESTING = 1_000
const WORKING = 20_000
/**
 * The same for the search index. A search brings the index up to date first (search/search-room.ts). Each time, the
 * last segment of a session is rewritten, with the words of up to 128 rows.
 */
const WORDS = 120_000

/**
 * Starts with everything that changed while no tab kept the index. Versions of older sessions are stored when somebody
 * looks at them.
 */
export function followCommits(db: Database): Wake {
  const room = searchRoomOf(db)
  const words = makeDue((sessionId) => void room.bringUp(sessionId))
  // what fails is tried again with the next change: a cache is no reason to trouble anybody
  const versions = makeDue(
    (sessionId) => void keepVersions(db, sessionId).catch((error: unknown) => console.error(error)),
  )
  let stopped = false
  void room.sweep()
  return {
    changed: (items) => {
      if (stopped) return
      for (const { id, deletedAt, busy, damaged } of items) {
        const wait = paced(busy ? WORKING : RESTING)
        // right away: a deleted session must not be found any longer
        if (deletedAt !== null || damaged) void room.forget(id)
        else {
          words.plan(id, room.isHeld() ? wait : paced(WORDS))
          versions.plan(id, wait)
        }
      }
    },
    stop: () => {
      stopped = true
      words.stop()
      versions.stop()
    },
  }
}
