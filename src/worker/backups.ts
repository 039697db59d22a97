import type { SessionItem } from '../protocol/common.ts'
import type { BackupView } from '../protocol/from-worker.ts'
import type { Request } from '../protocol/to-worker.ts'
import { type Backup, readBackup, saveBackup, writeBackup } from '../storage/backup.ts'
import { mayWrite } from '../storage/folder-permission.ts'
import { listHeads } from '../storage/read.ts'
import type { Database } from '../storage/schema.ts'
import { Refused } from './complete-input.ts'

/** Backups to the person's folder: when they are due, and what the page may know and change of them. */

const MINUTE = 60_000
const LOCK = 'reflexor-backup'

/** null: none is set up. Rejects with DamagedRecord or a DOMException. */
export async function viewBackup(db: Database): Promise<BackupView | null> {
  const backup = await readBackup(db)
  return backup === null ? null : viewOf(backup)
}

async function viewOf(backup: Backup): Promise<BackupView> {
  const allowed = await mayWrite(backup.folder)
  return { ...backup, state: allowed ? (backup.problem === null ? 'ready' : 'failed') : 'needs-permission' }
}

/** Rejects with Refused when no folder was ever given, or with a DOMException. */
export async function setBackup(
  { backup }: Extract<Request, { kind: 'set-backup' }>,
  db: Database,
): Promise<BackupView | null> {
  if (backup === null) {
    await saveBackup(db, null)
    return null
  }
  // what was set up before may be damaged: a new folder replaces it
  const before = backup.folder === undefined ? await readBackup(db) : await readBackup(db).catch(() => null)
  const folder = (backup.folder as FileSystemDirectoryHandle | undefined) ?? before?.folder
  if (folder === undefined) throw new Refused('Choose a folder for the backups first.')
  const { everyMinutes, keep } = backup
  const sameFolder = before !== null && (await before.folder.isSameEntry(folder))
  await saveBackup(db, { folder, everyMinutes, keep, lastBackup: sameFolder ? before.lastBackup : null, problem: null })
  return viewBackup(db)
}

/** Writes one now. Rejects with Refused when none is set up or it cannot be written. */
export async function backupNow(db: Database): Promise<BackupView> {
  const backup = await readBackup(db)
  if (backup === null) throw new Refused('Choose a folder for the backups first.')
  // one at a time, whichever tab it is
  const outcome = await navigator.locks.request(LOCK, () => writeBackup(db, backup, Date.now()))
  if (outcome.type === 'needs-permission') throw new Refused('The browser wants you to allow the folder again.')
  if (outcome.type === 'failed') throw new Refused(outcome.problem)
  return viewOf((await readBackup(db)) ?? backup)
}

export type BackupSchedule = {
  /** Lines of the sessions list that changed: a run that has ended is worth a backup. */
  changed: (items: readonly SessionItem[]) => void
  stop: () => void
}

/**
 * For the writer alone: a backup after every run that ends, at most one in the time that the person set (then one at its end), and at the start if
 * anything is newer than the last. `told`: the page may want to show it.
 */
export function scheduleBackups(db: Database, told: () => void, report: (error: unknown) => void): BackupSchedule {
  const busy = new Set<string>()
  let timer: ReturnType<typeof setTimeout> | undefined
  let stopped = false

  const consider = async (): Promise<void> => {
    clearTimeout(timer)
    const backup = await readBackup(db)
    if (backup === null || stopped) return
    const { heads } = await listHeads(db)
    const latest = Math.max(0, ...heads.map(({ timestamp }) => timestamp))
    if (latest <= (backup.lastBackup ?? 0)) return
    const wait = (backup.lastBackup ?? 0) + backup.everyMinutes * MINUTE - Date.now()
    if (wait > 0) {
      timer = setTimeout(again, Math.min(wait, 2 ** 31 - 1))
      return
    }
    await navigator.locks.request(LOCK, { ifAvailable: true }, async (lock) => {
      if (lock === null) return
      await writeBackup(db, backup, Date.now())
      told()
    })
  }
  const again = (): void => {
    if (!stopped) consider().catch(report)
  }
  again()
  return {
    changed: (items) => {
      let ended = false
      for (const item of items) {
        if (item.busy) busy.add(item.id)
        else if (busy.delete(item.id)) ended = true
      }
      if (ended) again()
    },
    stop: () => {
      stopped = true
      clearTimeout(timer)
    },
  }
}
