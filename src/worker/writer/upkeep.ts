import type { Head } from '../../agent/head.ts'
import type { SessionItem } from '../../protocol/common.ts'
import type { Published } from '../../protocol/published.ts'
import { paced } from '../../settings/pace.ts'
import { hasCopies } from '../../storage/copy/copy-folder.ts'
import type { Database } from '../../storage/schema.ts'
import { hasBackup } from '../../storage/settings/backup-key.ts'
import type { Wake } from './in-the-wake.ts'
import type { Copies } from './keep-copies.ts'
import type { Tidying } from './keep-tidy.ts'
import type { BackupSchedule } from './schedule-backups.ts'

/** Backups, search index, stored versions, copies beside the database, and permanent deletion. */
export type Upkeep = {
  /** What pages hear, too. */
  heard: (message: Published) => void
  settingsChanged: () => void
  stop: () => void
}

export type UpkeepPorts = {
  db: Database
  epoch: number
  /** Nothing is written outside. */
  safe: boolean
  superseded: () => void
  tellSettings: () => void
  /** A session that the database had lost is there again. */
  restored: (head: Head) => void
  report: (error: unknown) => void
}

/**
 * After a reload a person waits for the work that was interrupted, and for the page: all of it reads and writes a lot.
 * In ms.
 */
const REST = 3000
/** Files may wait to be attached where there is no session; they are kept for days, so there is no hurry. In ms. */
const WITHOUT_SESSIONS = 3_600_000

/**
 * For the writer alone. Its code is fetched with the first session: before there is one there is next to nothing to
 * keep.
 */
export function beginUpkeep(ports: UpkeepPorts, hasSessions: boolean): Upkeep {
  const { db, epoch, safe, superseded, tellSettings, restored, report } = ports
  let stopped = false
  let tidying: Tidying | null = null
  let wake: Wake | null = null
  let copies: Promise<Copies | null> | null = null
  let backups: BackupSchedule | null = null
  let backing: Promise<void> | null = null
  let timer: ReturnType<typeof setTimeout> | undefined
  /** Something to keep was heard of, or is about to be kept. */
  let awaited = hasSessions

  const beginBackups = async (): Promise<void> => {
    if (safe || stopped || !(await hasBackup(db))) return
    const code = await import('./schedule-backups.ts')
    if (!stopped) backups ??= code.scheduleBackups(db, tellSettings, report)
  }
  /** One look at a time; the next one is due when a session comes to rest. */
  const lookForBackups = (): void => {
    if (backups !== null || backing !== null) return
    backing = beginBackups()
      .catch(report)
      .finally(() => {
        backing = null
      })
  }
  const beginTidying = async (): Promise<void> => {
    const { keepTidy } = await import('./keep-tidy.ts')
    if (!stopped) tidying = keepTidy({ db, epoch, superseded, report })
  }
  const beginWake = async (): Promise<void> => {
    const { followCommits } = await import('./in-the-wake.ts')
    if (!stopped) wake = followCommits(db)
  }
  const beginCopies = async (): Promise<Copies | null> => {
    try {
      const code = await import('./keep-copies.ts')
      const kept = await code.keepCopies({ db, epoch, restored, settingsRestored: tellSettings, report })
      if (stopped) kept?.stop()
      return stopped ? null : kept
    } catch (error) {
      report(error)
      return null
    }
  }
  let begun = false
  const begin = (): void => {
    begun = true
    copies ??= beginCopies()
    // a session that comes back is staged as an import is, and tidying removes imports that were interrupted
    copies.then(beginTidying).catch(report)
    beginWake().catch(report)
    lookForBackups()
  }
  const wait = (ms: number): void => {
    clearTimeout(timer)
    timer = setTimeout(begin, ms)
  }
  const changed = (sessions: readonly SessionItem[]): void => {
    if (!awaited) wait(paced(REST))
    awaited = true
    if (backups !== null) backups.changed(sessions)
    // the first pass of the schedule catches up on everything missed before
    else if (begun && sessions.some(({ busy }) => !busy)) lookForBackups()
    wake?.changed(sessions)
    copies?.then((kept) => kept?.changed(sessions))
  }
  wait(paced(hasSessions ? REST : WITHOUT_SESSIONS))
  // a database that was lost has no sessions, either
  if (!hasSessions)
    hasCopies(db.name).then((copied) => {
      if (copied && !begun && !stopped) begin()
    }, report)
  return {
    heard: (message) => {
      if (stopped) return
      tidying?.heard(message)
      if (message.type === 'sessions-changed') changed(message.sessions)
    },
    settingsChanged: () => copies?.then((kept) => kept?.settingsChanged()),
    stop: () => {
      stopped = true
      copies?.then((kept) => kept?.stop())
      clearTimeout(timer)
      tidying?.stop()
      wake?.stop()
      backups?.stop()
    },
  }
}
