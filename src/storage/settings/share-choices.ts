import * as z from 'zod/mini'
import { writePlaces } from '../places.ts'
import type { Database, SyncRow } from '../schema.ts'
import { type Refusal, type Written, writerTransaction } from '../writer-transaction.ts'

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
