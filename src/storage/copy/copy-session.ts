import { AGENT_VERSION } from '../../agent/version.ts'
import { blobsNamedBy } from '../archive/blob-names.ts'
import { readBlob } from '../blobs.ts'
import { DamagedRecord } from '../fault.ts'
import { journalAfter } from '../places.ts'
import { readPages } from '../read-pages.ts'
import { type Database, type JournalRow, KEPT_PAGE } from '../schema.ts'
import { wholeSession } from '../session-range.ts'
import type { CopyFile, CopyFolder } from './copy-folder.ts'
import { blobBytes, joined, lineBytes, readCopy } from './copy-format.ts'

/** Rows that are appended at once. */
const PAGE = 200
/** Larger blobs are not copied, and a copy grows no further than this. In bytes. */
const LARGEST_BLOB = 32 * 2 ** 20
const LARGEST_COPY = 128 * 2 ** 20

/** What is in a copy. `size`: in bytes. `version`: the agent version whose snapshot it begins with. */
type Copied = { size: number; version: number; seq: number; blobs: Set<string> }

/** Copies one session after the other, and only what is new of each. */
export type Copier = {
  /**
   * The copy of this session has all that is committed now. A deleted session has none, even if it may still be restored;
   * nor has a shared one: its log brings it back, and from a copy it could run on two devices. Rejects with DamagedRecord or a DOMException.
   */
  copy: (sessionId: string) => Promise<void>
}

export function makeCopier(db: Database, folder: CopyFolder): Copier {
  const known = new Map<string, Copied>()
  let last: Promise<unknown> = Promise.resolve()
  const copy = async (sessionId: string): Promise<void> => {
    const [head, place]: unknown[] = await Promise.all([db.get('sessions', sessionId), db.get('sync', sessionId)])
    const { deletedAt, agentVersion } = (head ?? {}) as { deletedAt?: unknown; agentVersion?: unknown }
    if (head === undefined || deletedAt !== null || place !== undefined) {
      known.delete(sessionId)
      return folder.remove(sessionId)
    }
    // its next commit comes after a snapshot of this version
    if (agentVersion !== AGENT_VERSION) return
    const file = await folder.open(sessionId)
    try {
      const before = known.get(sessionId)
      const copied = before?.size === file.size() ? before : await begin(db, sessionId, file)
      known.set(sessionId, copied)
      await append(db, sessionId, file, copied)
    } catch (error) {
      known.delete(sessionId)
      throw error
    } finally {
      file.close()
    }
  }
  return {
    copy: (sessionId) => {
      const mine = last.then(() => copy(sessionId))
      last = mine.catch(() => {})
      return mine
    },
  }
}

/** What an earlier worker copied; or a new copy, if that was another version of the agent, or is no copy. */
async function begin(db: Database, sessionId: string, file: CopyFile): Promise<Copied> {
  const { parts, whole } = readCopy(file.read())
  const copied: Copied = { size: whole, version: 0, seq: 0, blobs: new Set() }
  for (const part of parts) {
    if (part.type === 'blob') copied.blobs.add(part.sha)
    else {
      const { type, agentVersion, row } = part.line as {
        type?: unknown
        agentVersion?: unknown
        row?: { seq?: unknown }
      }
      if (type === 'session') copied.version = Number(agentVersion)
      if (type === 'journal') copied.seq = Number(row?.seq)
    }
  }
  if (copied.version === AGENT_VERSION && Number.isSafeInteger(copied.seq)) {
    file.cut(whole)
    return copied
  }
  const first = [lineBytes({ type: 'session', sessionId, agentVersion: AGENT_VERSION })]
  for await (const page of readPages(db, 'snapshots', wholeSession(sessionId)))
    for (const { key, value, unreadable } of page) {
      if ((key as unknown[])[2] === KEPT_PAGE) continue
      if (unreadable !== undefined) throw new DamagedRecord('a snapshot of this session')
      if ((value as { agentVersion?: unknown }).agentVersion === AGENT_VERSION)
        first.push(lineBytes({ type: 'snapshot', row: value }))
    }
  file.cut(0)
  file.append(joined(first))
  return { size: file.size(), version: AGENT_VERSION, seq: 0, blobs: new Set() }
}

async function append(db: Database, sessionId: string, file: CopyFile, copied: Copied): Promise<void> {
  for (;;) {
    const rows = await journalAfter(db, sessionId, copied.seq, PAGE)
    if (rows.length === 0 || copied.size > LARGEST_COPY) return
    const shas = blobsNamedBy(rows.map(({ input }: JournalRow) => input)).filter((sha) => !copied.blobs.has(sha))
    for (const sha of shas) {
      const bytes = await readBlob(db, sha)
      // a device that follows a session may not have it yet
      if (bytes === null || bytes.length > LARGEST_BLOB) continue
      file.append(blobBytes(sha, bytes))
      copied.blobs.add(sha)
    }
    file.append(joined(rows.map((row) => lineBytes({ type: 'journal', row }))))
    copied.seq = rows.at(-1)?.seq ?? copied.seq
    copied.size = file.size()
  }
}
