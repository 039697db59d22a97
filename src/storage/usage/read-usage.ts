import type { Database } from '../schema.ts'
import { foldUsage, NO_USAGE, UsageFold, type UsageSource } from './fold-usage.ts'

/**
 * The usage of all sessions. Counted from their journals on request, never in a step. The settings keep how far each
 * was read, so that the next count reads new rows alone, and the usage of a removed session is still known. A recording
 * counts nowhere: its usage happened elsewhere, or in the session it is of.
 */

const PREFIX = 'usage:'
export const usageKey = (sessionId: string): string => PREFIX + sessionId
const allKept = () => IDBKeyRange.bound(PREFIX, `${PREFIX}\uffff`)
/** Journal rows per read. */
const PAGE = 500
/**
 * Up to this many new rows are read again rather than saved: a save writes all days and models of the session, and
 * usage is requested after each turn.
 */
export const FEW = 24

/** By session, without recordings. Rejects with a DOMException. */
export async function readUsage(db: Database): Promise<Map<string, UsageFold>> {
  const [kept, last] = await Promise.all([db.getAll('settings', allKept()), lastRows(db)])
  const folds = new Map<string, UsageFold>()
  for (const { key, value } of kept) {
    const parsed = UsageFold.safeParse(value)
    // of another version: counted again
    if (parsed.success) folds.set(key.slice(PREFIX.length), parsed.data)
  }
  for (const [sessionId, seq] of last) {
    // it may be kept: its own figures count as for any other
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
 * By session: the stamp of the last row of its journal, or a larger one; null: it is a recording. One request for all
 * of them, instead of one for each. Rejects with a DOMException.
 */
export async function lastRows(db: Database): Promise<Map<string, number | null>> {
  const unknown = Number.POSITIVE_INFINITY
  try {
    // not parsed: a damaged head may say nothing, and its journal is read
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

/** Of existing sessions, and of removed ones whose usage is kept. Rejects with a DOMException. */
export const keptNames = async (db: Database): Promise<string[]> =>
  (await db.getAllKeys('settings', allKept())).map((key) => key.slice(PREFIX.length))

/** Of one session. Rejects with a DOMException. */
export const usageOf = async (db: Database, sessionId: string): Promise<UsageFold> =>
  countAndKeep(db, sessionId, await keptOf(db, sessionId), FEW)

/** Keeps the usage of a session from now on, also without its journal. Rejects with a DOMException. */
export const keepUsage = async (db: Database, sessionId: string): Promise<void> =>
  void (await countAndKeep(db, sessionId, await keptOf(db, sessionId)))

/** The kept usage of one session; it may have grown since. Rejects with a DOMException. */
export const keptOf = async (db: Database, sessionId: string): Promise<UsageFold | undefined> =>
  UsageFold.safeParse((await db.get('settings', usageKey(sessionId)))?.value).data

/**
 * The usage of one session, continued from `before`. `from`: keeps the result if the newest row is newer by this many.
 * Rejects with a DOMException.
 */
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

/**
 * A session that is about to arrive has a beginning that is counted here already, up to this stamp: that counts once.
 * `rows`: that beginning, in order. Rejects with a DOMException.
 */
export async function keepAsCounted(db: Database, sessionId: string, rows: readonly UsageSource[]): Promise<void> {
  const fold = foldUsage(NO_USAGE, rows, dayOf)
  await db.put('settings', { key: usageKey(sessionId), value: { ...fold, days: {} } })
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

/** The person's local day, such as `2026-11-22`. */
export function dayOf(timestamp: number): string {
  const date = new Date(timestamp)
  const two = (value: number): string => String(value).padStart(2, '0')
  return `${date.getFullYear()}-${two(date.getMonth() + 1)}-${two(date.getDate())}`
}
