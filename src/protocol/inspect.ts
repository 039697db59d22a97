import * as z from 'zod/mini'
import { FileEntry } from '../agent/state.ts'
import { WireExchange } from '../settings/wire-exchange.ts'
import { SessionId, SessionView } from './common.ts'
import { MachineView } from './machine-view.ts'

/** Inspecting a session's machine and its journal. Known secrets are removed from every answer. */

const sessionId = SessionId
const seq = z.int().check(z.nonnegative())

/** One input in a line. `about`: the beginning of its text, or its subject. Times: wall time, ms. */
const JournalEntry = z.object({ seq: z.int(), at: z.number(), type: z.string(), about: z.string() })
export type JournalEntry = z.infer<typeof JournalEntry>

/** `wanted`: the effects that the state wants. */
const Wanted = z.array(z.object({ key: z.string(), kind: z.string(), attempt: z.nullable(z.number()) }))

const JournalView = z.object({
  entries: z.array(JournalEntry),
  title: z.string(),
  head: z.string(),
  wanted: Wanted,
  /** null: no machine runs it now, or the tab that runs it has not answered. */
  machine: z.nullable(MachineView),
})
export type JournalView = z.infer<typeof JournalView>

const WireView = z.array(WireExchange)
export type WireView = z.infer<typeof WireView>
/**
 * Exchanges with models, oldest first: the recorded ones, then the latest. `recorded`: new ones are recorded. `kept`:
 * how many are on the disk.
 */
const WireShown = z.object({ recorded: z.boolean(), kept: z.int(), exchanges: WireView })
export type WireShown = z.infer<typeof WireShown>

/** A version of the session. `status` as in the sessions list. `head` as JSON text. `rows`: the last ones, as text. */
const VersionView = z.object({
  seq: z.int(),
  at: z.number(),
  status: z.string(),
  head: z.string(),
  model: z.string(),
  count: z.int(),
  summary: z.nullable(z.string()),
  /** Absent: it had none. */
  plan: z.optional(z.string()),
  queue: z.array(z.string()),
  wanted: Wanted,
  rows: z.array(
    z.object({
      n: z.int(),
      role: z.enum(['user', 'assistant']),
      text: z.string(),
      note: z.string(),
      calls: z.array(z.object({ name: z.string(), args: z.string(), status: z.string(), result: z.string() })),
    }),
  ),
  files: z.array(z.object({ path: z.string(), size: z.number() })),
})
export type VersionView = z.infer<typeof VersionView>

/** A version in the shape of a shown session. `files`: those of that time, each with the blob of its content. */
const PastView = z.object({ view: SessionView, files: z.array(FileEntry) })
export type PastView = z.infer<typeof PastView>

export const INSPECT_REQUESTS = {
  /** The inputs after `after`, and the current state of the session and its machine. */
  'inspect-journal': { args: { sessionId, after: seq }, result: JournalView },
  /** Everything after the input `seq`. */
  'inspect-version': { args: { sessionId, seq }, result: VersionView },
  /** The same as the page shows a session: with rows from `from` on; null: the last ones. */
  'inspect-past': { args: { sessionId, seq, from: z.nullable(seq) }, result: PastView },
  /** One whole input, with its changes, as JSON text. */
  'inspect-input': { args: { sessionId, seq }, result: z.string() },
  /** The latest exchanges of its machine with models. */
  'inspect-wire': { args: { sessionId }, result: WireShown },
  /** Starts or stops keeping them on the disk. */
  'record-wire': { args: { sessionId, on: z.boolean() }, result: WireShown },
  /** Deletes recorded exchanges from the disk; recording stays on or off. */
  'forget-wire': { args: { sessionId }, result: WireShown },
  /** A report for finding a fault, as JSON text: without any message text. */
  'inspect-report': { args: { sessionId }, result: z.string() },
  /** Releases the memory held for it. */
  'end-inspect': { args: { sessionId }, result: z.null() },
}
