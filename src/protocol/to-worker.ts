import * as z from 'zod/mini'
import { Command } from './command.ts'
import { CommandId } from './common.ts'
import { Request } from './requests.ts'

/** All that a page may say to its own worker. */

export const ToWorker = z.discriminatedUnion('type', [
  z.object({ type: z.literal('command'), id: CommandId, command: Command }),
  z.object({ type: z.literal('request'), id: CommandId, request: Request }),
  /** The page is being left in good order or comes back from the back/forward cache. `safe`: run nothing (#/safe). */
  z.object({
    type: z.literal('hello'),
    version: z.int(),
    safe: z.boolean(),
    leftEpoch: z.nullable(z.int()),
  }),
  /** A navigation begins. It may still be cancelled. */
  z.object({ type: z.literal('leaving') }),
  /** The tab of the writer of this epoch was closed in good order while this one was open. */
  z.object({ type: z.literal('left'), epoch: z.int() }),
  /** The page's network as the page sees it; said again when a person comes back to the page. */
  z.object({ type: z.literal('online'), online: z.boolean() }),
])
export type ToWorker = z.infer<typeof ToWorker>
