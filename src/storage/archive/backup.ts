import * as z from 'zod/mini'
import { DamagedRecord } from '../fault.ts'
import type { Database } from '../schema.ts'
import { FolderHandle, mayWrite } from '../settings/folder-permission.ts'
import { exportArchive } from './export.ts'
import { gathered } from './gathered.ts'

/**
 * Backups to a folder that the person has picked (File System Access). The handle stays in the settings; the browser may ask for the
 * permission anew in a later visit, which only a page can do, on a click.
 */

const KEY = 'backup'
/** The Web Lock under which backups are written, one at a time, whichever tab it is. */
export const BACKUP_LOCK = 'reflexor-backup'

export const Backup = z.object({
  folder: FolderHandle,
  /** At most one in this time. */
  everyMinutes: z.int().check(z.minimum(1), z.maximum(60 * 24 * 31)),
  /** How many of the latest are kept. */
  keep: z.int().check(z.minimum(1), z.maximum(100)),
  /** Wall time, ms; null: never. */
  lastBackup: z.nullable(z.number()),
  /** Why the last try failed, a sentence; null: it did not. */
  problem: z.nullable(z.string()),
  /** Which folder it is, without asking the system: given anew with each other folder. Of one set up before there were ids: undefined. */
  id: z.optional(z.string()),
})
export type Backup = z.infer<typeof Backup>

export type BackupOutcome =
  | { type: 'written'; name: string }
  | { type: 'needs-permission' }
  | { type: 'failed'; problem: string }

/** What was set up; null: nothing. Rejects with DamagedRecord or a DOMException. */
export async function readBackup(db: Database): Promise<Backup | null> {
  const row = await db.get('settings', KEY)
  if (row === undefined) return null
  const parsed = Backup.safeParse(row.value)
  if (!parsed.success) throw new DamagedRecord('the settings of the backup', parsed.error)
  return parsed.data
}

/** Sets it up, or changes it; null: no more backups (those that were written stay). Rejects with a DOMException. */
export async function saveBackup(db: Database, backup: Backup | null): Promise<void> {
  if (backup === null) await db.delete('settings', KEY)
  else await db.put('settings', { key: KEY, value: backup })
}

/**
 * Puts what `change` makes of what stands there in the moment of the write (null: nothing, or what cannot be read); null: leaves it as it
 * is. Rejects with a DOMException.
 */
export async function changeBackup(db: Database, change: (stored: Backup | null) => Backup | null): Promise<void> {
  const transaction = db.transaction('settings', 'readwrite')
  const parsed = Backup.safeParse((await transaction.store.get(KEY))?.value)
  const value = change(parsed.success ? parsed.data : null)
  await Promise.all([value !== null && transaction.store.put({ key: KEY, value }), transaction.done])
}

/**
 * Writes a new archive into the folder and removes all but the last few. A file appears whole or not at all; what an earlier try left
 * empty is removed. The outcome is kept beside the settings, which may have been changed meanwhile: of another folder, or none, nothing
 * is said. Rejects with a DOMException when the database cannot keep it. `now`: wall time, ms.
 */
export async function writeBackup(db: Database, backup: Backup, now: number): Promise<BackupOutcome> {
  const { folder, id } = backup
  if (!(await mayWrite(folder))) return { type: 'needs-permission' }
  const name = `reflexor-backup-${new Date(now).toISOString().replaceAll(':', '-')}.zip`
  const ended = (outcome: Partial<Backup>): Promise<void> =>
    changeBackup(db, (stored) => (stored !== null && stored.id === id ? { ...stored, ...outcome } : null))
  try {
    await writeArchive(db, folder, name, now)
    const current = await readBackup(db)
    if (current !== null && current.id === id) await removeOld(folder, current.keep)
    await ended({ lastBackup: now, problem: null })
    return { type: 'written', name }
  } catch (error) {
    const problem = problemOf(error)
    await ended({ problem })
    return { type: 'failed', problem }
  }
}

const AT_ONCE = 1024 * 1024

async function writeArchive(db: Database, folder: FileSystemDirectoryHandle, name: string, now: number): Promise<void> {
  const file = await folder.getFileHandle(name, { create: true })
  const writable = await file.createWritable()
  try {
    const sink = gathered((bytes) => writable.write(bytes), AT_ONCE)
    await exportArchive(db, { sessionIds: null, settings: true, now }, sink.write)
    await sink.end()
    await writable.close()
  } catch (error) {
    // the folder may be gone: what counts is why it failed
    await writable.abort().catch(() => {})
    await folder.removeEntry(name).catch(() => {})
    throw error
  }
}

const OURS = /^reflexor-backup-\d{4}-\d\d-\d\dT[\d.-]+Z\.zip$/

async function removeOld(folder: FileSystemDirectoryHandle, keep: number): Promise<void> {
  const whole: string[] = []
  for await (const [name, handle] of folder.entries()) {
    if (!OURS.test(name) || handle.kind !== 'file') continue
    if ((await (handle as FileSystemFileHandle).getFile()).size > 0) whole.push(name)
    else await folder.removeEntry(name)
  }
  for (const name of whole.sort().slice(0, -keep)) await folder.removeEntry(name)
}

function problemOf(error: unknown): string {
  const name = error instanceof Error || error instanceof DOMException ? error.name : ''
  if (name === 'NotFoundError') return 'The folder is not there any more. Choose it again.'
  if (name === 'NotAllowedError') return 'The browser does not let Reflexor write to the folder. Allow it again.'
  if (name === 'QuotaExceededError') return 'There is no space left where the folder is.'
  return `The backup could not be written (${String(error)}).`
}
