import type { Database } from '../schema.ts'

/** Of the settings row that holds the set-up of backups (archive/backup.ts). */
export const BACKUP_KEY = 'backup'

/** Whether backups were set up, without the code that writes them. */
export const hasBackup = async (db: Database): Promise<boolean> =>
  (await db.getKey('settings', BACKUP_KEY)) !== undefined
