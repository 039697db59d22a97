import * as z from 'zod/mini'
import { SessionId } from './common.ts'

/** What a branch would leave behind. */

/** `acts` in the outside world since then, by tool; `files` that differ (`blob` null: absent in the branch). */
export const LeftBehind = z.object({
  acts: z.array(z.object({ tool: z.string(), count: z.number() })),
  files: z.array(z.object({ path: z.string(), blob: z.nullable(z.string()) })),
})
export type LeftBehind = z.infer<typeof LeftBehind>

export const BRANCH_REQUESTS = {
  /** Of a branch with the first `count` rows. */
  'left-behind': { args: { sessionId: SessionId, count: z.int().check(z.nonnegative()) }, result: LeftBehind },
}
