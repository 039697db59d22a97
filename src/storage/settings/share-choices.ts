import * as z from 'zod/mini'
import type { Database } from '../schema.ts'

/** Which sessions a person chose to share with their devices, or not to. Of this device alone, in no export. */

const KEY = 'share-choices'
const Choices = z.record(z.string(), z.boolean())
export type ShareChoices = z.infer<typeof Choices>

/** One that cannot be read says nothing of any session. Rejects with a DOMException. */
export async function readShareChoices(db: Database): Promise<ShareChoices> {
  const parsed = Choices.safeParse((await db.get('settings', KEY))?.value)
  return parsed.success ? parsed.data : {}
}

/** Forgets those of sessions that are gone. null: nothing is chosen. Resolves to what was chosen before. Rejects with a DOMException. */
export async function chooseShare(db: Database, sessionId: string, shared: boolean | null): Promise<boolean | null> {
  const transaction = db.transaction(['settings', 'sessions'], 'readwrite')
  const settings = transaction.objectStore('settings')
  const [stored, ids] = await Promise.all([settings.get(KEY), transaction.objectStore('sessions').getAllKeys()])
  const there = new Set(ids)
  const before = Choices.safeParse(stored?.value)
  const choices: ShareChoices = before.success ? before.data : {}
  const kept = Object.entries(choices).filter(([id]) => there.has(id) && id !== sessionId)
  const chosen = shared === null ? {} : { [sessionId]: shared }
  await Promise.all([settings.put({ key: KEY, value: { ...Object.fromEntries(kept), ...chosen } }), transaction.done])
  return choices[sessionId] ?? null
}
