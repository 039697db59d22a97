import type { Database } from '../schema.ts'
import { foldUsage, NO_USAGE, UsageFold, type UsageSource } from './fold-usage.ts'

/**
 * What all sessions have used. Counted from their journals when it is asked for, never in a step; how far each was read is kept in the
 * settings, so that the next count reads new rows alone, and what a session used is still known when it is gone. What a recording tells of was
 * used elsewhere, or by the session that it is of: it is in no sum.
 */

const PREFIX = 'usage:'
export const usageKey = (sessionId: string): string => PREFIX + sessionId
const allKept = () => IDBKeyRange.bound(PREFIX, `${PREFIX}\uffff`)
/** Rows of a journal that are read at once. */
const PAGE = 500
/** So few new rows are rather read again than kept with all days and models that the session has had: it is asked for after each turn. */
export const FEW = 24

/** By session, but of no recording. Rejects with a DOMException. */
export async function readUsage(db: Database): Promise<Map<string, UsageFold>> {
  const [kept, last] = await Promise.all([db.getAll('settings', allKept()), lastRows(db)])
  const folds = new Map<string, UsageFold>()
  for (const { key, value } of kept) {
    const parsed = UsageFold.safeParse(value)
    // of another version: it is counted anew
    if (parsed.success) folds.set(key.slice(PREFIX.length), parsed.data)
  }
  for (const [sessionId, seq] of last) {
    // it may be kept: what it says of itself is counted as for any other
    if (seq === null) {
      folds.delete(sessionId)
      continue
    }
    const fold = folds.get(sessionId) ?? NO_USAGE
    folds.set(sessionId, seq <= fold.seq ? fold : await countAndKeep(db, sessionId, fold))
  }
  return folds
}

/**
 * By session: the stamp of the last row of its journal, or a larger one; null: it is a recording. One request for all of them, where one for each
 * would be asked for its new rows. Rejects with a DOMException.
 */
export async function lastRows(db: Database): Promise<Map<string, number | null>> {
  const unknown = Number.POSITIVE_INFINITY
  try {
    // not parsed: a head that is damaged may say nothing, and its journal is asked
    const rows: { sessionId: string; seq?: unknown; recorded?: unknown }[] = await db.getAll('sessions')
    return new Map(
      rows.map(({ sessionId, seq, recorded }) => [
        sessionId,
        recorded === true ? null : typeof seq === 'number' ? seq : unknown,
      ]),
    )
  } catch {
    return new Map((await db.getAllKeys('sessions')).map((sessionId) => [sessionId, unknown]))
  }
}

/** Of sessions that are here, or were: those of which it is kept what they have used. Rejects with a DOMException. */
export const keptNames = async (db: Database): Promise<string[]> =>
  (await db.getAllKeys('settings', allKept())).map((key) => key.slice(PREFIX.length))

/** Of one session. Rejects with a DOMException. */
export const usageOf = async (db: Database, sessionId: string): Promise<UsageFold> =>
  countAndKeep(db, sessionId, await keptOf(db, sessionId), FEW)

/** What a session has used is known from now on, also without its journal. Rejects with a DOMException. */
export const keepUsage = async (db: Database, sessionId: string): Promise<void> =>
  void (await countAndKeep(db, sessionId, await keptOf(db, sessionId)))

/** What is kept of one session; it may have gone on since. Rejects with a DOMException. */
export const keptOf = async (db: Database, sessionId: string): Promise<UsageFold | undefined> =>
  UsageFold.safeParse((await db.get('settings', usageKey(sessionId)))?.value).data

/** What one session has used, from `before` on. `from`: kept if the newest row is newer by so much. Rejects with a DOMException. */
export async function countAndKeep(
  db: Database,
  sessionId: string,
  before: UsageFold = NO_USAGE,
  from = 1,
): Promise<UsageFold> {
  const after = await countOn(db, sessionId, before)
  if (after.seq - before.seq < from) return after
  await db.put('settings', { key: usageKey(sessionId), value: after })
  return after
}

async function countOn(db: Database, sessionId: string, before: UsageFold): Promise<UsageFold> {
  let fold = before
  for (;;) {
    const range = IDBKeyRange.bound([sessionId, fold.seq], [sessionId, []], true)
    const rows: UsageSource[] = await db.getAll('journal', range, PAGE)
    fold = foldUsage(fold, rows, dayOf)
    if (rows.length < PAGE) return fold
  }
}

/** The day where the person is, as `2026-11-22`. */
export function dayOf(timestamp: number): string {
  const date = new Date(timestamp)
  const two = (value: number): string => String(value).padStart(2, '0')
  return `${date.getFullYear()}-${two(date.getMonth() + 1)}-${two(date.getDate())}`
}
