import { z } from 'zod'
import { UserIntent } from '../agent/user-intent.ts'
import { PreferenceChanges } from '../settings/preferences.ts'
import { Provider } from '../settings/provider.ts'
import { CommandId, SessionId } from './common.ts'
import { FileLike, FolderLike } from './files.ts'
import { SERVICE_REQUESTS } from './services.ts'

/** All that a page may say to its own worker. */

const Passphrase = z.string().min(1).max(1024)
/** Minutes without use until the keys are locked; null: when the tabs are closed. */
const LockAfter = z.number().int().min(1).max(1440).nullable()

/** What must not be lost: kept in the page's outbox until it is acknowledged, sent again with the same id (DESIGN 8). */
export const Command = z.discriminatedUnion('kind', [
  z.object({
    kind: z.literal('create-session'),
    sessionId: SessionId,
    providerId: z.string().max(64),
    model: z.string().min(1).max(200),
    thinking: z.enum(['off', 'low', 'medium', 'high']).default('off'),
  }),
  z.object({
    kind: z.literal('input'),
    sessionId: SessionId,
    input: UserIntent,
  }),
])
export type Command = z.infer<typeof Command>

/** Questions and settings: asked of the tab's own worker, answered once, not repeated after a reload. */
export const Request = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('list-sessions') }),
  /** Opens a session in this page: from now on its deltas and streams are sent to it. */
  z.object({
    kind: z.literal('open-session'),
    sessionId: SessionId,
    tail: z.number().int().min(1).max(100),
  }),
  z.object({ kind: z.literal('close-session'), sessionId: SessionId }),
  /** Rows `from <= n < to`. */
  z.object({
    kind: z.literal('rows'),
    sessionId: SessionId,
    from: z.number().int().nonnegative(),
    to: z.number().int().nonnegative(),
  }),
  z.object({ kind: z.literal('streams'), sessionId: SessionId }),
  z.object({ kind: z.literal('files'), sessionId: SessionId }),
  z.object({ kind: z.literal('file-history'), sessionId: SessionId, path: z.string().max(1024) }),
  z.object({
    kind: z.literal('blob'),
    sha: z.string().regex(/^[0-9a-f]{64}$/),
  }),
  /** A file is read by the worker: the page never holds its bytes. `path`: what it is to be called; one that cannot be used is refused. */
  z.object({
    kind: z.literal('put-blob'),
    bytes: z.instanceof(Uint8Array).or(FileLike),
    path: z.string().max(4096).optional(),
  }),
  /** The folder on disk that a session is linked to. `folder` absent: only look; null: unlink. */
  z.object({ kind: z.literal('session-folder'), sessionId: SessionId, folder: FolderLike.nullable().optional() }),
  z.object({ kind: z.literal('list-providers') }),
  /** `key`: absent leaves a stored key as it is, '' removes it. A changed origin always drops a stored key. */
  z.object({
    kind: z.literal('save-provider'),
    provider: Provider,
    key: z.string().max(4096).optional(),
  }),
  z.object({ kind: z.literal('delete-provider'), providerId: z.string() }),
  /** Asks for a tiny answer. Without `key` the stored one is used, if the origin is the same. */
  z.object({
    kind: z.literal('test-provider'),
    provider: Provider,
    key: z.string().max(4096).optional(),
  }),
  z.object({
    kind: z.literal('list-models'),
    provider: Provider,
    key: z.string().max(4096).optional(),
  }),
  z.object({ kind: z.literal('list-tools') }),
  z.object({ kind: z.literal('get-preferences') }),
  /** `fresh`: the person gives up what is stored, because it cannot be read; the others start as they were at first. */
  z.object({
    kind: z.literal('set-preferences'),
    preferences: PreferenceChanges,
    fresh: z.boolean().optional(),
  }),
  z.object({ kind: z.literal('storage-health') }),
  /** An archive of these sessions, null: all that were not deleted. Answered also when the data cannot be used: then it is a raw copy. */
  z.object({
    kind: z.literal('export'),
    sessionIds: z.array(z.string().max(256)).max(10_000).nullable(),
    settings: z.boolean(),
  }),
  /** What of an archive a model would get although the transcript does not show it: to be read before it is imported. */
  z.object({ kind: z.literal('look-into-import'), file: FileLike }),
  /** `keep`: ids of what was found by looking, has been read, and is wanted; all else of it is left out. */
  z.object({ kind: z.literal('import'), file: FileLike, keep: z.array(z.string().max(64)).max(1000).optional() }),
  /** Looks through all sessions, which takes time. */
  z.object({ kind: z.literal('find-damaged') }),
  /** A session that cannot be read, so that it cannot be deleted by an input. Not to be undone: export it first. */
  z.object({ kind: z.literal('delete-damaged-session'), sessionId: z.string().max(256) }),
  z.object({ kind: z.literal('get-backup') }),
  /** Where backups go to and how often; null: no more. `folder` absent: the one that there is. */
  z.object({
    kind: z.literal('set-backup'),
    backup: z
      .object({
        folder: FolderLike.optional(),
        everyMinutes: z.number().int().min(1).max(44_640),
        keep: z.number().int().min(1).max(100),
      })
      .nullable(),
  }),
  z.object({ kind: z.literal('backup-now') }),
  /** The passphrase goes to the tab's own worker and nowhere else. All answer with how the vault stands then. */
  z.object({ kind: z.literal('get-vault') }),
  z.object({ kind: z.literal('unlock-vault'), passphrase: Passphrase }),
  z.object({ kind: z.literal('lock-vault') }),
  /** null: removes it. */
  z.object({ kind: z.literal('set-passphrase'), passphrase: Passphrase.nullable(), lockAfter: LockAfter }),
  z.object({ kind: z.literal('set-lock-after'), lockAfter: LockAfter }),
  /** The passphrase is forgotten: every key is given up. Not to be undone. */
  z.object({ kind: z.literal('give-up-keys') }),
  z.object({ kind: z.literal('retry-commit') }),
  ...SERVICE_REQUESTS,
])
export type Request = z.infer<typeof Request>

export const ToWorker = z.discriminatedUnion('type', [
  z.object({ type: z.literal('command'), id: CommandId, command: Command }),
  z.object({ type: z.literal('request'), id: CommandId, request: Request }),
  /** The page is being left in good order or comes back from the back/forward cache. `safe`: run nothing (#/safe). */
  z.object({
    type: z.literal('hello'),
    version: z.number().int(),
    safe: z.boolean(),
    leftEpoch: z.number().int().nullable(),
  }),
  /** The tab of the writer of this epoch was closed in good order while this one was open. */
  z.object({ type: z.literal('left'), epoch: z.number().int() }),
  /** The page's network as the page sees it. */
  z.object({ type: z.literal('online'), online: z.boolean() }),
])
export type ToWorker = z.infer<typeof ToWorker>
