import { z } from 'zod'
import { Config } from './config.ts'
import { Head } from './head.ts'
import { Message, QueuedMessage } from './message.ts'
import { FileEntry, Summary } from './state.ts'

/**
 * What one commit changed: whole rows, never parts of them (DESIGN 6). One delta, three readers: storage writes it, the page applies
 * it, other tabs apply it.
 */
export const Delta = z.object({
  head: Head.optional(),
  config: Config.optional(),
  summary: Summary.nullable().optional(),
  queue: z.object({ put: z.array(QueuedMessage), drop: z.array(z.string()) }).optional(),
  messages: z.array(Message).optional(),
  files: z.array(FileEntry).optional(),
})
export type Delta = z.infer<typeof Delta>
