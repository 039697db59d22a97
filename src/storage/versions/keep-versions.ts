import { evictRows } from '../../agent/held.ts'
import type { State } from '../../agent/state.ts'
import { transition } from '../../agent/transition.ts'
import type { Database } from '../schema.ts'
import { wholeSession } from '../session-range.ts'
import { isKeptAt, KEPT_EVERY, type KeptVersion, keptBefore, putKept, type VersionAfter } from './kept.ts'
import { journalPages, wholeSnapshotAfter } from './state-at.ts'
import { openVersions, type Versions } from './versions.ts'

/**
 * Brings the kept versions of a session up to the committed state, at the cost of what was committed since the last
 * one. If there is none to continue from, the whole journal is folded once. Any tab may do it, one at a time. Rejects
 * with DamagedRecord or a DOMException.
 */
export function keepVersions(db: Database, sessionId: string): Promise<void> {
  return navigator.locks.request(`${db.name}-versions`, async () => {
    const latest = await keptBefore(db, sessionId, Number.MAX_SAFE_INTEGER)
    if (latest !== null && (await keepAfter(db, sessionId, latest))) return
    // a short session folds to any version in no time
    if ((await db.count('journal', wholeSession(sessionId))) < KEPT_EVERY) return
    const versions = await openVersions(db, sessionId)
    if (versions === null) return
    await putMissing(db, sessionId, versions)
    await putNewest(db, sessionId, versions)
  })
}

/** Keeps versions that are in memory already. Rejects as `keepVersions`. */
export function keepHeld(db: Database, sessionId: string, versions: Versions): Promise<void> {
  return navigator.locks.request(`${db.name}-versions`, () => putMissing(db, sessionId, versions))
}

async function putMissing(db: Database, sessionId: string, versions: Versions): Promise<void> {
  const held = versions.held().map(({ row, state }): VersionAfter => ({ row, version: { state, files: true } }))
  // versions are kept in order: if the last one is there, all are; an invalid one is made again
  const last = held.at(-1)
  if (last === undefined) return
  const counts = await keptBefore(db, sessionId, last.row.seq)
  if (counts?.state.head.seq === last.row.seq && (await isKeptAt(db, sessionId, held[0]?.row.seq ?? 0))) return
  await putKept(db, sessionId, held)
}

/**
 * If nobody can continue from the last one (see `keepAfter`), the newest is kept, too: otherwise each change would fold
 * the whole journal until the next is due.
 */
async function putNewest(db: Database, sessionId: string, versions: Versions): Promise<void> {
  const row = versions.rows().at(-1)
  const state = row === undefined ? null : versions.get(row.seq)
  if (row === undefined || state?.head.seq !== row.seq) return
  const last = await keptBefore(db, sessionId, Number.MAX_SAFE_INTEGER)
  const goesOn =
    last !== null &&
    !versions.rows().some(({ seq, input }) => seq > last.state.head.seq && input.type === 'session-branch')
  if (!goesOn) await putKept(db, sessionId, [{ row, version: { state, files: true } }])
}

/** false: an input needs a whole state, or a whole snapshot lies in between. */
async function keepAfter(db: Database, sessionId: string, latest: KeptVersion): Promise<boolean> {
  const made: VersionAfter[] = []
  let inputs = 0
  let state: State = latest.state
  if (await wholeSnapshotAfter(db, sessionId, state.head.seq)) return false
  for await (const rows of journalPages(db, sessionId, state.head.seq, Number.MAX_SAFE_INTEGER)) {
    for (const row of rows) {
      if (row.input.type === 'session-branch') return false
      state = transition(row.input)(state)
      inputs++
      if (inputs % KEPT_EVERY === 0 && state.head.seq === row.seq)
        made.push({ row, version: { state, files: latest.files } })
    }
    // between two inputs only the needed parts are held, and all files, since a version is kept with them
    state = evictRows(state, true)
  }
  await putKept(db, sessionId, made, latest.like)
  return true
}
