import { DamagedRecord } from './fault.ts'
import { type Database, JournalRow, type SettingRow, SyncRow } from './schema.ts'
import { type Refusal, type WriterAccess, type Written, writerTransaction } from './writer-transaction.ts'

/**
 * Positions of shared sessions in their logs: one row each, written by the writer alone. Archives and backups do not
 * carry them.
 */

export type PlaceChange = { put: readonly SyncRow[]; remove: readonly string[] }

/**
 * `damaged`: sessions whose position cannot be read. It must not pass for none: the session could run on two devices.
 * Rejects with a DOMException.
 */
export async function readPlaces(db: Database): Promise<{ places: SyncRow[]; damaged: string[] }> {
  const places: SyncRow[] = []
  const damaged: string[] = []
  for (const row of await db.getAll('sync')) {
    const parsed = SyncRow.safeParse(row)
    if (parsed.success) places.push(parsed.data)
    else damaged.push(row.sessionId)
  }
  return { places, damaged }
}

export const writePlaces = (store: WriterAccess['store'], { put, remove }: PlaceChange): void => {
  for (const row of put) store('sync').put(row)
  for (const sessionId of remove) store('sync').delete(sessionId)
}

/** Changes positions only. Never rejects. */
export const changePlaces = (db: Database, epoch: number, change: PlaceChange): Promise<Written<void> | Refusal> =>
  writerTransaction(db, { epoch, sessionId: null, stores: ['sync'] }, ({ store }) => writePlaces(store, change))

/** Removes positions, and writes what must be remembered of them, in one transaction. Never rejects. */
export const removePlaces = (
  db: Database,
  epoch: number,
  remove: readonly string[],
  settings: readonly SettingRow[],
): Promise<Written<void> | Refusal> =>
  writerTransaction(db, { epoch, sessionId: null, stores: ['sync', 'settings'] }, ({ store }) => {
    writePlaces(store, { put: [], remove })
    for (const row of settings) store('settings').put(row)
  })

/** What the storage has lost of it; null: nothing, as far as is known. */
export const lostOf = ({ sent, highest = 0, emptied, over, left }: SyncRow): 'part' | 'all' | null => {
  if (over || left) return null
  return emptied ? 'all' : highest > sent ? 'part' : null
}

const PAGE = 200

/** The rows of the journal after `after`, up to `to`. Rejects with DamagedRecord or a DOMException. */
export async function rowsAfter(
  db: Database,
  sessionId: string,
  after: number,
  to = Number.POSITIVE_INFINITY,
): Promise<JournalRow[]> {
  const rows: JournalRow[] = []
  for (let last = after; ; ) {
    const page = await journalAfter(db, sessionId, last, PAGE)
    rows.push(...page.filter(({ seq }) => seq <= to))
    last = page.at(-1)?.seq ?? to
    if (page.length < PAGE || last >= to) return rows
  }
}

/** At most `count` rows of the journal after `after`. Rejects with DamagedRecord or a DOMException. */
export async function journalAfter(
  db: Database,
  sessionId: string,
  after: number,
  count: number,
): Promise<JournalRow[]> {
  const range = IDBKeyRange.bound([sessionId, after], [sessionId, []], true)
  return (await db.getAll('journal', range, count)).map((row: unknown) => {
    const parsed = JournalRow.safeParse(row)
    if (!parsed.success) throw new DamagedRecord('an entry of the journal', parsed.error)
    return parsed.data
  })
}
