import * as z from 'zod/mini'
import { StorageFault } from '../settings/storage-fault.ts'
import { CommandId } from './common.ts'
import { Answered, Published } from './published.ts'
import { Refusal } from './refusals.ts'

/** Everything that a worker may say to its page. */

export const FromWorker = z.discriminatedUnion('type', [
  /**
   * `role`: whether this tab's worker runs the machines. Sent at the start and at every change. `epoch`: of the writer.
   * `safe`: the writer, here or in another tab, runs nothing (#/safe). `fault`: the tab that has the lock cannot write
   * yet and keeps trying; stored data can be read meanwhile.
   */
  z.object({
    type: z.literal('writer-changed'),
    role: z.enum(['writer', 'follower', 'none']),
    epoch: z.int(),
    safe: z.optional(z.boolean()),
    fault: z.optional(StorageFault),
  }),
  Answered,
  z.object({ type: z.literal('reply'), id: CommandId, result: z.unknown() }),
  /** A request that cannot be carried out. */
  z.object({ type: z.literal('no-reply'), id: CommandId, refusal: Refusal }),
  Published,
  /** Storage as a whole is unusable or damaged: shown on a separate screen. */
  z.object({ type: z.literal('storage-failed'), fault: StorageFault }),
])
export type FromWorker = z.infer<typeof FromWorker>
