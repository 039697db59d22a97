import type { FOLDER_REQUESTS, SessionFolderView } from '../../protocol/folders.ts'
import type { RequestOf } from '../../protocol/requests.ts'
import type { Database } from '../../storage/schema.ts'
import { mayWrite } from '../../storage/settings/folder-permission.ts'
import { readSessionFolder, saveSessionFolder } from '../../storage/settings/session-folder.ts'
import { refused } from '../refused.ts'
import type { HandlersOf } from '../request-handlers.ts'

/**
 * Reads, sets or removes the link between a session and a folder on disk. Rejects with Refused, DamagedRecord or a
 * DOMException.
 */
export async function sessionFolder(
  { sessionId, folder }: RequestOf<'session-folder'>,
  db: Database,
): Promise<SessionFolderView | null> {
  if (folder !== undefined) {
    const handle = folder as FileSystemDirectoryHandle | null
    const link = handle && { id: crypto.randomUUID(), folder: handle }
    if (!(await saveSessionFolder(db, sessionId, link)) && link !== null) throw refused('session-gone')
  }
  const linked = await readSessionFolder(db, sessionId)
  return linked === null ? null : { folder: linked.folder, allowed: await mayWrite(linked.folder) }
}

export const FOLDER_HANDLERS: HandlersOf<typeof FOLDER_REQUESTS> = {
  'session-folder': async (request, { db, settingsChanged }) => {
    const view = await sessionFolder(request, db)
    if (request.folder !== undefined) settingsChanged()
    return view
  },
}
