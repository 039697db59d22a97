import { status } from '../../src/agent/status.ts'
import { SESSION_STORES } from '../support/session-stores.ts'
import { text } from './compare.ts'
import { checkCalls } from './oracle.ts'
import type { Dump } from './page/database.ts'
import { checkJournal, rowsOf } from './stored.ts'
import { checkFold } from './stored-fold.ts'

/**
 * What must be true of the rest of the disk at rest: sessions that were deleted, copies that were imported, bytes.
 * Returns violations.
 */
export function othersViolations({
  rows,
  blobs,
  doomed,
  copies,
  owned,
}: {
  rows: Dump
  blobs: Record<string, string>
  /** Sessions that were deleted for good. */
  doomed: readonly string[]
  /** Sessions that an import said to have brought in. */
  copies: readonly string[]
  /** Sessions that somebody else looks at. */
  owned: ReadonlySet<string>
}): string[] {
  const found: string[] = []
  const ids = new Set([...SESSION_STORES.flatMap((store) => idsIn(rows, store)), ...copies])
  const marked = new Set(idsIn(rows, 'purges'))
  for (const id of ids) {
    if (owned.has(id)) continue
    const must = (holds: boolean, sentence: string): void => void (holds || found.push(`${id}: ${sentence}`))
    const stored = rowsOf(rows, id)
    if (stored === null) {
      must(!copies.includes(id), 'the import of it was answered, and it is not there')
      // half removed or half imported: the next writer goes on
      const left = SESSION_STORES.filter((store) => idsIn(rows, store).includes(id))
      must(left.length === 0 || marked.has(id), `it is gone and has left rows for ever: ${left}`)
      continue
    }
    must(!marked.has(id), 'it is there and marked to be removed')
    checkJournal(stored, must)
    checkFold(stored, must)
    checkCalls(stored, must)
    if (doomed.includes(id)) must(stored.head.deletedAt !== null, 'it was deleted, and is back')
    else must(AT_REST.has(status(stored.head).type), `a copy does something by itself: ${status(stored.head).type}`)
  }
  const kept = new Set([...(rows['blob-names'] ?? []), ...(rows['pending-blobs'] ?? [])].map(({ sha }) => sha))
  const lost = Object.keys(blobs).filter((sha) => !kept.has(sha))
  if (lost.length > 0) found.push(`bytes that nobody names and nobody will remove: ${text(lost)}`)
  for (const { sessionId, sha } of rows['blob-names'] ?? [])
    if (blobs[String(sha)] !== sha)
      found.push(`${sessionId}: the bytes ${sha} that it names are ${blobs[String(sha)] ?? 'gone'}`)
  return found
}

/** Of a session that arrives stopped. */
const AT_REST = new Set(['idle', 'waiting-for-you', 'paused', 'failed', 'stopped'])

const idsIn = (rows: Dump, store: keyof Dump): string[] =>
  (rows[store] ?? []).flatMap(({ sessionId }) => (typeof sessionId === 'string' ? [sessionId] : []))
