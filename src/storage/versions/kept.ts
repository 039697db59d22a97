import type { Delta } from '../../agent/delta-schema.ts'
import { neededRows } from '../../agent/held.ts'
import { rowAt } from '../../agent/rows.ts'
import type { State } from '../../agent/state.ts'
import { AGENT_VERSION } from '../../agent/version.ts'
import { failpoint } from '../failpoint.ts'
import { stateOf } from '../fold.ts'
import { type Database, type JournalRow, KEPT_PAGE, SnapshotRow } from '../schema.ts'

/**
 * Kept versions: what a machine needs to continue from an earlier input, stored so that nobody folds the whole journal
 * to look at it. They are a cache: the journal alone is the truth, and a kept version counts only if it names the exact
 * journal row that it was made after, and this agent version made it. They are stored with the snapshots, as a page
 * before the first, which never counts as a whole state. Configuration and summary, by far the largest parts, rarely
 * change and are written once: later versions refer to that one.
 */

/** A version is kept after every N inputs. */
export const KEPT_EVERY = 64
/** Workspaces with more files are not kept with each version: looking at them folds the journal. */
const MAX_FILES = 256
/** How far back a version may refer to another: a damaged one costs no more than these. */
const REACH = 16 * KEPT_EVERY
/** Versions per transaction. */
const PAGE = 16

/**
 * `files`: whether `state.files` has all files of that time. Of the transcript, the state holds what a machine needs.
 * `like`: the kept version that holds its configuration and summary, perhaps itself; absent: it is not stored.
 */
export type KeptVersion = { state: State; files: boolean; like?: Like }
type Like = { seq: number } & Pick<State, 'config' | 'summary'>
/** A version with the journal row that it was made after. */
export type VersionAfter = { row: Pick<JournalRow, 'seq' | 'epoch'>; version: KeptVersion }

const keyAt = (sessionId: string, seq: number): [string, number, number] => [sessionId, seq, KEPT_PAGE]

/**
 * The latest valid kept version up to `seq`; null: there is none, or a whole snapshot follows it, from which a fold
 * must continue. A version that is damaged, old or of another journal is ignored. Rejects with a DOMException.
 */
export async function keptBefore(db: Database, sessionId: string, seq: number): Promise<KeptVersion | null> {
  const transaction = db.transaction(['snapshots', 'journal'])
  const snapshots = transaction.objectStore('snapshots')
  const rowAfter = async (at: number): Promise<SnapshotRow | null> => {
    const [stored, made]: [unknown, { epoch?: unknown; timestamp?: unknown } | undefined] = await Promise.all([
      snapshots.get(keyAt(sessionId, at)),
      transaction.objectStore('journal').get([sessionId, at]),
    ])
    const { data } = SnapshotRow.safeParse(stored)
    const { head } = data?.part ?? {}
    const counts = data?.agentVersion === AGENT_VERSION && data.epoch === made?.epoch
    return counts && head?.seq === at && head.timestamp === made?.timestamp ? data : null
  }
  for (let to: IDBValidKey = [sessionId, seq, []]; ; ) {
    const cursor = await snapshots.openKeyCursor(IDBKeyRange.bound([sessionId], to, false, true), 'prev')
    if (cursor === null || cursor.key[2] !== KEPT_PAGE) return null
    const row = await rowAfter(cursor.key[1])
    const version = row && versionOf(row, row.like === undefined ? row : await rowAfter(row.like))
    if (version !== null) return version
    to = cursor.key
  }
}

function versionOf({ part }: SnapshotRow, like: SnapshotRow | null): KeptVersion | null {
  const { config, summary = null } = like?.part ?? {}
  if (like === null || config === undefined) return null
  const state = stateOf([{ ...part, config, summary }])
  const held = neededRows(state.head).every((n) => rowAt(state.messages, n) !== undefined)
  return held ? { state, files: part.files !== undefined, like: { seq: like.seq, config, summary } } : null
}

/**
 * Stores versions, and none of a session that is gone by then. `before`: of the stored version that they follow.
 * Rejects with a DOMException; versions written before that count.
 */
export async function putKept(
  db: Database,
  sessionId: string,
  versions: readonly VersionAfter[],
  before?: Like,
): Promise<void> {
  let like = before
  for (let from = 0; from < versions.length; from += PAGE) {
    if (__FAILPOINTS__) await failpoint('before-keep-versions')
    const transaction = db.transaction(['sessions', 'snapshots'], 'readwrite', { durability: 'relaxed' })
    // a purge removes the head first: rows written after it would never be deleted
    if ((await transaction.objectStore('sessions').getKey(sessionId)) === undefined) return
    for (const { row, version } of versions.slice(from, from + PAGE)) {
      const { config, summary } = version.state
      const isSame = like !== undefined && config === like.config && summary === like.summary
      const isLike = isSame && row.seq - (like?.seq ?? 0) < REACH
      if (!isLike) like = { seq: row.seq, config, summary }
      void transaction.objectStore('snapshots').put({
        ...{ sessionId, epoch: row.epoch, seq: row.seq, page: KEPT_PAGE, last: false },
        ...{ agentVersion: AGENT_VERSION, part: partOf(version, !isLike) },
        ...(isLike && { like: like?.seq }),
      })
    }
    await transaction.done
    if (__FAILPOINTS__) await failpoint('after-keep-versions')
  }
}

/** Whether a version is kept at this place already, whatever it holds. Rejects with a DOMException. */
export const isKeptAt = async (db: Database, sessionId: string, seq: number): Promise<boolean> =>
  (await db.getKey('snapshots', keyAt(sessionId, seq))) !== undefined

function partOf(
  { state: { head, config, summary, plan, queue, messages, files }, files: all }: KeptVersion,
  whole: boolean,
): Delta {
  const needed = neededRows(head)
    .sort((a, b) => a - b)
    .flatMap((n) => rowAt(messages, n) ?? [])
  return {
    ...{ head, queue: { put: [...queue], drop: [] }, messages: needed },
    ...(plan !== null && { plan }),
    ...(whole && { config, summary }),
    ...(all && files.length <= MAX_FILES && { files: [...files] }),
  }
}
