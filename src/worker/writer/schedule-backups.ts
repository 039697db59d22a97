import type { SessionItem } from '../../protocol/common.ts'
import { BACKUP_LOCK, readBackup, writeBackup } from '../../storage/archive/backup.ts'
import { listHeads } from '../../storage/read.ts'
import type { Database } from '../../storage/schema.ts'
import { BACKUP_BOUNDS, fetchMissing } from '../fetch-missing.ts'
import { isBusy } from '../session-item.ts'

/** When backups to the person's folder are due. */

const MINUTE = 60_000

export type BackupSchedule = {
  /** Lines of the sessions list that changed: a run that has ended is worth a backup. */
  changed: (items: readonly SessionItem[]) => void
  stop: () => void
}

/**
 * For the writer alone: a backup after every run that ends, at most one in the time that the person set (then one at
 * its end), and at the start if anything is newer than the last. `told`: the page may want to show it.
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
    // runs that began before this code was loaded
    for (const head of heads) if (isBusy(head)) busy.add(head.sessionId)
    const latest = Math.max(0, ...heads.map(({ timestamp }) => timestamp))
    const now = Date.now()
    // one of the future was written when the clock was ahead: it says nothing of when the next is due
    const last = backup.lastBackup !== null && backup.lastBackup <= now ? backup.lastBackup : 0
    if (latest <= last) return
    const wait = last + backup.everyMinutes * MINUTE - now
    if (leaving.signal.aborted) return
    if (wait > 0) {
      timer = setTimeout(again, Math.min(wait, 2 ** 31 - 1))
      return
    }
    await writeBackup(db, backup, Date.now(), () => fetchMissing(db, null, BACKUP_BOUNDS))
    told()
  }
  const lookWhileAsked = async (): Promise<void> => {
    looking = true
    while (lookAgain && !leaving.signal.aborted) {
      lookAgain = false
      // one at a time, whichever tab it is; what another tab writes now is looked at after it
      await navigator.locks.request(BACKUP_LOCK, { signal: leaving.signal }, look).catch((error: unknown) => {
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
