import * as z from 'zod/mini'
import { DamagedRecord } from '../fault.ts'
import type { Database } from '../schema.ts'
import { BACKUP_KEY } from '../settings/backup-key.ts'
import { FolderHandle, mayWrite } from '../settings/folder-permission.ts'
import { type ExportWish, exportArchive } from './export.ts'
import { gathered } from './gathered.ts'
import type { NotKept } from './not-kept.ts'

/**
 * Backups to a folder that the person has picked (File System Access). The handle stays in the settings. In a later
 * visit the browser may ask for the permission again, which only a page can do, on a click.
 */

/** The Web Lock for writing backups: one at a time, in any tab. */
export const BACKUP_LOCK = 'reflexor-backup'

const Stored = z.object({
  folder: FolderHandle,
  /** Minimum time between two backups. */
  everyMinutes: z.int().check(z.minimum(1), z.maximum(60 * 24 * 31)),
  /** How many of the latest are kept. */
  keep: z.int().check(z.minimum(1), z.maximum(100)),
  /** Wall time, ms; null: never. */
  lastBackup: z.nullable(z.number()),
  /** Why the last try failed, a sentence; null: it did not. */
  problem: z.nullable(z.string()),
  /**
   * How many session files the last one lacks, because their bytes did not come in time or had no room; undefined:
   * none.
   */
  lacks: z.optional(z.int()),
  /** Identifies the folder, and our files in it, without asking the system. New with each other folder. */
  id: z.optional(z.string()),
  /**
   * Time of the last backup whose name has no id: the one such file known to be ours. If none was ever written: the
   * time of the first backup, which no file of that name has.
   */
  unmarked: z.optional(z.number()),
})
type Stored = z.infer<typeof Stored>
export type Backup = Stored & { id: string }

export type BackupOutcome =
  | { type: 'written'; name: string }
  | { type: 'needs-permission' }
  /** The person chose another folder, or none, while bytes were fetched: nothing was written. */
  | { type: 'out-of-date' }
  | { type: 'failed'; problem: string }

/** The current set-up; null: none. An old one without an id gets one. Rejects with DamagedRecord or a DOMException. */
export async function readBackup(db: Database): Promise<Backup | null> {
  const row = await db.get('settings', BACKUP_KEY)
  if (row === undefined) return null
  const parsed = Stored.safeParse(row.value)
  if (!parsed.success) throw new DamagedRecord('the settings of the backup', parsed.error)
  const { id } = parsed.data
  return id === undefined ? giveId(db) : { ...parsed.data, id }
}

/** Two that read at the same time get the same id. */
async function giveId(db: Database): Promise<Backup | null> {
  let given: Backup | null = null
  await changeBackup(db, (stored) => {
    given = stored && { ...stored, id: stored.id ?? crypto.randomUUID() }
    return given
  })
  return given
}

/** Sets it up, or changes it; null: no more backups (written ones stay). Rejects with a DOMException. */
export async function saveBackup(db: Database, backup: Backup | null): Promise<void> {
  if (backup === null) await db.delete('settings', BACKUP_KEY)
  else await db.put('settings', { key: BACKUP_KEY, value: backup })
}

/**
 * Writes the result of `change`, which gets the stored set-up at the moment of the write (null: none, or unreadable).
 * If it returns null, nothing changes. Rejects with a DOMException.
 */
export async function changeBackup(db: Database, change: (stored: Stored | null) => Backup | null): Promise<void> {
  const transaction = db.transaction('settings', 'readwrite')
  const parsed = Stored.safeParse((await transaction.store.get(BACKUP_KEY))?.value)
  const value = change(parsed.success ? parsed.data : null)
  await Promise.all([value !== null && transaction.store.put({ key: BACKUP_KEY, value }), transaction.done])
}

/**
 * Writes a new archive into the folder and removes all but the last few of this set-up. Files of others stay, be it
 * another device or this one before the browser emptied its storage. A file appears whole or not at all; empty files of
 * an earlier try are removed. The outcome is kept beside the settings, unless another folder was chosen meanwhile.
 * Rejects with a DOMException if the database cannot keep it. `now`: wall time, ms. `fetchMissing`: fetches bytes that
 * sessions name and another device has; missing ones are counted, as are those that would make the archive larger than
 * `most` bytes.
 */
export async function writeBackup(
  db: Database,
  backup: Backup,
  now: number,
  fetchMissing: () => Promise<NotKept>,
  most = MOST_OF_OTHERS,
): Promise<BackupOutcome> {
  const { folder, id } = backup
  if (!(await mayWrite(folder))) return { type: 'needs-permission' }
  const name = nameOf(now, id)
  const ended = (outcome: Partial<Stored>): Promise<void> =>
    changeBackup(db, (stored) => (stored !== null && stored.id === id ? { ...stored, ...outcome, id } : null))
  try {
    const notKept = await fetchMissing()
    // that may have taken minutes
    if ((await readBackup(db))?.id !== id) return { type: 'out-of-date' }
    const lesser = { sessionIds: await followed(db), above: most }
    const lacks = await writeArchive(db, folder, name, { now, notKept, lesser })
    const unmarked = backup.unmarked ?? backup.lastBackup ?? undefined
    const current = await readBackup(db)
    if (current !== null && current.id === id) await removeOld(folder, { name, id, now, keep: current.keep, unmarked })
    await ended({ lastBackup: now, problem: null, unmarked, lacks })
    return { type: 'written', name }
  } catch (error) {
    const problem = problemOf(error)
    await ended({ problem })
    return { type: 'failed', problem }
  }
}

const START = 'reflexor-backup-'
const stampOf = (time: number): string => `${new Date(time).toISOString().replaceAll(':', '-')}.zip`
const startOf = (id: string): string => `${START}${id.slice(0, 8)}-`
const nameOf = (now: number, id: string): string => `${startOf(id)}${stampOf(now)}`

const AT_ONCE = 1024 * 1024
/** Of the 4 GB that an archive may have: the rest is for the lines of these sessions, and for its directory. */
const MOST_OF_OTHERS = 3_500_000_000

/** Sessions of other devices, which have their bytes. */
async function followed(db: Database): Promise<ReadonlySet<string>> {
  const rows = await db.getAll('sync')
  return new Set(rows.flatMap(({ sessionId, owner, over, left }) => (owner || over || left ? [] : [sessionId])))
}

/** Returns how many files it lacks. */
async function writeArchive(
  db: Database,
  folder: FileSystemDirectoryHandle,
  name: string,
  wish: Pick<ExportWish, 'now' | 'notKept' | 'lesser'>,
): Promise<number> {
  const file = await folder.getFileHandle(name, { create: true })
  const writable = await file.createWritable()
  try {
    const sink = gathered((bytes) => writable.write(bytes), AT_ONCE)
    const { missing } = await exportArchive(db, { sessionIds: null, settings: true, ...wish }, sink.write)
    await sink.end()
    await writable.close()
    return missing
  } catch (error) {
    // the folder may be gone: the first failure counts
    await writable.abort().catch(() => {})
    await folder.removeEntry(name).catch(() => {})
    throw error
  }
}

const STAMP = /^\d{4}-\d\d-\d\dT[\d.-]+Z\.zip$/

type Written = { name: string; id: string; now: number; keep: number; unmarked: number | undefined }

/**
 * All but the file just written and the latest of the others. Files with a future date were written before it, while
 * the clock was ahead: they go first.
 */
async function removeOld(
  folder: FileSystemDirectoryHandle,
  { name: justWritten, id, now, keep, unmarked }: Written,
): Promise<void> {
  const start = startOf(id)
  const withoutOwner = unmarked === undefined ? null : `${START}${stampOf(unmarked)}`
  const others: { name: string; stamp: string; ahead: boolean }[] = []
  for await (const [name, handle] of folder.entries()) {
    if (name === justWritten || handle.kind !== 'file') continue
    const stamp = name === withoutOwner ? name.slice(START.length) : name.startsWith(start) && name.slice(start.length)
    if (stamp === false || !STAMP.test(stamp)) continue
    const { size } = await (handle as FileSystemFileHandle).getFile()
    if (size === 0) await folder.removeEntry(name)
    else others.push({ name, stamp, ahead: stamp > stampOf(now) })
  }
  others.sort((a, b) => Number(a.ahead) - Number(b.ahead) || (a.stamp < b.stamp ? 1 : -1))
  for (const { name } of others.slice(keep - 1)) await folder.removeEntry(name)
}

function problemOf(error: unknown): string {
  const name = error instanceof Error || error instanceof DOMException ? error.name : ''
  if (name === 'NotFoundError') return 'The folder no longer exists. Choose it again.'
  if (name === 'NotAllowedError') return 'The browser blocks writing to the folder. Allow it again.'
  if (name === 'QuotaExceededError') return 'No space left on the folder’s disk.'
  return `Couldn’t write the backup (${String(error)}).`
}
