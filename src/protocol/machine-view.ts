import * as z from 'zod/mini'

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
 * JSON text of a list of WireExchange, only on request.
 */
export const MachineView = z.object({
  running: z.array(
    z.object({ key: z.string(), since: z.number(), cause: z.nullable(z.string()), ended: z.nullable(z.number()) }),
  ),
  notes: z.array(MachineNote),
  wire: z.optional(z.string()),
})
export type MachineView = z.infer<typeof MachineView>
