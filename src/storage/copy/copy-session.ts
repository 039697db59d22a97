import { AGENT_VERSION } from '../../agent/version.ts'
import { blobsNamedBy } from '../archive/blob-names.ts'
import { readBlob } from '../blobs.ts'
import { readEpoch } from '../epoch.ts'
import { isSame } from '../is-same.ts'
import { journalAfter } from '../places.ts'
import { readPages } from '../read-pages.ts'
import { type Database, KEPT_PAGE, type SyncRow } from '../schema.ts'
import { wholeSession } from '../session-range.ts'
import { writeSnapshot } from '../snapshot.ts'
import type { CopyFile, CopyFolder } from './copy-folder.ts'
import { blobBytes, joined, lineBytes } from './copy-format.ts'
import { rowsInCopy } from './rows-in-copy.ts'

/** Rows that are appended at once. */
const PAGE = 200
/** A session whose copy would be larger has none, and larger blobs are left out. In bytes. */
const LARGEST_COPY = 64 * 2 ** 20
const LARGEST_BLOB = 8 * 2 ** 20

/** What is in a copy. `size`: in bytes. */
type Copied = { size: number; seq: number; blobs: Set<string> }

export type CopierPorts = {
  db: Database
  epoch: number
  folder: CopyFolder
  /** A copy must not take the last room from the database. */
  hasRoom: () => Promise<boolean>
}

/** Copies one session after the other, and only what is new of each. */
export type Copier = {
  /**
   * Resolves when the copy holds everything that is committed now. A deleted session has no copy, even if it can still
   * be restored; nor has a shared one: its log brings it back. Rejects with DamagedRecord or a DOMException.
   */
  copy: (sessionId: string) => Promise<void>
}

export function makeCopier({ db, epoch, folder, hasRoom }: CopierPorts): Copier {
  const known = new Map<string, Copied>()
  let last: Promise<unknown> = Promise.resolve()
  const remove = (sessionId: string): Promise<void> => {
    known.delete(sessionId)
    return folder.remove(sessionId)
  }
  const copy = async (sessionId: string): Promise<void> => {
    const kept = await keepOf(db, sessionId)
    if (kept.keep === 'none') return remove(sessionId)
    if (kept.keep !== 'all' || !(await hasRoom())) return
    // the fold begins with a snapshot of this version
    if (kept.agentVersion !== AGENT_VERSION) {
      const { type } = await writeSnapshot(db, { epoch, sessionId, agentVersion: AGENT_VERSION })
      if (type !== 'written') return
    }
    const file = await folder.open(sessionId)
    let fits = false
    try {
      const before = known.get(sessionId)
      const copied = before?.size === file.size() ? before : await begin(db, sessionId, file)
      known.set(sessionId, copied)
      fits = await append({ db, epoch }, sessionId, file, copied)
    } catch (error) {
      known.delete(sessionId)
      throw error
    } finally {
      file.close()
    }
    // it may have been deleted meanwhile, by any tab
    if (!fits || (await keepOf(db, sessionId)).keep === 'none') await remove(sessionId)
  }
  return {
    copy: (sessionId) => {
      const mine = last.then(() => copy(sessionId))
      last = mine.catch(() => {})
      return mine
    },
  }
}

/** `as-it-is`: its head is damaged, so its copy is all there may be. */
async function keepOf(
  db: Database,
  sessionId: string,
): Promise<{ keep: 'none' } | { keep: 'as-it-is' } | { keep: 'all'; agentVersion: number }> {
  const [head, place] = await Promise.all([db.get('sessions', sessionId), db.get('sync', sessionId)])
  const { deletedAt, agentVersion } = (head ?? {}) as { deletedAt?: unknown; agentVersion?: unknown }
  if (head === undefined || typeof deletedAt === 'number' || isShared(place)) return { keep: 'none' }
  return deletedAt === null && typeof agentVersion === 'number' ? { keep: 'all', agentVersion } : { keep: 'as-it-is' }
}

export const isShared = (place: SyncRow | undefined): boolean => place !== undefined && !place.left && !place.over

/**
 * What an earlier worker copied; or a new copy, if that does not begin with a snapshot of this version, or ends with
 * another row than the journal has there: the database has lost rows and went on from an older one.
 */
async function begin(db: Database, sessionId: string, file: CopyFile): Promise<Copied> {
  if (file.size() <= LARGEST_COPY + LARGEST_BLOB) {
    const { snapshots, journal, blobs, whole } = await rowsInCopy(file.read())
    const row = journal.at(-1)
    const stored = row && (await db.get('journal', [sessionId, row.seq]))
    if (snapshots.length > 0 && (row === undefined || isSame(stored?.input, row.input))) {
      file.cut(whole)
      return { size: whole, seq: row?.seq ?? 0, blobs: new Set(blobs.map(({ sha }) => sha)) }
    }
  }
  const first = [lineBytes({ type: 'session', sessionId, agentVersion: AGENT_VERSION, seq: 0 })]
  for await (const page of readPages(db, 'snapshots', wholeSession(sessionId)))
    for (const { key, value } of page)
      if ((key as unknown[])[2] !== KEPT_PAGE && (value as { agentVersion?: unknown })?.agentVersion === AGENT_VERSION)
        first.push(lineBytes({ type: 'snapshot', row: value }))
  file.cut(0)
  file.append(joined(first))
  return { size: file.size(), seq: 0, blobs: new Set() }
}

/** False: it has become too large. */
async function append(
  { db, epoch }: { db: Database; epoch: number },
  sessionId: string,
  file: CopyFile,
  copied: Copied,
): Promise<boolean> {
  for (;;) {
    const rows = await journalAfter(db, sessionId, copied.seq, PAGE)
    if (rows.length === 0) return true
    const pieces: Uint8Array<ArrayBuffer>[] = []
    let size = copied.size
    for (const sha of blobsNamedBy(rows.map(({ input }) => input))) {
      if (copied.blobs.has(sha)) continue
      // damaged blobs, and those that only another device has, are left out
      const bytes = await readBlob(db, sha).catch(() => null)
      if (bytes === null || bytes.length > LARGEST_BLOB) continue
      size += bytes.length
      if (size > LARGEST_COPY) return false
      pieces.push(blobBytes(sha, bytes))
      copied.blobs.add(sha)
    }
    const all = joined([...pieces, ...rows.map((row) => lineBytes({ type: 'journal', row }))])
    if (copied.size + all.length > LARGEST_COPY) return false
    // a tab that was frozen for long is not the writer any more
    if ((await readEpoch(db)) !== epoch || file.size() !== copied.size)
      throw new DOMException('Taken over', 'AbortError')
    file.append(all)
    copied.seq = rows.at(-1)?.seq ?? copied.seq
    copied.size = file.size()
  }
}
