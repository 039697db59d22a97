import type { Database } from '../schema.ts'

/** When everything was last saved elsewhere: by hand, or by a backup to a folder (backup.ts writes `backup`). */

const EXPORT = 'last-export'
const BACKUP = 'backup'

/** Wall time, ms; null: never. Rejects with a DOMException. */
export async function readLastBackup(db: Database): Promise<number | null> {
  const store = db.transaction('settings').store
  const [exported, backup] = await Promise.all([store.get(EXPORT), store.get(BACKUP)])
  const times = [exported?.value, (backup?.value as { lastBackup?: unknown } | undefined)?.lastBackup]
  const latest = Math.max(0, ...times.filter((time): time is number => typeof time === 'number'))
  return latest === 0 ? null : latest
}

/** Remembers an export of everything by hand. `now`: wall time, ms. Rejects with a DOMException. */
export async function saveLastExport(db: Database, now: number): Promise<void> {
  await db.put('settings', { key: EXPORT, value: now })
}
