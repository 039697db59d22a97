import * as z from 'zod/mini'
import { FolderLike } from './file-like.ts'

/** Backups to a folder that the person has picked. */

/**
 * State of the backups to a folder. `folder` serves to request the permission again, on a click. Times: wall time, ms.
 */
const BackupView = z.object({
  folder: FolderLike,
  everyMinutes: z.number(),
  keep: z.number(),
  lastBackup: z.nullable(z.number()),
  /** Files of other devices' sessions that the last one lacks: they did not come in time, or had no room. */
  lacks: z.optional(z.number()),
  /** `needs-permission`: the browser wants the person to allow the folder again. */
  state: z.enum(['ready', 'needs-permission', 'failed']),
  problem: z.nullable(z.string()),
})
export type BackupView = z.infer<typeof BackupView>

export const BACKUP_REQUESTS = {
  'get-backup': { result: z.nullable(BackupView) },
  /** The folder of the backups and how often; null: no more backups. `folder` absent: the current one. */
  'set-backup': {
    args: {
      backup: z.nullable(
        z.object({
          folder: z.optional(FolderLike),
          everyMinutes: z.int().check(z.minimum(1), z.maximum(44_640)),
          keep: z.int().check(z.minimum(1), z.maximum(100)),
        }),
      ),
    },
    result: z.nullable(BackupView),
    changesSettings: true,
  },
  'backup-now': { result: BackupView, changesSettings: true },
}
