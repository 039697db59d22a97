import * as z from 'zod/mini'
import { SessionId } from './common.ts'

/** Looking into a session's machine and through its journal. */

const seq = z.int().check(z.nonnegative())

export const INSPECT_REQUESTS = [
  z.object({
    kind: z.literal('inspect'),
    sessionId: SessionId,
    what: z.discriminatedUnion('type', [
      /** The inputs after `after`, and how the session and its machine stand now. */
      z.object({ type: z.literal('journal'), after: seq }),
      /** Everything as it was after the input `seq`. */
      z.object({ type: z.literal('version'), seq }),
      /** The same as the page shows a session: with rows from `from` on, null: the last ones. */
      z.object({ type: z.literal('past'), seq, from: z.nullable(seq) }),
      /** One input, whole, with what it changed. */
      z.object({ type: z.literal('input'), seq }),
      /** What its machine has sent to models and received from them last. */
      z.object({ type: z.literal('wire') }),
      /** From now on all of that is kept on the disk, or no more. The answer is that of `wire`. */
      z.object({ type: z.literal('record-wire'), on: z.boolean() }),
      /** What was recorded goes from the disk; whether more is recorded stays as it is. The answer is that of `wire`. */
      z.object({ type: z.literal('forget-wire') }),
      /** What to send to whoever is to find a fault: nothing of what was said. */
      z.object({ type: z.literal('report') }),
      /** What was held in memory for it may go. */
      z.object({ type: z.literal('end') }),
    ]),
  }),
] as const

/** JSON text (inspect-view.ts says of what), so that only who shows it loads its schemas. Known secrets are taken out of it. */
export const INSPECT_RESULTS = { inspect: z.string() }

/** One event of a machine. `about`: an effect's key, or inputs with their stamps. `ms`: how long it took; `bytes`: what was written, about. */
const MachineNote = z.object({
  at: z.number(),
  type: z.enum(['input', 'rejected', 'committed', 'not-committed', 'started', 'cancelled', 'completed', 'failed']),
  about: z.string(),
  ms: z.optional(z.number()),
  bytes: z.optional(z.number()),
})
export type MachineNote = z.infer<typeof MachineNote>
/**
 * What runs in the machine of a session, by effect key, and its last events, oldest first. `cause`: the inputs that made an effect wanted; null:
 * the state that was restored. `ended`: when it ended while its key stayed. Times: wall time, ms. `wire`: JSON text (inspect-view.ts), only for
 * who asked for it.
 */
export const MachineView = z.object({
  running: z.array(
    z.object({ key: z.string(), since: z.number(), cause: z.nullable(z.string()), ended: z.nullable(z.number()) }),
  ),
  notes: z.array(MachineNote),
  wire: z.optional(z.string()),
})
export type MachineView = z.infer<typeof MachineView>
