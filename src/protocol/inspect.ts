import * as z from 'zod/mini'
import { SessionId } from './common.ts'

/** Inspecting a session's machine and its journal. */

const seq = z.int().check(z.nonnegative())

/** JSON text (see inspect-view.ts), so that only its viewer loads the schemas. Known secrets are removed. */
export const INSPECT_REQUESTS = {
  inspect: {
    args: {
      sessionId: SessionId,
      what: z.discriminatedUnion('type', [
        /** The inputs after `after`, and the current state of the session and its machine. */
        z.object({ type: z.literal('journal'), after: seq }),
        /** Everything after the input `seq`. */
        z.object({ type: z.literal('version'), seq }),
        /** The same as the page shows a session: with rows from `from` on; null: the last ones. */
        z.object({ type: z.literal('past'), seq, from: z.nullable(seq) }),
        /** One whole input, with its changes. */
        z.object({ type: z.literal('input'), seq }),
        /** The latest exchanges of its machine with models. */
        z.object({ type: z.literal('wire') }),
        /** Starts or stops keeping them on the disk. Answered like `wire`. */
        z.object({ type: z.literal('record-wire'), on: z.boolean() }),
        /** Deletes recorded exchanges from the disk; recording stays on or off. Answered like `wire`. */
        z.object({ type: z.literal('forget-wire') }),
        /** A report for finding a fault: without any message text. */
        z.object({ type: z.literal('report') }),
        /** Releases the memory held for it. */
        z.object({ type: z.literal('end') }),
      ]),
    },
    result: z.string(),
  },
}

/**
 * One event of a machine. `about`: an effect's key, or inputs with their stamps. `ms`: duration. `bytes`: roughly, what
 * was written.
 */
const MachineNote = z.object({
  at: z.number(),
  type: z.enum(['input', 'rejected', 'committed', 'not-committed', 'started', 'cancelled', 'completed', 'failed']),
  about: z.string(),
  ms: z.optional(z.number()),
  bytes: z.optional(z.number()),
})
export type MachineNote = z.infer<typeof MachineNote>
/**
 * Running effects of a session's machine, by key, and its last events, oldest first. `cause`: the inputs that made an
 * effect wanted; null: the restored state. `ended`: when it ended while its key stayed. Times: wall time, ms. `wire`:
 * JSON text (inspect-view.ts), only on request.
 */
export const MachineView = z.object({
  running: z.array(
    z.object({ key: z.string(), since: z.number(), cause: z.nullable(z.string()), ended: z.nullable(z.number()) }),
  ),
  notes: z.array(MachineNote),
  wire: z.optional(z.string()),
})
export type MachineView = z.infer<typeof MachineView>
