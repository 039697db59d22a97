import * as z from 'zod/mini'
import type { ArtifactVersion } from '../agent/artifact-version.ts'
import { Sha } from '../agent/content.ts'
import { readPages } from './read-pages.ts'
import type { Database } from './schema.ts'
import { wholeSession } from './session-range.ts'

/** The part of a transcript row that is needed; rows without such a call are skipped. */
const Row = z.object({ calls: z.array(z.unknown()) })
const Call = z.object({
  id: z.string(),
  result: z.object({
    timestamp: z.number(),
    details: z.object({
      shape: z.literal('artifact'),
      path: z.string(),
      blob: Sha,
      title: z.string(),
      bundle: z.optional(Sha),
    }),
  }),
})

/**
 * All versions of the page at `path` that the transcript shows, oldest first. Reads all rows, in pages; rejects with a
 * DOMException.
 */
export async function readArtifactVersions(db: Database, sessionId: string, path: string): Promise<ArtifactVersion[]> {
  const versions: ArtifactVersion[] = []
  for await (const page of readPages(db, 'messages', wholeSession(sessionId))) {
    for (const { value } of page) {
      const row = Row.safeParse(value)
      for (const each of row.success ? row.data.calls : []) {
        const call = Call.safeParse(each)
        if (!call.success || call.data.result.details.path !== path) continue
        const { timestamp, details } = call.data.result
        const { blob, title, bundle } = details
        versions.push({ callId: call.data.id, timestamp, blob, title, ...(bundle !== undefined && { bundle }) })
      }
    }
  }
  return versions
}
