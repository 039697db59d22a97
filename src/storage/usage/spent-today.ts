import { namesPrivate } from '../../settings/private-session.ts'
import type { Database } from '../schema.ts'
import { NO_USAGE, type UsageFold } from './fold-usage.ts'
import { countAndKeep, dayOf, FEW, keptNames, keptOf, lastRows, readUsage } from './read-usage.ts'

/**
 * The sum for the daily limit, before each request. Counts are remembered, and only changed sessions are read. Changes
 * are seen in the stored rows, so that additions by another tab, a device or an import are never missed.
 */

/** `kept`: up to which row it is kept on the disk. `here`: false for a removed session, which no longer grows. */
type Known = { fold: UsageFold; kept: number; here: boolean }
/** Key in the memory of private sessions: today's spending outside of that memory. */
export const OUTSIDE = 'outside'

type Counted = Map<string, Known>
const remembered = new WeakMap<Database, Counted>()

/** US dollars of all sessions on the day of `now`, as far as prices are known. Rejects with a DOMException. */
export async function spentToday(db: Database, now: number): Promise<number> {
  const before = remembered.get(db)
  const counted = before === undefined ? await countAll(db) : await countMoved(db, before)
  remembered.set(db, counted)
  const today = dayOf(now)
  let sum = 0
  for (const { fold } of counted.values()) for (const { cost } of Object.values(fold.days[today] ?? {})) sum += cost
  return sum
}

const countAll = async (db: Database): Promise<Counted> =>
  new Map([...(await readUsage(db))].map(([sessionId, fold]) => [sessionId, { fold, kept: fold.seq, here: true }]))

async function countMoved(db: Database, before: Counted): Promise<Counted> {
  const [last, kept] = await Promise.all([lastRows(db), keptNames(db)])
  const counted: Counted = new Map()
  for (const sessionId of new Set([...before.keys(), ...kept])) {
    if (last.has(sessionId)) continue
    const known = before.get(sessionId)
    // its last turns were counted as it went; if they could not be, the remembered count may be newer
    const isFinal = known?.here === false && !mayGrow(sessionId)
    counted.set(sessionId, isFinal ? known : newer(known, await fromDisk(db, sessionId)))
  }
  for (const [sessionId, seq] of last) {
    if (seq === null) continue
    const known = before.get(sessionId) ?? (await fromDisk(db, sessionId))
    const from = FEW - (known.fold.seq - known.kept)
    const fold = seq <= known.fold.seq ? known.fold : await countAndKeep(db, sessionId, known.fold, from)
    counted.set(sessionId, { fold, kept: fold.seq - known.fold.seq < from ? known.kept : fold.seq, here: true })
  }
  return counted
}

/** The sums of private sessions, which have no rows here; in their memory, those of all others. */
const mayGrow = (name: string): boolean => namesPrivate(name) || name === OUTSIDE

async function fromDisk(db: Database, sessionId: string): Promise<Known> {
  const fold = (await keptOf(db, sessionId)) ?? NO_USAGE
  return { fold, kept: fold.seq, here: false }
}

const newer = (remembered: Known | undefined, stored: Known): Known =>
  remembered !== undefined && remembered.fold.seq > stored.fold.seq ? { ...remembered, here: false } : stored
