import { Head } from '../agent/head.ts'
import { removeCopy } from './copy/copy-folder.ts'
import { failpoint } from './failpoint.ts'
import { isSame } from './is-same.ts'
import { freedSince } from './pending-marks.ts'
import { listHeads } from './read.ts'
import { restoreSession } from './restore.ts'
import type { Database, StoreName } from './schema.ts'
import { draftKeys, folderKey, wholeSession, wireKeys } from './session-range.ts'
import { keepUsage, usageKey } from './usage/read-usage.ts'
import { type Refusal, writerTransaction } from './writer-transaction.ts'

/**
 * Removes a deleted session for good. First its head goes, and a mark is set in `purges`: from then on the session does
 * not exist and no commit can bring it back. Then its rows go, a page per transaction, and the mark last.
 */

const PAGE = 200
const PAGED: readonly StoreName[] = ['messages', 'journal', 'files', 'streams', 'snapshots', 'blob-names']

/** `not-deleted`: its head does not say that it was deleted; nothing was done. */
export type PurgeOutcome = { type: 'purged-now' } | { type: 'not-deleted' } | Refusal

/**
 * Purges every session that was deleted before `before`, and every one whose purge was interrupted; their blobs are
 * freed at `now` (wall times, ms). Stops at the first refusal and returns it. Rejects with a DOMException from its own
 * reads.
 */
export async function purgeDeleted(
  db: Database,
  epoch: number,
  { before, now }: { before: number; now: number },
): Promise<{ type: 'purged-now'; sessions: number } | Refusal> {
  const { heads } = await listHeads(db)
  const due = heads
    .filter(({ deletedAt }) => deletedAt !== null && deletedAt < before)
    .map(({ sessionId }) => sessionId)
  // an import of this epoch is in progress and left alone; an import of an older epoch was interrupted
  const marked = (await db.getAll('purges')).filter((mark) => mark.importing !== true || mark.epoch !== epoch)
  const sessions = [...new Set([...marked.map(({ sessionId }) => sessionId), ...due])]
  for (const sessionId of sessions) {
    const outcome = await purgeSession(db, { epoch, sessionId, now })
    if (outcome.type !== 'purged-now' && outcome.type !== 'not-deleted') return outcome
  }
  return { type: 'purged-now', sessions: sessions.length }
}

/**
 * Purges a deleted session, or continues an interrupted purge. Blobs that no other session has named are freed at `now`
 * (wall time, ms), to be collected soon. Rejects with a DOMException from its own reads; the writes are outcomes.
 * `mayGo` judges the head, in the transaction that removes it.
 */
export async function purgeSession(
  db: Database,
  { epoch, sessionId, now }: { epoch: number; sessionId: string; now: number },
  mayGo: (head: unknown, place: unknown) => boolean = wasDeleted,
): Promise<PurgeOutcome> {
  await keepItsUsage(db, sessionId)
  if (await isToGo(db, sessionId, mayGo)) await removeCopy(db.name, sessionId)
  const begun = await removeHead(db, epoch, sessionId, mayGo)
  if (begun.type !== 'purged-now') return begun
  for (const name of PAGED) {
    for (;;) {
      const keys = await db.getAllKeys(name as 'messages', wholeSession(sessionId), PAGE)
      if (keys.length === 0) break
      const removed = await removePage(db, epoch, name, keys, now)
      if (removed.type !== 'written') return removed
    }
  }
  const scope = { epoch, sessionId: null, stores: ['purges'] as const }
  const ended = await writerTransaction(db, scope, ({ store }) => void store('purges').delete(sessionId))
  return ended.type === 'written' ? { type: 'purged-now' } : ended
}

/**
 * Whether its copy goes, too: before its head, else a kill between the two would bring the session back. A session that
 * was only being brought back keeps it.
 */
async function isToGo(
  db: Database,
  sessionId: string,
  mayGo: (head: unknown, place: unknown) => boolean,
): Promise<boolean> {
  const [mark, head, place] = await Promise.all([
    db.get('purges', sessionId),
    db.get('sessions', sessionId).catch(() => undefined),
    db.get('sync', sessionId),
  ])
  return mark === undefined ? head !== undefined && mayGo(head, place) : mark.importing !== true
}

/** A shared session is removed when its log says that it is over, or after this time without news, in ms. */
const LONGEST_WAIT = 30 * 24 * 60 * 60 * 1000

function wasDeleted(head: unknown, place: unknown): boolean {
  const parsed = Head.safeParse(head)
  if (!parsed.success || parsed.data.deletedAt === null) return false
  return place === undefined || isOver(place) || parsed.data.deletedAt < Date.now() - LONGEST_WAIT
}
const isOver = (place: unknown): boolean => (place as { over?: unknown } | undefined)?.over === true

/**
 * Purges a session that no machine can run because its head, or a row that it needs, is damaged: no input can delete
 * it. `not-deleted`: it can be read (or changed meanwhile), so it is deleted like any other. Rejects with a
 * DOMException from its own reads.
 */
export async function purgeDamaged(
  db: Database,
  { epoch, sessionId, now }: { epoch: number; sessionId: string; now: number },
): Promise<PurgeOutcome> {
  const head: unknown = await db.get('sessions', sessionId).catch(() => null)
  const outcome = await restoreSession(db, sessionId)
  if (outcome.type !== 'damaged') return { type: 'not-deleted' }
  return purgeSession(db, { epoch, sessionId, now }, (stored) => isSame(stored, head))
}

/** An interrupted import used nothing; and an unreadable journal is no reason to keep the session. */
async function keepItsUsage(db: Database, sessionId: string): Promise<void> {
  try {
    if ((await db.getKey('sessions', sessionId)) !== undefined) await keepUsage(db, sessionId)
  } catch (error) {
    console.error(error)
  }
}

async function removeHead(
  db: Database,
  epoch: number,
  sessionId: string,
  mayGo: (head: unknown, place: unknown) => boolean,
): Promise<PurgeOutcome> {
  const stores: StoreName[] = ['sessions', 'configs', 'summaries', 'plans', 'queue', 'settings', 'purges', 'sync']
  const outcome = await writerTransaction(
    db,
    { epoch, sessionId: null, stores, strict: true },
    ({ store, results }): PurgeOutcome => {
      const [head, mark, place] = results
      if (mark !== undefined) return { type: 'purged-now' }
      if (head === undefined || !mayGo(head, place)) return { type: 'not-deleted' }
      store('purges').put({ sessionId, epoch })
      for (const name of ['sessions', 'configs', 'summaries', 'plans'] as const) store(name).delete(sessionId)
      store('queue').delete(wholeSession(sessionId))
      // the end of its log is remembered, or it would be followed again
      if (!isOver(place)) store('sync').delete(sessionId)
      // without its head nothing would tell that it was a recording, which is in no sum
      if ((head as { recorded?: unknown }).recorded === true) store('settings').delete(usageKey(sessionId))
      store('settings').delete(folderKey(sessionId))
      store('settings').delete(draftKeys(sessionId).range)
      store('settings').delete(wireKeys(sessionId).range)
      return { type: 'purged-now' }
    },
    {
      reads: (store) => [
        store('sessions').get(sessionId),
        store('purges').get(sessionId),
        store('sync').get(sessionId),
      ],
    },
  )
  return outcome.type === 'written' ? outcome.value : outcome
}

async function removePage(
  db: Database,
  epoch: number,
  name: StoreName,
  keys: readonly IDBValidKey[],
  now: number,
): Promise<{ type: 'written' } | Refusal> {
  if (__FAILPOINTS__) await failpoint('before-purge-page')
  const shas = name === 'blob-names' ? keys.map((key) => String((key as IDBValidKey[])[1])) : []
  const outcome = await writerTransaction(
    db,
    { epoch, sessionId: null, stores: [name, 'blob-names', 'pending-blobs'] },
    ({ store, results }) => {
      for (const key of keys) store(name).delete(key)
      for (const [index, sha] of shas.entries())
        if (results[index] === 1) store('pending-blobs').put({ sha, since: freedSince(now), freed: true })
    },
    { reads: (store) => shas.map((sha) => store('blob-names').index('by-sha').count(sha)) },
  )
  if (__FAILPOINTS__) await failpoint('after-purge-page')
  return outcome
}
