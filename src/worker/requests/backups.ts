import type { BACKUP_REQUESTS, BackupView } from '../../protocol/backups.ts'
import type { RequestOf } from '../../protocol/requests.ts'
import {
  BACKUP_LOCK,
  type Backup,
  changeBackup,
  readBackup,
  saveBackup,
  writeBackup,
} from '../../storage/archive/backup.ts'
import type { Database } from '../../storage/schema.ts'
import { mayWrite } from '../../storage/settings/folder-permission.ts'
import { BACKUP_BOUNDS, fetchMissing } from '../fetch-missing.ts'
import { Refused, refused } from '../refused.ts'
import type { HandlersOf } from '../request-handlers.ts'

/** Backups to the person's folder: how a page reads and changes their settings. */

/** null: no backups are set up. Rejects with DamagedRecord or a DOMException. */
export async function viewBackup(db: Database): Promise<BackupView | null> {
  const backup = await readBackup(db)
  return backup === null ? null : viewOf(backup)
}

async function viewOf(backup: Backup): Promise<BackupView> {
  const allowed = await mayWrite(backup.folder)
  return { ...backup, state: allowed ? (backup.problem === null ? 'ready' : 'failed') : 'needs-permission' }
}

/** Rejects with Refused if no folder was ever chosen, or with a DOMException. */
export async function setBackup({ backup }: RequestOf<'set-backup'>, db: Database): Promise<BackupView | null> {
  if (backup === null) {
    await saveBackup(db, null)
    return null
  }
  // the old setting may be damaged: a new folder replaces it
  const before = backup.folder === undefined ? await readBackup(db) : await readBackup(db).catch(() => null)
  const folder = (backup.folder as FileSystemDirectoryHandle | undefined) ?? before?.folder
  if (folder === undefined) throw refused('no-backup-folder')
  const { everyMinutes, keep } = backup
  const same = before !== null && (await before.folder.isSameEntry(folder)) ? before : null
  const id = same === null ? crypto.randomUUID() : same.id
  // a backup may have been written since this was read
  await changeBackup(db, (stored) => {
    const latest = same !== null && stored?.id === id ? stored : same
    return { lastBackup: null, ...latest, folder, everyMinutes, keep, problem: null, id }
  })
  return viewBackup(db)
}

/** Writes a backup now. Rejects with Refused if none is set up or it can’t be written. */
export async function backupNow(db: Database): Promise<BackupView> {
  // one at a time across all tabs
  const outcome = await navigator.locks.request(BACKUP_LOCK, async () => {
    const backup = await readBackup(db)
    if (backup === null) throw refused('no-backup-folder')
    return writeBackup(db, backup, Date.now(), () => fetchMissing(db, null, BACKUP_BOUNDS))
  })
  if (outcome.type === 'needs-permission') throw refused('folder-not-allowed')
  if (outcome.type === 'failed') throw new Refused(outcome.problem)
  const backup = await readBackup(db)
  if (backup === null) throw refused('backups-turned-off')
  return viewOf(backup)
}

export const BACKUP_HANDLERS: HandlersOf<typeof BACKUP_REQUESTS> = {
  'get-backup': (_request, { db }) => viewBackup(db),
  'set-backup': (request, { db }) => setBackup(request, db),
  'backup-now': (_request, { db }) => backupNow(db),
}
