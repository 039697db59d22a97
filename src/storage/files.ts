import type { FileEntry } from '../agent/state.ts'
import { parseFile, parseHead } from './parse-rows.ts'
import type { Database } from './schema.ts'
import { wholeSession } from './session-range.ts'

/**
 * The files of a session's workspace. Throws DamagedRecord for a damaged record, and a DOMException if the database
 * fails.
 */

/**
 * The existing files by path, with the head's seq of the same read. `damaged`: unreadable paths. null: no such session.
 */
export async function readFiles(
  db: Database,
  sessionId: string,
): Promise<{ seq: number; files: FileEntry[]; damaged: string[] } | null> {
  const transaction = db.transaction(['sessions', 'files'])
  const [headRow, rows] = await Promise.all([
    transaction.objectStore('sessions').get(sessionId),
    transaction.objectStore('files').getAll(wholeSession(sessionId)),
  ])
  if (headRow === undefined) return null
  const files: FileEntry[] = []
  const damaged: string[] = []
  for (const row of rows) {
    const entry = fileOrNull(row)
    if (entry === null) damaged.push(row.path)
    else if (entry.blob !== null) files.push(entry)
  }
  return { seq: parseHead(headRow).seq, files, damaged }
}

/** The entry of one file; null if there is none or it was deleted. */
export async function readFile(db: Database, sessionId: string, path: string): Promise<FileEntry | null> {
  const [entry] = await readFileEntries(db, sessionId, [path])
  return entry === undefined || entry.blob === null ? null : entry
}

/** The stored entries of these paths, deleted ones included: the `known` rows of an input that changes files. */
export async function readFileEntries(db: Database, sessionId: string, paths: readonly string[]): Promise<FileEntry[]> {
  const store = db.transaction('files').store
  const rows = await Promise.all([...new Set(paths)].map((path) => store.get([sessionId, path])))
  return rows.flatMap((row) => (row === undefined ? [] : [parseFile(row)]))
}

function fileOrNull(row: unknown): FileEntry | null {
  try {
    return parseFile(row)
  } catch {
    return null
  }
}
