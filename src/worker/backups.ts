import type { SessionItem } from '../protocol/common.ts'
import type { BackupView } from '../protocol/from-worker.ts'
import type { Request } from '../protocol/to-worker.ts'
import { type Backup, changeBackup, readBackup, saveBackup, writeBackup } from '../storage/archive/backup.ts'
import { listHeads } from '../storage/read.ts'
import type { Database } from '../storage/schema.ts'
import { mayWrite } from '../storage/settings/folder-permission.ts'
import { Refused } from './refused.ts'
import { isBusy } from './session-item.ts'

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
  const same = before !== null && (await before.folder.isSameEntry(folder)) ? before : null
  const id = same === null ? crypto.randomUUID() : same.id
  // one may have been written since it was read
  await changeBackup(db, (stored) => {
    const latest = same !== null && stored?.id === id ? stored : same
    return { folder, everyMinutes, keep, lastBackup: latest?.lastBackup ?? null, problem: null, id }
  })
  return viewBackup(db)
}

/** Writes one now. Rejects with Refused when none is set up or it cannot be written. */
export async function backupNow(db: Database): Promise<BackupView> {
  // one at a time, whichever tab it is
  const outcome = await navigator.locks.request(LOCK, async () => {
    const backup = await readBackup(db)
    if (backup === null) throw new Refused('Choose a folder for the backups first.')
    return writeBackup(db, backup, Date.now())
  })
  if (outcome.type === 'needs-permission') throw new Refused('The browser wants you to allow the folder again.')
  if (outcome.type === 'failed') throw new Refused(outcome.problem)
  const backup = await readBackup(db)
  if (backup === null) throw new Refused('Backups were turned off while this one was written.')
  return viewOf(backup)
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
  const leaving = new AbortController()
  let looking = false
  let lookAgain = false

  const look = async (): Promise<void> => {
    clearTimeout(timer)
    const backup = await readBackup(db)
    if (backup === null || leaving.signal.aborted) return
    const { heads } = await listHeads(db)
    // runs that began before anybody told of them here
    for (const head of heads) if (isBusy(head)) busy.add(head.sessionId)
    const latest = Math.max(0, ...heads.map(({ timestamp }) => timestamp))
    if (latest <= (backup.lastBackup ?? 0)) return
    const wait = (backup.lastBackup ?? 0) + backup.everyMinutes * MINUTE - Date.now()
    if (leaving.signal.aborted) return
    if (wait > 0) {
      timer = setTimeout(again, Math.min(wait, 2 ** 31 - 1))
      return
    }
    await writeBackup(db, backup, Date.now())
    told()
  }
  const lookWhileAsked = async (): Promise<void> => {
    looking = true
    while (lookAgain && !leaving.signal.aborted) {
      lookAgain = false
      // one at a time, whichever tab it is; what another tab writes now is looked at after it
      await navigator.locks.request(LOCK, { signal: leaving.signal }, look).catch((error: unknown) => {
        if (!leaving.signal.aborted) report(error)
      })
    }
    looking = false
  }
  const again = (): void => {
    // a run that ends while a backup is written may not be in it: it is looked at again afterwards
    lookAgain = true
    if (!looking) void lookWhileAsked()
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
      leaving.abort()
      clearTimeout(timer)
    },
  }
}
