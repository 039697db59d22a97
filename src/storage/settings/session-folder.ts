import * as z from 'zod/mini'
import { DamagedRecord } from '../fault.ts'
import type { Database } from '../schema.ts'
import { folderKey } from '../session-range.ts'
import { FolderHandle } from './folder-permission.ts'

/**
 * The folder on disk that a session is linked to. Not session state: it is in no export or import, and only a variant
 * inherits it. The worker of the tab that links it writes it. `id` is new with every link: a run works with the folder
 * that was linked when it began.
 */
export const SessionFolder = z.object({ id: z.string().check(z.minLength(1), z.maxLength(64)), folder: FolderHandle })
export type SessionFolder = z.infer<typeof SessionFolder>

/** null: none. Rejects with DamagedRecord or a DOMException. */
export async function readSessionFolder(db: Database, sessionId: string): Promise<SessionFolder | null> {
  const row = await db.get('settings', folderKey(sessionId))
  if (row === undefined) return null
  const parsed = SessionFolder.safeParse(row.value)
  if (!parsed.success) throw new DamagedRecord('the link to a folder', parsed.error)
  return parsed.data
}

/** Links the session, or unlinks it (null). False: there is no such session. Rejects with a DOMException. */
export async function saveSessionFolder(db: Database, sessionId: string, link: SessionFolder | null): Promise<boolean> {
  // both stores in one transaction: a session that is purged meanwhile gets no link
  const transaction = db.transaction(['sessions', 'settings'], 'readwrite')
  const settings = transaction.objectStore('settings')
  const exists = (await transaction.objectStore('sessions').getKey(sessionId)) !== undefined
  const writes: Promise<unknown>[] = [transaction.done]
  if (link === null) writes.push(settings.delete(folderKey(sessionId)))
  else if (exists) writes.push(settings.put({ key: folderKey(sessionId), value: link }))
  await Promise.all(writes)
  return exists
}
