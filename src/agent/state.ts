import { z } from 'zod'
import type { Config } from './config.ts'
import { Sha } from './content.ts'
import type { Head } from './head.ts'
import type { Message, QueuedMessage } from './message.ts'

/** A file of the workspace. `blob` null: deleted (a row stays, so that a journal folds to the same rows). */
export const FileEntry = z.object({
  path: z.string(),
  blob: Sha.nullable(),
  size: z.number(),
  mediaType: z.string(),
  seq: z.number().int(),
  timestamp: z.number(),
})
export type FileEntry = z.infer<typeof FileEntry>

/** What stands for everything up to `cutAt`. `calls` lists old calls the brain may load (capped), `loaded` those that it has loaded. */
export const Summary = z.object({
  text: z.string(),
  cutAt: z.number().int(),
  calls: z.array(z.object({ id: z.string(), n: z.number().int(), name: z.string() })),
  loaded: z.array(z.object({ id: z.string(), n: z.number().int() })),
})
export type Summary = z.infer<typeof Summary>

/**
 * The state of one session. Only `head`, `config`, `summary` and `queue` are whole. `messages` is a window, sorted by `n`: it always
 * holds the last row and every row that the head's index names; older rows may be absent. `files`, sorted by path, holds the files that
 * inputs of this machine's life have touched: an input that changes files brings the entries it builds on (`known`).
 */
export type State = {
  head: Head
  config: Config
  summary: Summary | null
  queue: readonly QueuedMessage[]
  messages: readonly Message[]
  files: readonly FileEntry[]
}
