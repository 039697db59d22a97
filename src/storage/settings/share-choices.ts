import * as z from 'zod/mini'
import { writePlaces } from '../places.ts'
import { type Database, type SettingRow, SyncRow } from '../schema.ts'
import { type Refusal, type WriterAccess, type Written, writerTransaction } from '../writer-transaction.ts'
import { STORAGE } from './synced-storage.ts'

/** Which sessions a person chose to share with their devices, or not to. On this device alone, in no export. */

const KEY = 'share-choices'
const Choices = z.record(z.string(), z.boolean())
export type ShareChoices = z.infer<typeof Choices>

/** An unreadable record counts as no choice. Rejects with a DOMException. */
export async function readShareChoices(db: Database): Promise<ShareChoices> {
  return choicesIn(await db.get('settings', KEY))
}

/**
 * Saves a choice (null: none) and drops those of sessions that are gone. Resolves to the choice before. Rejects with a
 * DOMException.
 */
export async function chooseShare(db: Database, sessionId: string, shared: boolean | null): Promise<boolean | null> {
  const transaction = db.transaction(['settings', 'sessions'], 'readwrite')
  const settings = transaction.objectStore('settings')
  const [stored, ids] = await Promise.all([settings.get(KEY), transaction.objectStore('sessions').getAllKeys()])
  await Promise.all([settings.put(withChoice(stored, ids, sessionId, shared)), transaction.done])
  return choicesIn(stored)[sessionId] ?? null
}

/**
 * Writes a person's choice for a session and its position in a log together: neither is believed without the other.
 * Never rejects.
 */
export const changeShared = (
  db: Database,
  epoch: number,
  place: SyncRow,
  shared: boolean,
): Promise<Written<void> | Refusal> =>
  writerTransaction(
    db,
    { epoch, sessionId: null, stores: ['sync', 'settings', 'sessions'] },
    ({ store, results: [stored, ids] }) => {
      writePlaces(store, { put: [place], remove: [] })
      store('settings').put(withChoice(stored as Stored, ids as string[], place.sessionId, shared))
    },
    { reads: (store) => [store('settings').get(KEY), store('sessions').getAllKeys()] },
  )

/** The reads that `copiedChoice` needs, in a transaction with `settings`, `sessions` and `sync`. */
export const readsForCopy = (store: WriterAccess['store'], from: string): IDBRequest[] => [
  store('settings').get(KEY),
  store('sessions').getAllKeys(),
  store('sync').get(from),
  store('settings').get(STORAGE),
]

/**
 * A copy is shared as session `from` is: it has the same messages under an id without a choice. `results`: of
 * `readsForCopy`.
 */
export function copiedChoice(from: string, sessionId: string, results: readonly unknown[]): SettingRow[] {
  const [stored, ids, row, storage] = results as [Stored, string[], unknown, Stored]
  const shared = sharedAsIs(choicesIn(stored)[from], row, storage)
  return shared === undefined ? [] : [withChoice(stored, ids, sessionId, shared)]
}

/** undefined: no choice, like every other session without one. */
function sharedAsIs(chosen: boolean | undefined, row: unknown, storage: Stored): boolean | undefined {
  if (row === undefined) return chosen
  const place = SyncRow.safeParse(row).data
  // an unreadable position must not pass for shared
  if (place === undefined || place.left || place.over) return false
  // it is in its log, whichever device has it now. Said only if needed: a storage that is connected later knows nothing
  // of this session
  return chosen ?? ((storage?.value as { onlyChosen?: unknown } | undefined)?.onlyChosen === true ? true : undefined)
}

type Stored = { value: unknown } | undefined
function choicesIn(stored: Stored): ShareChoices {
  const parsed = Choices.safeParse(stored?.value)
  return parsed.success ? parsed.data : {}
}

/** `ids`: of the existing sessions. */
function withChoice(
  stored: Stored,
  ids: readonly string[],
  sessionId: string,
  shared: boolean | null,
): { key: string; value: ShareChoices } {
  const there = new Set(ids)
  const kept = Object.entries(choicesIn(stored)).filter(([id]) => there.has(id) && id !== sessionId)
  const chosen = shared === null ? {} : { [sessionId]: shared }
  return { key: KEY, value: { ...Object.fromEntries(kept), ...chosen } }
}
