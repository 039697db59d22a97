import { z } from 'zod'
import { Message } from '../agent/message.ts'
import { Preferences } from '../settings/preferences.ts'
import { Provider } from '../settings/provider.ts'
import { CommandId, FileList, SessionItem, SessionView, StorageFault, StreamSnapshot } from './common.ts'
import { FileLike, FolderLike } from './files.ts'
import { Answered, Published } from './published.ts'
import { SERVICE_RESULTS } from './services.ts'

/** All that a worker may say to its page. */

/** How the backups to a folder stand. `folder` is for asking the permission again, on a click. Times: wall time, ms. */
export const BackupView = z.object({
  folder: FolderLike,
  everyMinutes: z.number(),
  keep: z.number(),
  lastBackup: z.number().nullable(),
  /** `needs-permission`: the browser wants the person to allow the folder again. */
  state: z.enum(['ready', 'needs-permission', 'failed']),
  problem: z.string().nullable(),
})
export type BackupView = z.infer<typeof BackupView>

/** `folder` is for asking the permission again, on a click. `allowed`: it can be used now. */
export const SessionFolderView = z.object({ folder: FolderLike, allowed: z.boolean() })
export type SessionFolderView = z.infer<typeof SessionFolderView>

/** How the API keys are kept. `none`: without a passphrase. `lockAfter`: minutes. */
export const VaultView = z.object({ state: z.enum(['none', 'locked', 'open']), lockAfter: z.number().nullable() })
export type VaultView = z.infer<typeof VaultView>

/** `level`: `filling` from 80 %, `nearly-full` from 95 % of what the browser grants: the page warns. */
export const StorageHealth = z.object({
  persisted: z.boolean(),
  usage: z.number().nullable(),
  quota: z.number().nullable(),
  level: z.enum(['fine', 'filling', 'nearly-full']),
  sessions: z.number(),
  /** Ids of sessions whose heads cannot be read. */
  damaged: z.array(z.string()),
  /** Wall time, ms, of the latest archive of everything, by hand or by backup; null: never. */
  lastBackup: z.number().nullable(),
})
export type StorageHealth = z.infer<typeof StorageHealth>

/** What the page may know of a provider: whether there is a key, never the key. */
export const ProviderView = Provider.extend({ hasKey: z.boolean() })
export type ProviderView = z.infer<typeof ProviderView>

/** The outcome of "Test": one plain sentence for the person. */
export const TestOutcome = z.object({
  ok: z.boolean(),
  message: z.string(),
  models: z.array(z.string()).optional(),
})
export type TestOutcome = z.infer<typeof TestOutcome>

/** A tool as the settings show it; `approval` is what it starts with by itself. */
export const ToolView = z.object({
  name: z.string(),
  label: z.string(),
  description: z.string(),
  repeat: z.enum(['pure', 'idempotent', 'once']),
  approval: z.enum(['allow', 'ask', 'never']),
})
export type ToolView = z.infer<typeof ToolView>

/** `blob` null: deleted. `by`: the tool call that changed it, null: the person. */
export const FileVersion = z.object({
  seq: z.number(),
  timestamp: z.number(),
  blob: z.string().nullable(),
  size: z.number(),
  mediaType: z.string(),
  by: z.string().nullable(),
})
export type FileVersion = z.infer<typeof FileVersion>

/** Results of requests, by the kind of the request. */
export const Results = {
  'list-sessions': z.array(SessionItem),
  'open-session': z
    .object({ view: SessionView, streams: z.array(StreamSnapshot), damaged: z.array(z.number()) })
    .nullable(), // null: no such session
  'close-session': z.null(),
  /** `damaged`: places whose rows cannot be read; the page marks them. */
  rows: z.object({ seq: z.number(), messages: z.array(Message), damaged: z.array(z.number()) }),
  streams: z.array(StreamSnapshot),
  files: z.object({ seq: z.number(), files: FileList }),
  /** The states a file has been in, oldest first. */
  'file-history': z.array(FileVersion),
  blob: z.instanceof(Uint8Array).nullable(),
  'put-blob': z.object({ sha: z.string(), size: z.number() }),
  'session-folder': SessionFolderView.nullable(),
  'list-providers': z.array(ProviderView),
  'save-provider': ProviderView,
  'delete-provider': z.null(),
  'test-provider': TestOutcome,
  'list-models': z.array(z.string()),
  'list-tools': z.array(ToolView),
  'get-preferences': Preferences,
  'set-preferences': Preferences,
  'storage-health': StorageHealth,
  /** `raw`: a copy of data that this version cannot use. `notes`: what was damaged, a sentence each. */
  export: z.object({
    file: FileLike,
    name: z.string(),
    sessions: z.number(),
    raw: z.boolean(),
    notes: z.array(z.string()),
  }),
  /** `text`: with hidden characters written out. `tooLong`: only its beginning, so it cannot be kept. `more`: so many are not listed. */
  'look-into-import': z.object({
    found: z.array(
      z.object({
        id: z.string(),
        kind: z.enum(['system-prompt', 'summary', 'queued-message']),
        text: z.string(),
        images: z.number(),
        sessions: z.array(z.string()),
        tooLong: z.boolean(),
      }),
    ),
    more: z.number(),
  }),
  /** `refused`: what was left out, and why. */
  import: z.object({
    sessions: z.array(SessionItem),
    refused: z.array(z.object({ name: z.string(), reason: z.string() })),
  }),
  /** Sessions that cannot be opened or cannot go on; `what` is damaged, for a person. */
  'find-damaged': z.array(z.object({ id: z.string(), title: z.string(), what: z.string() })),
  'delete-damaged-session': z.null(),
  'get-backup': BackupView.nullable(),
  'set-backup': BackupView.nullable(),
  'backup-now': BackupView,
  'get-vault': VaultView,
  'unlock-vault': VaultView,
  'lock-vault': VaultView,
  'set-passphrase': VaultView,
  'set-lock-after': VaultView,
  'give-up-keys': VaultView,
  'retry-commit': z.null(),
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
