import type { Immutable } from 'mutative'
import * as z from 'zod/mini'
import { Sha } from './content.ts'

/** A page as a call of the conversation showed it. `timestamp`: wall time in ms. */
export const ArtifactVersion = z.object({
  callId: z.string(),
  timestamp: z.number(),
  blob: Sha,
  title: z.string(),
  /** With its files. */
  bundle: z.optional(Sha),
})
export type ArtifactVersion = Immutable<z.infer<typeof ArtifactVersion>>
