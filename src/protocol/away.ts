import * as z from 'zod/mini'
import { SessionId } from './common.ts'

/** What a session has done since a person last looked at it. */

/**
 * `again`: interrupted requests that were repeated, which sent about `twice` tokens twice. `takenUp`: answers that
 * continued at the provider. `repeated`, `unknown`: calls that started again, and calls that may or may not have
 * happened. `files`: changed paths. `run`: the run it is about.
 */
export const AwayView = z.object({
  answers: z.int(),
  calls: z.int(),
  files: z.int(),
  failures: z.int(),
  summaries: z.int(),
  messages: z.int(),
  again: z.int(),
  twice: z.number(),
  takenUp: z.int(),
  repeated: z.int(),
  unknown: z.int(),
  run: z.int(),
})
export type AwayView = z.infer<typeof AwayView>

export const AWAY_REQUESTS = {
  away: {
    args: {
      sessionId: SessionId /** The last input that was seen. */,
      after: z.int().check(z.nonnegative()) /** Wall time, ms: when the person came back. */,
      until: z.number(),
    },
    result: AwayView,
  },
}
