import type { DBSchema, IDBPDatabase, IDBPTransaction } from 'idb'
import type { Immutable } from 'mutative'
import * as z from 'zod/mini'
import type { Config } from '../agent/config.ts'
import { Sha } from '../agent/content.ts'
import { Delta } from '../agent/delta-schema.ts'
import type { Head } from '../agent/head.ts'
import { Input } from '../agent/input.ts'
import type { Message, QueuedMessage } from '../agent/message.ts'
import type { Plan } from '../agent/plan.ts'
import type { FileEntry, Summary } from '../agent/state.ts'
import { StreamBlock } from '../agent/stream-block.ts'
import type { Project } from '../settings/projects.ts'

/**
 * The rows of the database `reflexor`. Every row of a session carries `sessionId` and the `epoch` of its writer. Rows
 * of the state are stored flat, so that their own fields are the keys. Every row is parsed when it is read.
 */

export const DATABASE_NAME = 'reflexor'

const owner = { sessionId: z.string(), epoch: z.int() }

type Owner = z.infer<z.ZodMiniObject<typeof owner>>
type HeadRow = Head & Owner
type ConfigRow = Owner & { config: Config }
type SummaryRow = Owner & { summary: Summary }
type PlanRow = Owner & { plan: Plan }
type QueueRow = QueuedMessage & Owner
export type MessageRow = Message & Owner
type FileRow = FileEntry & Owner

/** A committed input, with the agent version that applied it. */
export const JournalRow = z.object({
  ...owner,
  seq: z.int(),
  timestamp: z.number(),
  agentVersion: z.int(),
  input: Input,
})
export type JournalRow = Immutable<z.infer<typeof JournalRow>>

/**
 * One page of a whole state, in the shape of a delta against nothing. A snapshot counts once its page with `last` is
 * there. Page KEPT_PAGE belongs to no whole state: it is a kept version (`versions/kept.ts`), a cache that no snapshot
 * and no archive holds.
 */
export const KEPT_PAGE = -1
export const SnapshotRow = z.object({
  ...owner,
  seq: z.int(),
  page: z.int(),
  last: z.boolean(),
  agentVersion: z.int(),
  part: Delta,
  /** The `seq` of the kept version whose configuration and summary this one shares. */
  like: z.optional(z.int()),
})
export type SnapshotRow = Immutable<z.infer<typeof SnapshotRow>>

/**
 * One append: the new text of each block. `responseId` and `cursor` name the provider's own running response and our
 * position in it.
 */
export const StreamRow = z.object({
  ...owner,
  cut: z.int(),
  attempt: z.int(),
  n: z.int().check(z.nonnegative()),
  start: z.int(),
  parts: z.array(StreamBlock),
  responseId: z.optional(z.string()),
  cursor: z.optional(z.int()),
})
export type StreamRow = Immutable<z.infer<typeof StreamRow>>

export const BlobRow = z.object({ sha: Sha, bytes: z.instanceof(Uint8Array) })
/**
 * A blob that no commit has named. `since`: wall time, ms, of its last put. Also a named blob that was put again
 * (blobs.ts). `freed`: its names were purged.
 */
export type PendingRow = { sha: string; since: number; freed?: true }
/** This session has named this blob. */
type BlobNameRow = { sessionId: string; sha: string; epoch: number }
/**
 * The rows of this session are removed. `importing`: they are being written, as long as the writer of `epoch` writes.
 */
type PurgeRow = { sessionId: string; epoch: number; importing?: true }

/**
 * The part of a shared session that only this device had when another device continued it. It is in the session
 * `sessionId`, in the inputs after `from`. `by`: the device that continued. `messages`, `answers`, `results`: how many;
 * results are of acts that both devices know to have begun. `chosen`: no device continued, the person went on without
 * the storage.
 */
const Apart = z.object({
  sessionId: z.string(),
  from: z.int().check(z.nonnegative()),
  by: z.string(),
  messages: z.int(),
  answers: z.int(),
  results: z.int(),
  chosen: z.optional(z.boolean()),
})
export type Apart = z.infer<typeof Apart>

/**
 * A session's position in the log that devices share (`src/sync/log-state.ts`). Only shared sessions have one. `by`:
 * the device that owns the session, as far as known; '' for this one. `apart`: the part that is not decided yet.
 * `overAt`: when this device learned that the session was deleted for good, wall time, ms. `swept`: the storage has
 * only its tombstone.
 */
export const SyncRow = z.object({
  ...owner,
  log: z.string(),
  next: z.int().check(z.nonnegative()),
  previous: z.string(),
  sent: z.int().check(z.nonnegative()),
  highest: z.optional(z.int().check(z.nonnegative())),
  emptied: z.optional(z.boolean()),
  owner: z.boolean(),
  over: z.boolean(),
  pending: z.nullable(
    z.object({
      id: z.string(),
      kind: z.enum(['rows', 'take', 'yield', 'deleted']),
      to: z.int().check(z.nonnegative()),
    }),
  ),
  by: z.string(),
  apart: z.optional(z.array(Apart)),
  overAt: z.optional(z.number()),
  swept: z.optional(z.boolean()),
  /** The person no longer shares it: it belongs to this device, whatever happens to its log. */
  left: z.optional(z.boolean()),
  /** When a person here asked for the pending take; wall time, ms. */
  takenAt: z.optional(z.number()),
})
export type SyncRow = z.infer<typeof SyncRow>

/** A file of a project. `at`: when it was written; wall time, ms. */
export const ProjectFileRow = z.object({
  projectId: z.string(),
  path: z.string(),
  blob: Sha,
  size: z.number(),
  mediaType: z.string(),
  at: z.number(),
})
export type ProjectFileRow = z.infer<typeof ProjectFileRow>

export type SettingRow = { key: string; value: unknown }
/** `told`: see told-answers.ts, which parses it. */
type MetaRow = { key: 'writer'; epoch: number } | { key: 'told'; answers: unknown }
/**
 * `places` and `secret:…`: where the keys are kept, and whose sealed secret is which (settings/vault-rows.ts). The rest
 * are rows of versions up to 3, which had the keys here: they are moved when they are first seen. `passphrase` has a
 * salt, and `check` is a value encrypted with the derived key (PBKDF2, SHA-256); `lockAfter` in minutes; `name` tells
 * keys apart.
 */
export type VaultRow =
  | {
      id: 'places'
      current: KeyPlace | null
      making: KeyPlace[]
      leaving: KeyPlace[]
      oldTraces?: boolean | undefined
    }
  | { id: `secret:${string}`; origin: string; ref: string }
  | { id: 'key'; key: CryptoKey; name?: string }
  | {
      id: 'passphrase'
      name: string
      salt: Uint8Array<ArrayBuffer>
      iterations: number
      iv: Uint8Array<ArrayBuffer>
      check: ArrayBuffer
      lockAfter: number | null
    }
  | { id: `secret:${string}`; origin: string; iv: Uint8Array<ArrayBuffer>; data: ArrayBuffer }
type KeyPlace = `bucket:${string}` | `database:${string}`

export interface ReflexorSchema extends DBSchema {
  sessions: { key: string; value: HeadRow }
  configs: { key: string; value: ConfigRow }
  summaries: { key: string; value: SummaryRow }
  plans: { key: string; value: PlanRow }
  queue: { key: [string, string]; value: QueueRow }
  messages: {
    key: [string, number]
    value: MessageRow
    indexes: { 'by-id': [string, string]; 'by-seq': [string, number] }
  }
  files: { key: [string, string]; value: FileRow }
  journal: { key: [string, number]; value: JournalRow; indexes: { 'by-command': [string, string] } }
  snapshots: { key: [string, number, number]; value: SnapshotRow }
  streams: { key: [string, number, number, number]; value: StreamRow }
  blobs: { key: string; value: z.infer<typeof BlobRow> }
  'pending-blobs': { key: string; value: PendingRow }
  'blob-names': { key: [string, string]; value: BlobNameRow; indexes: { 'by-sha': string } }
  purges: { key: string; value: PurgeRow }
  settings: { key: string; value: SettingRow }
  vault: { key: string; value: VaultRow }
  meta: { key: string; value: MetaRow }
  sync: { key: string; value: SyncRow }
  projects: { key: string; value: Project }
  'project-files': { key: [string, string]; value: ProjectFileRow }
}

export type Database = IDBPDatabase<ReflexorSchema>
export type UpgradeTransaction = IDBPTransaction<ReflexorSchema, StoreName[], 'versionchange'>
export type StoreName =
  | 'sessions'
  | 'configs'
  | 'summaries'
  | 'plans'
  | 'queue'
  | 'messages'
  | 'files'
  | 'journal'
  | 'snapshots'
  | 'streams'
  | 'blobs'
  | 'pending-blobs'
  | 'blob-names'
  | 'purges'
  | 'settings'
  | 'vault'
  | 'meta'
  | 'sync'
  | 'projects'
  | 'project-files'
