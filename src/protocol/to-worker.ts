import * as z from 'zod/mini'
import { ARCHIVE_REQUESTS } from './archive.ts'
import { AWAY_REQUESTS } from './away.ts'
import { BACKUP_REQUESTS } from './backups.ts'
import { BRANCH_REQUESTS } from './branches.ts'
import { Command } from './command.ts'
import { CommandId } from './common.ts'
import { CONTEXT_REQUESTS } from './context.ts'
import { DEVICE_REQUESTS } from './devices.ts'
import { DRAFT_REQUESTS } from './drafts.ts'
import { FILE_REQUESTS } from './files.ts'
import { FOLDER_REQUESTS } from './folders.ts'
import { INSPECT_REQUESTS } from './inspect.ts'
import { MEMORY_REQUESTS } from './memory.ts'
import { MODEL_REQUESTS } from './models.ts'
import { PREFERENCE_REQUESTS } from './preferences.ts'
import { PROJECT_REQUESTS } from './projects.ts'
import { PROVIDER_REQUESTS } from './providers.ts'
import { RECURRING_REQUESTS } from './recurring.ts'
import { SEARCH_REQUESTS } from './search.ts'
import { SERVICE_REQUESTS } from './services.ts'
import { SESSION_REQUESTS } from './sessions.ts'
import { SHARE_REQUESTS } from './share.ts'
import { SKILL_REQUESTS } from './skills.ts'
import { STORAGE_REQUESTS } from './storage.ts'
import { USAGE_REQUESTS } from './usage.ts'
import { VAULT_REQUESTS } from './vault.ts'

/** All that a page may say to its own worker. */

/** Questions and settings: asked of the tab's own worker, answered once, not repeated after a reload. */
export const Request = z.discriminatedUnion('kind', [
  ...SESSION_REQUESTS,
  ...DRAFT_REQUESTS,
  ...FILE_REQUESTS,
  ...FOLDER_REQUESTS,
  ...PROVIDER_REQUESTS,
  ...PREFERENCE_REQUESTS,
  ...STORAGE_REQUESTS,
  ...ARCHIVE_REQUESTS,
  ...BACKUP_REQUESTS,
  ...VAULT_REQUESTS,
  ...CONTEXT_REQUESTS,
  ...MEMORY_REQUESTS,
  ...PROJECT_REQUESTS,
  ...BRANCH_REQUESTS,
  ...INSPECT_REQUESTS,
  ...AWAY_REQUESTS,
  ...SHARE_REQUESTS,
  ...USAGE_REQUESTS,
  ...MODEL_REQUESTS,
  ...SERVICE_REQUESTS,
  ...SEARCH_REQUESTS,
  ...DEVICE_REQUESTS,
  ...SKILL_REQUESTS,
  ...RECURRING_REQUESTS,
])
export type Request = z.infer<typeof Request>

export const ToWorker = z.discriminatedUnion('type', [
  z.object({ type: z.literal('command'), id: CommandId, command: Command }),
  z.object({ type: z.literal('request'), id: CommandId, request: Request }),
  /** The page is being left in good order or comes back from the back/forward cache. `safe`: run nothing (#/safe). */
  z.object({
    type: z.literal('hello'),
    version: z.int(),
    safe: z.boolean(),
    leftEpoch: z.nullable(z.int()),
  }),
  /** A navigation begins. It may still be cancelled. */
  z.object({ type: z.literal('leaving') }),
  /** The tab of the writer of this epoch was closed in good order while this one was open. */
  z.object({ type: z.literal('left'), epoch: z.int() }),
  /** The page's network as the page sees it; said again when a person comes back to the page. */
  z.object({ type: z.literal('online'), online: z.boolean() }),
])
export type ToWorker = z.infer<typeof ToWorker>
