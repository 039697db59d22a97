import * as z from 'zod/mini'
import { StorageFault } from '../settings/storage-fault.ts'
import { Command } from './command.ts'
import { CommandId, StreamSnapshot } from './common.ts'
import { MachineView } from './machine-view.ts'
import { Answered, Published } from './published.ts'

/** Everything that the workers of different tabs say to each other over the BroadcastChannel `reflexor`. */

export const CHANNEL = 'reflexor'
const TabId = z.string().check(z.maxLength(64))

export const BetweenTabs = z.discriminatedUnion('type', [
  /**
   * The writer's heartbeat, and its answer to `who-writes`. `safe`: it runs nothing (#/safe). `fault`: it has the lock
   * and cannot write yet; the epoch is that of the writer before.
   */
  z.object({
    type: z.literal('writer-here'),
    epoch: z.int(),
    safe: z.optional(z.boolean()),
    fault: z.optional(StorageFault),
  }),
  z.object({ type: z.literal('who-writes') }),
  z.object({ type: z.literal('command'), id: CommandId, command: Command }),
  z.object({ type: z.literal('command-done'), message: Answered }),
  z.object({ type: z.literal('publish'), message: Published }),
  z.object({ type: z.literal('streams-wanted'), from: TabId, id: CommandId, sessionId: z.string() }),
  z.object({ type: z.literal('streams'), to: TabId, id: CommandId, streams: z.array(StreamSnapshot) }),
  z.object({
    type: z.literal('machine-wanted'),
    from: TabId,
    id: CommandId,
    sessionId: z.string(),
    wire: z.optional(z.boolean()),
  }),
  z.object({ type: z.literal('machine'), to: TabId, id: CommandId, machine: MachineView }),
  z.object({ type: z.literal('retry-commit') }),
])
export type BetweenTabs = z.infer<typeof BetweenTabs>
/** The envelope has the version, so that tabs with other code are recognised before parsing. */
export const Envelope = z.object({ version: z.int(), message: z.unknown() })
