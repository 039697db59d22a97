import * as z from 'zod/mini'
import { FolderLike } from './file-like.ts'

/** Backups to a folder that the person has picked. */

export const BACKUP_REQUESTS = [
  z.object({ kind: z.literal('get-backup') }),
  /** The folder of the backups and how often; null: no more backups. `folder` absent: the current one. */
  z.object({
    kind: z.literal('set-backup'),
    backup: z.nullable(
      z.object({
        folder: z.optional(FolderLike),
        everyMinutes: z.int().check(z.minimum(1), z.maximum(44_640)),
        keep: z.int().check(z.minimum(1), z.maximum(100)),
      }),
    ),
  }),
  z.object({ kind: z.literal('backup-now') }),
] as const

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

export const BACKUP_RESULTS = {
  'get-backup': z.nullable(BackupView),
  'set-backup': z.nullable(BackupView),
  'backup-now': BackupView,
}
export type BackupKind = keyof typeof BACKUP_RESULTS
