import type { Delta } from '../../agent/delta-schema.ts'
import { neededRows } from '../../agent/held.ts'
import { rowAt } from '../../agent/rows.ts'
import type { State } from '../../agent/state.ts'
import { AGENT_VERSION } from '../../agent/version.ts'
import { failpoint } from '../failpoint.ts'
import { stateOf } from '../fold.ts'
import { type Database, type JournalRow, KEPT_PAGE, SnapshotRow } from '../schema.ts'

/**
 * Kept versions: what a machine needs to go on from an earlier input, stored so that nobody folds the whole journal to look at it. They are a
 * cache. The journal alone says what happened, and a kept version counts only while it names the very row of the journal that it was made
 * after, and this agent version made it. They lie with the snapshots, as a page before the first, which never counts as a whole state.
 */

/** A version is kept after every so many inputs. */
export const KEPT_EVERY = 64
/** Files beyond so many are not kept with each version: looking at them folds the journal. */
const MAX_FILES = 256
/** Versions per transaction. */
const PAGE = 16

/** `files`: whether `state.files` are all files of then. Of the transcript the state holds what a machine needs. */
export type KeptVersion = { state: State; files: boolean }
/** A version with the row of the journal that it was made after. */
export type VersionAfter = { row: Pick<JournalRow, 'seq' | 'epoch'>; version: KeptVersion }

const keyAt = (sessionId: string, seq: number): [string, number, number] => [sessionId, seq, KEPT_PAGE]

/**
 * The latest kept version up to `seq` that counts; null: there is none, or a whole snapshot stands after it, which the fold has to go on from. One that
 * is damaged, old or not of this journal is passed over. Rejects with a DOMException.
 */
export async function keptBefore(db: Database, sessionId: string, seq: number): Promise<KeptVersion | null> {
  const transaction = db.transaction(['snapshots', 'journal'])
  const snapshots = transaction.objectStore('snapshots')
  for (let to: IDBValidKey = [sessionId, seq, []]; ; ) {
    const cursor = await snapshots.openKeyCursor(IDBKeyRange.bound([sessionId], to, false, true), 'prev')
    if (cursor === null || cursor.key[2] !== KEPT_PAGE) return null
    const [stored, made]: [unknown, { epoch?: unknown; timestamp?: unknown } | undefined] = await Promise.all([
      snapshots.get(cursor.key),
      transaction.objectStore('journal').get([sessionId, cursor.key[1]]),
    ])
    const { data } = SnapshotRow.safeParse(stored)
    const version = data?.agentVersion === AGENT_VERSION && data.epoch === made?.epoch ? versionOf(data.part) : null
    if (version?.state.head.seq === cursor.key[1] && version.state.head.timestamp === made?.timestamp) return version
    to = cursor.key
  }
}

function versionOf(part: Delta): KeptVersion | null {
  if (part.head === undefined || part.config === undefined) return null
  const state = stateOf([part])
  const held = neededRows(state.head).every((n) => rowAt(state.messages, n) !== undefined)
  return held ? { state, files: part.files !== undefined } : null
}

/** Stores them, and none of a session that is gone by then. Rejects with a DOMException; what was written until then counts. */
export async function putKept(db: Database, sessionId: string, versions: readonly VersionAfter[]): Promise<void> {
  for (let from = 0; from < versions.length; from += PAGE) {
    if (__FAILPOINTS__) await failpoint('before-keep-versions')
    const transaction = db.transaction(['sessions', 'snapshots'], 'readwrite', { durability: 'relaxed' })
    // a purge takes the head first: rows that came after it would stay for ever
    if ((await transaction.objectStore('sessions').getKey(sessionId)) === undefined) return
    for (const { row, version } of versions.slice(from, from + PAGE))
      void transaction.objectStore('snapshots').put({
        ...{ sessionId, epoch: row.epoch, seq: row.seq, page: KEPT_PAGE, last: false },
        ...{ agentVersion: AGENT_VERSION, part: partOf(version) },
      })
    await transaction.done
    if (__FAILPOINTS__) await failpoint('after-keep-versions')
  }
}

/** Whether a version is kept at this place already, whatever it holds. Rejects with a DOMException. */
export const isKeptAt = async (db: Database, sessionId: string, seq: number): Promise<boolean> =>
  (await db.getKey('snapshots', keyAt(sessionId, seq))) !== undefined

function partOf({ state: { head, config, summary, queue, messages, files }, files: all }: KeptVersion): Delta {
  const needed = neededRows(head)
    .sort((a, b) => a - b)
    .flatMap((n) => rowAt(messages, n) ?? [])
  return {
    ...{ head, config, summary, queue: { put: [...queue], drop: [] }, messages: needed },
    ...(all && files.length <= MAX_FILES && { files: [...files] }),
  }
}
