import * as z from 'zod/mini'
import { writePlaces } from '../places.ts'
import { type Database, type SettingRow, SyncRow } from '../schema.ts'
import { type Refusal, type WriterAccess, type Written, writerTransaction } from '../writer-transaction.ts'
import { STORAGE } from './synced-storage.ts'

/** Which sessions a person chose to share with their devices, or not to. Of this device alone, in no export. */

const KEY = 'share-choices'
const Choices = z.record(z.string(), z.boolean())
export type ShareChoices = z.infer<typeof Choices>

/** One that cannot be read says nothing of any session. Rejects with a DOMException. */
export async function readShareChoices(db: Database): Promise<ShareChoices> {
  return choicesIn(await db.get('settings', KEY))
}

/** Forgets those of sessions that are gone. null: nothing is chosen. Resolves to what was chosen before. Rejects with a DOMException. */
export async function chooseShare(db: Database, sessionId: string, shared: boolean | null): Promise<boolean | null> {
  const transaction = db.transaction(['settings', 'sessions'], 'readwrite')
  const settings = transaction.objectStore('settings')
  const [stored, ids] = await Promise.all([settings.get(KEY), transaction.objectStore('sessions').getAllKeys()])
  await Promise.all([settings.put(withChoice(stored, ids, sessionId, shared)), transaction.done])
  return choicesIn(stored)[sessionId] ?? null
}

/**
 * What a person chose for a session that has a place in a log, and that place, are one write: neither is believed without the other. Never
 * rejects.
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

/** What `copiedChoice` looks at, in a transaction with `settings`, `sessions` and `sync`. */
export const readsForCopy = (store: WriterAccess['store'], from: string): IDBRequest[] => [
  store('settings').get(KEY),
  store('sessions').getAllKeys(),
  store('sync').get(from),
  store('settings').get(STORAGE),
]

/**
 * A copy is shared as session `from` is: it says the same words under an id of which nobody has chosen anything. `results`: of `readsForCopy`.
 */
export function copiedChoice(from: string, sessionId: string, results: readonly unknown[]): SettingRow[] {
  const [stored, ids, row, storage] = results as [Stored, string[], unknown, Stored]
  const shared = sharedAsIs(choicesIn(stored)[from], row, storage)
  return shared === undefined ? [] : [withChoice(stored, ids, sessionId, shared)]
}

/** undefined: as all sessions are of which nobody has said anything. */
function sharedAsIs(chosen: boolean | undefined, row: unknown, storage: Stored): boolean | undefined {
  if (row === undefined) return chosen
  const place = SyncRow.safeParse(row).data
  // one that cannot be read must not pass for shared
  if (place === undefined || place.left || place.over) return false
  // in its log, whoever has it now; only where that has to be said: a storage that is connected later knows nothing of this one
  return chosen ?? ((storage?.value as { onlyChosen?: unknown } | undefined)?.onlyChosen === true ? true : undefined)
}

type Stored = { value: unknown } | undefined
function choicesIn(stored: Stored): ShareChoices {
  const parsed = Choices.safeParse(stored?.value)
  return parsed.success ? parsed.data : {}
}

/** `ids`: of the sessions that are there. */
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
