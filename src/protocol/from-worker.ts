import { z } from 'zod'
import { ARCHIVE_RESULTS } from './archive.ts'
import { BACKUP_RESULTS } from './backups.ts'
import { CommandId, StorageFault } from './common.ts'
import { CONTEXT_RESULTS } from './context.ts'
import { FILE_RESULTS } from './files.ts'
import { FOLDER_RESULTS } from './folders.ts'
import { PREFERENCE_RESULTS } from './preferences.ts'
import { PROVIDER_RESULTS } from './providers.ts'
import { Answered, Published } from './published.ts'
import { SERVICE_RESULTS } from './services.ts'
import { SESSION_RESULTS } from './sessions.ts'
import { STORAGE_RESULTS } from './storage.ts'
import { VAULT_RESULTS } from './vault.ts'

/** All that a worker may say to its page. */

/** Results of requests, by the kind of the request. */
export const Results = {
  ...SESSION_RESULTS,
  ...FILE_RESULTS,
  ...FOLDER_RESULTS,
  ...PROVIDER_RESULTS,
  ...PREFERENCE_RESULTS,
  ...STORAGE_RESULTS,
  ...ARCHIVE_RESULTS,
  ...BACKUP_RESULTS,
  ...VAULT_RESULTS,
  ...CONTEXT_RESULTS,
  ...SERVICE_RESULTS,
}
export type Results = {
  [Kind in keyof typeof Results]: z.infer<(typeof Results)[Kind]>
}

export const FromWorker = z.discriminatedUnion('type', [
  /**
   * `role`: whether this tab's worker runs the machines. Sent at start and whenever it changes; `epoch` is the writer's. `safe`: the
   * writer, here or in another tab, runs nothing (#/safe).
   */
  z.object({
    type: z.literal('writer-changed'),
    role: z.enum(['writer', 'follower', 'none']),
    epoch: z.number().int(),
    safe: z.boolean().optional(),
  }),
  Answered,
  z.object({ type: z.literal('reply'), id: CommandId, result: z.unknown() }),
  Published,
  /** Storage as a whole is unusable or damaged: shown on a screen of its own. */
  z.object({ type: z.literal('storage-failed'), fault: StorageFault }),
])
export type FromWorker = z.infer<typeof FromWorker>
