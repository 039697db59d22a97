/** The marks of blobs that no commit has named yet, and how long each of them counts. */

/**
 * A pending blob younger than this is kept: a page may hold the command that names it in its outbox, over a reload or a night, and sends
 * it again when it comes back.
 */
export const PENDING_GRACE_MS = 7 * 24 * 60 * 60 * 1000
/** One that was named by nothing but what was purged is kept for so long: what has read its name just before is done with it by then. */
export const FREED_GRACE_MS = 60 * 60 * 1000

/** The mark of a blob whose last name is gone since `now` (wall time, ms): dated back, so that every version collects it in time. */
export const freedSince = (now: number): number => now - (PENDING_GRACE_MS - FREED_GRACE_MS)

/**
 * The mark beside the name of a blob that was put again while a commit had named it: what names it may be purged before what it was put for is
 * committed. No version takes it for the blob's own mark, by which named bytes could be collected.
 */
export const againMark = (sha: string): string => AGAIN + sha
export const AGAIN = 'again:'

/** Whether a row of `pending-blobs` has been there for long enough; `now`: wall time, ms. */
export function isOld(mark: unknown, now: number): boolean {
  const { since } = (mark ?? {}) as { since?: unknown }
  return typeof since === 'number' && since < now - PENDING_GRACE_MS
}
