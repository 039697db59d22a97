import type { Immutable } from 'mutative'
import * as z from 'zod/mini'
import { Config } from '../../agent/config.ts'
import { Sha } from '../../agent/content.ts'
import { Head } from '../../agent/head.ts'
import { Message, QueuedMessage } from '../../agent/message.ts'
import { Plan } from '../../agent/plan.ts'
import { FileEntry, Summary } from '../../agent/state.ts'
import { JournalRow, SnapshotRow, StreamRow } from '../schema.ts'

/**
 * The content of an archive: a zip with `reflexor.json` (the manifest), `sessions/<id>.jsonl` (one line per row, in the
 * order of the kinds below), `blobs/<sha>` (the bytes they name), optionally `projects.json` (projects-entry.ts),
 * `settings.json` (providers without keys, preferences), `notes.json` (damaged parts), and for a black box `run.json`
 * (models with usage, tools) and `wire/<id>.jsonl` (the recorded wire). Append only: a reader skips unknown kinds of
 * lines.
 */

/** Raised if an older reader could not read a newer archive. */
export const EXPORT_FORMAT = 1

export const MANIFEST = 'reflexor.json'
export const SETTINGS = 'settings.json'
export const NOTES = 'notes.json'
export const RUN = 'run.json'
export const sessionEntry = (sessionId: string): string => `sessions/${encodeURIComponent(sessionId)}.jsonl`
export const SESSION_ENTRY = /^sessions\/[^/]+\.jsonl$/
/** Of a black box: a session's exchanges with models, one per line. */
export const wireEntry = (session: string): string => session.replace(/^sessions\//, 'wire/')
export const blobEntry = (sha: string): string => `blobs/${sha}`
/** Bytes that do not match their name: kept for a person, never imported. */
export const damagedBlobEntry = (sha: string): string => `blobs/${sha}.damaged`

export const Manifest = z.object({
  format: z.literal('reflexor-export'),
  formatVersion: z.int(),
  /** `raw`: rows as a newer version wrote them; only that version knows their meaning. */
  content: z.enum(['sessions', 'raw']),
  dataVersion: z.int(),
  agentVersion: z.int(),
  /** Wall time, ms. */
  exportedAt: z.number(),
  /** A black box: its sessions arrive as recordings, to which nothing can be added. */
  recording: z.optional(z.literal(true)),
})
export type Manifest = z.infer<typeof Manifest>

export const Line = z.discriminatedUnion('type', [
  /** The first line. `seq`: the last stamp of the written journal. `of`: the session that this one was made from. */
  z.object({
    type: z.literal('session'),
    sessionId: z.string(),
    agentVersion: z.int(),
    seq: z.int(),
    of: z.optional(z.string()),
  }),
  z.object({ type: z.literal('snapshot'), row: SnapshotRow }),
  z.object({ type: z.literal('journal'), row: JournalRow }),
  /** Rows of the state, to check the folded journal. */
  z.object({ type: z.literal('head'), row: Head }),
  z.object({ type: z.literal('config'), row: z.object({ config: Config }) }),
  z.object({ type: z.literal('summary'), row: z.object({ summary: Summary }) }),
  z.object({ type: z.literal('plan'), row: z.object({ plan: Plan }) }),
  z.object({ type: z.literal('queue'), row: QueuedMessage }),
  z.object({ type: z.literal('message'), row: Message }),
  z.object({ type: z.literal('file'), row: FileEntry }),
  /** Text of a running answer. */
  z.object({ type: z.literal('stream'), row: StreamRow }),
  /** An unreadable row, as far as JSON can hold it. */
  z.object({ type: z.literal('damaged'), store: z.string(), key: z.unknown(), note: z.string(), row: z.unknown() }),
  z.object({ type: z.literal('missing-blob'), sha: Sha }),
  /**
   * The last line. `consistent`: no commit happened while the rows were read. `lines`: how many are before this one.
   */
  z.object({ type: z.literal('end'), lines: z.int(), consistent: z.boolean() }),
])
export type Line = Immutable<z.infer<typeof Line>>
/** A line as it is written: rows as they are stored, unparsed. */
export type WrittenLine = { type: Line['type']; [key: string]: unknown }
