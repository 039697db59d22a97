import * as z from 'zod/mini'
import { Config } from '../../agent/config.ts'
import { Sha } from '../../agent/content.ts'
import { Head } from '../../agent/head.ts'
import { Message, QueuedMessage } from '../../agent/message.ts'
import { FileEntry, Summary } from '../../agent/state.ts'
import { JournalRow, SnapshotRow, StreamRow } from '../schema.ts'

/**
 * What stands in an exported archive: a zip with `reflexor.json` (what it is), `sessions/<id>.jsonl` (one line per row, in the
 * order of the kinds below), `blobs/<sha>` (the bytes that they name), perhaps `settings.json` (providers without keys, preferences) and
 * `notes.json` (what was damaged), `run.json` (of a black box: models with usage, tools), `wire/<id>.jsonl` (of a black box: what was recorded of the wire). Append only: a kind of line that is not known is passed over.
 */

/** Raised when an older reader could not read a newer archive. */
export const EXPORT_FORMAT = 1

export const MANIFEST = 'reflexor.json'
export const SETTINGS = 'settings.json'
export const NOTES = 'notes.json'
export const RUN = 'run.json'
export const sessionEntry = (sessionId: string): string => `sessions/${encodeURIComponent(sessionId)}.jsonl`
export const SESSION_ENTRY = /^sessions\/[^/]+\.jsonl$/
/** Of a black box: what a session sent to models and received, an exchange a line. */
export const wireEntry = (session: string): string => session.replace(/^sessions\//, 'wire/')
export const blobEntry = (sha: string): string => `blobs/${sha}`
/** Bytes that are not what their name says: kept for a person, never imported. */
export const damagedBlobEntry = (sha: string): string => `blobs/${sha}.damaged`

export const Manifest = z.object({
  format: z.literal('reflexor-export'),
  formatVersion: z.int(),
  /** `raw`: rows as a newer version wrote them; only that version knows what they mean. */
  content: z.enum(['sessions', 'raw']),
  dataVersion: z.int(),
  agentVersion: z.int(),
  /** Wall time, ms. */
  exportedAt: z.number(),
  /** A black box: its sessions arrive as recordings, which nothing is added to. */
  recording: z.optional(z.literal(true)),
})
export type Manifest = z.infer<typeof Manifest>

export const Line = z.discriminatedUnion('type', [
  /** The first. `seq`: the journal is written up to this stamp. `of`: the session that this one was made of. */
  z.object({
    type: z.literal('session'),
    sessionId: z.string(),
    agentVersion: z.int(),
    seq: z.int(),
    of: z.optional(z.string()),
  }),
  z.object({ type: z.literal('snapshot'), row: SnapshotRow }),
  z.object({ type: z.literal('journal'), row: JournalRow }),
  /** Rows of the state, to check the folded journal by. */
  z.object({ type: z.literal('head'), row: Head }),
  z.object({ type: z.literal('config'), row: z.object({ config: Config }) }),
  z.object({ type: z.literal('summary'), row: z.object({ summary: Summary }) }),
  z.object({ type: z.literal('queue'), row: QueuedMessage }),
  z.object({ type: z.literal('message'), row: Message }),
  z.object({ type: z.literal('file'), row: FileEntry }),
  /** Text of an answer under way. */
  z.object({ type: z.literal('stream'), row: StreamRow }),
  /** A row that could not be read: as it is, as far as JSON can hold it. */
  z.object({ type: z.literal('damaged'), store: z.string(), key: z.unknown(), note: z.string(), row: z.unknown() }),
  z.object({ type: z.literal('missing-blob'), sha: Sha }),
  /** The last. `consistent`: the session was not committed to while its rows were read. `lines`: how many stand before this one. */
  z.object({ type: z.literal('end'), lines: z.int(), consistent: z.boolean() }),
])
export type Line = z.infer<typeof Line>
/** A line as it is written: rows as they are stored, unparsed. */
export type WrittenLine = { type: Line['type']; [key: string]: unknown }
