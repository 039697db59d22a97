import * as z from 'zod/mini'

/** State of the storage. */

/** `level`: `filling` from 80 %, `nearly-full` from 95 % of the browser's quota: the page warns. */
const StorageHealth = z.object({
  persisted: z.boolean(),
  usage: z.nullable(z.number()),
  quota: z.nullable(z.number()),
  level: z.enum(['fine', 'filling', 'nearly-full']),
  sessions: z.number(),
  /** Ids of sessions whose heads cannot be read. */
  damaged: z.array(z.string()),
  /** Wall time, ms, of the latest archive of everything, by hand or by backup; null: never. */
  lastBackup: z.nullable(z.number()),
  /** Backups to a folder do not go on before the person has allowed the folder again. */
  backupWaits: z.boolean(),
})
export type StorageHealth = z.infer<typeof StorageHealth>

export const STORAGE_REQUESTS = {
  'storage-health': { result: StorageHealth },
  /** Looks through all sessions, which takes time. */
  'find-damaged': {
    /** Sessions that cannot be opened or cannot go on; `what` is damaged, for a person. */
    result: z.array(z.object({ id: z.string(), title: z.string(), what: z.string() })),
  },
  'retry-commit': { result: z.null() },
}
