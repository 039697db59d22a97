import type { Published } from '../../protocol/published.ts'
import { collectPending } from '../../storage/blobs.ts'
import { readLevel } from '../../storage/health.ts'
import { FREED_GRACE_MS } from '../../storage/pending-marks.ts'
import { purgeProjects } from '../../storage/projects/purge-projects.ts'
import { purgeDeleted } from '../../storage/purge.ts'
import type { Database } from '../../storage/schema.ts'
import { tidyKeys } from '../../storage/settings/remake-keys.ts'

/** The schedule of permanent deletion. */
export type Tidying = {
  /** What pages hear, too: sessions that were deleted, commits that find no room. */
  heard: (message: Published) => void
  stop: () => void
}

export type TidyPorts = {
  db: Database
  epoch: number
  superseded: () => void
  report: (error: unknown) => void
}

/** How long a deleted session can still be restored before its rows go, in ms. */
export const KEEP_DELETED = 24 * 60 * 60 * 1000
/** The same where room is short: longer than "Undo" is offered. */
export const KEEP_WHEN_SHORT = 10 * 60 * 1000
/** So much later than a deletion is due it is looked for, in ms. */
const BEHIND = 1000
/** An hour: the bytes that one time frees go the next time. */
const EVERY = FREED_GRACE_MS + BEHIND

/**
 * Runs in the writer only: at the start, every hour, and soon after a deletion. In a writer's first minutes, low
 * storage does not bring a deletion forward: the minutes are counted by a monotonic clock, so a wall clock that jumps
 * ahead cannot purge a session that was just deleted.
 */
export function keepTidy({ db, epoch, superseded, report }: TidyPorts): Tidying {
  const began = performance.now()
  let stopped = false
  let timer: ReturnType<typeof setTimeout> | undefined
  let dueAt = Number.POSITIVE_INFINITY
  /** Until this time storage counts as low, whatever the browser reports: a commit has failed for lack of space. */
  let shortUntil = 0
  let last: Promise<unknown> = Promise.resolve()

  const plan = (ms: number): void => {
    const at = performance.now() + ms
    if (stopped || at >= dueAt) return
    clearTimeout(timer)
    dueAt = at
    timer = setTimeout(run, ms)
  }
  const tidy = async (): Promise<void> => {
    if (stopped) return
    const isShort = performance.now() < shortUntil || (await readLevel()) !== 'fine'
    const early = began + KEEP_WHEN_SHORT - performance.now()
    const now = Date.now()
    const before = now - (isShort && early <= 0 ? KEEP_WHEN_SHORT : KEEP_DELETED)
    // both check again inside their own transactions, so anything added or named in between stays
    for (const work of [
      () => purgeProjects(db, epoch, before),
      () => purgeDeleted(db, epoch, { before, now }),
      () => collectPending(db, epoch, now),
    ]) {
      if (stopped) return
      const outcome = await work().catch(report)
      if (outcome?.type === 'stale-epoch') return superseded()
    }
    if (!stopped) await tidyKeys(db)
    if (isShort && early > 0) plan(early + BEHIND)
  }
  const run = (): void => {
    dueAt = Number.POSITIVE_INFINITY
    last = last
      .then(tidy)
      .catch(report)
      .finally(() => plan(EVERY))
  }

  run()
  return {
    heard: (message) => {
      if (message.type === 'sessions-changed' && message.sessions.some(({ deletedAt }) => deletedAt !== null))
        plan(KEEP_WHEN_SHORT + BEHIND)
      if (message.type !== 'activity' || message.activity.fault?.kind !== 'quota') return
      const now = performance.now()
      if (now >= shortUntil) plan(Math.max(0, began + KEEP_WHEN_SHORT - now) + BEHIND)
      shortUntil = now + EVERY
    },
    stop: () => {
      stopped = true
      clearTimeout(timer)
    },
  }
}
