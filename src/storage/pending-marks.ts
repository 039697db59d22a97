/** Marks of blobs that no commit has named yet, and how long each of them counts. */

/**
 * A younger pending blob is kept: a page may hold the command that names it in its outbox, over a reload or a night,
 * and send it again.
 */
export const PENDING_GRACE_MS = 7 * 24 * 60 * 60 * 1000
/** How long a blob is kept that only purged rows named: readers of its name have finished by then. */
export const FREED_GRACE_MS = 60 * 60 * 1000

/**
 * The mark of a blob whose last name is gone since `now` (wall time, ms): dated back, so that every version collects it
 * in time.
 */
export const freedSince = (now: number): number => now - (PENDING_GRACE_MS - FREED_GRACE_MS)

/**
 * The mark beside the name of a blob that was put again after a commit had named it: that name may be purged before the
 * new put is committed. No version confuses it with the blob's own mark, by which named bytes could be collected.
 */
export const againMark = (sha: string): string => AGAIN + sha
export const AGAIN = 'again:'

/** Whether the time of a row of `pending-blobs` is up. `now`: wall time, ms. */
export function isOld(mark: unknown, now: number): boolean {
  const { since } = (mark ?? {}) as { since?: unknown }
  return typeof since === 'number' && since < now - PENDING_GRACE_MS
}
