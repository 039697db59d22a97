import type { Database } from '../schema.ts'
import { foldUsage, NO_USAGE, UsageFold, type UsageSource } from './fold-usage.ts'

/**
 * What all sessions have used. Counted from their journals when it is asked for, never in a step; how far each was read is kept in the
 * settings, so that the next count reads new rows alone, and what a session used is still known when it is gone.
 */

const PREFIX = 'usage:'
/** Rows of a journal that are read at once. */
const PAGE = 500
/** So few new rows are rather read again than kept with all days and models that the session has had: it is asked for after each turn. */
const FEW = 24

/** By session. Rejects with a DOMException. */
export async function readUsage(db: Database): Promise<Map<string, UsageFold>> {
  const [kept, sessions] = await Promise.all([
    db.getAll('settings', IDBKeyRange.bound(PREFIX, `${PREFIX}\uffff`)),
    db.getAllKeys('sessions'),
  ])
  const folds = new Map<string, UsageFold>()
  for (const { key, value } of kept) {
    const parsed = UsageFold.safeParse(value)
    // of another version: it is counted anew
    if (parsed.success) folds.set(key.slice(PREFIX.length), parsed.data)
  }
  for (const sessionId of sessions) folds.set(sessionId, await countAndKeep(db, sessionId, folds.get(sessionId)))
  return folds
}

/** Of one session. Rejects with a DOMException. */
export const usageOf = async (db: Database, sessionId: string): Promise<UsageFold> =>
  countAndKeep(db, sessionId, await keptOf(db, sessionId), FEW)

/** What a session has used is known from now on, also without its journal. Rejects with a DOMException. */
export const keepUsage = async (db: Database, sessionId: string): Promise<void> =>
  void (await countAndKeep(db, sessionId, await keptOf(db, sessionId)))

const keptOf = async (db: Database, sessionId: string): Promise<UsageFold | undefined> =>
  UsageFold.safeParse((await db.get('settings', PREFIX + sessionId))?.value).data

/** `from`: kept if the newest row is newer by so much. */
async function countAndKeep(
  db: Database,
  sessionId: string,
  before: UsageFold = NO_USAGE,
  from = 1,
): Promise<UsageFold> {
  const after = await countOn(db, sessionId, before)
  if (after.seq - before.seq < from) return after
  await db.put('settings', { key: PREFIX + sessionId, value: after })
  return after
}

async function countOn(db: Database, sessionId: string, before: UsageFold): Promise<UsageFold> {
  let fold = before
  for (;;) {
    const range = IDBKeyRange.bound([sessionId, fold.seq], [sessionId, []], true)
    const rows: UsageSource[] = await db.getAll('journal', range, PAGE)
    if (rows.length === 0) return fold
    fold = foldUsage(fold, rows, dayOf)
  }
}

/** The day where the person is, as `2026-11-22`. */
export function dayOf(timestamp: number): string {
  const date = new Date(timestamp)
  const two = (value: number): string => String(value).padStart(2, '0')
  return `${date.getFullYear()}-${two(date.getMonth() + 1)}-${two(date.getDate())}`
}

/** US dollars that all sessions together have used on the day of `now`, as far as prices are known. Rejects with a DOMException. */
export async function spentToday(db: Database, now: number): Promise<number> {
  const today = dayOf(now)
  let sum = 0
  for (const { days } of (await readUsage(db)).values())
    for (const { cost } of Object.values(days[today] ?? {})) sum += cost
  return sum
}
