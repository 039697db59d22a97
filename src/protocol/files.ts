import * as z from 'zod/mini'
import { FileVersion } from '../agent/file-version.ts'
import { FileEntry } from '../agent/state.ts'
import { SessionId } from './common.ts'
import { FileLike } from './file-like.ts'

/** The files of a session, and bytes. */

export const FILE_REQUESTS = [
  z.object({ kind: z.literal('files'), sessionId: SessionId }),
  z.object({ kind: z.literal('file-history'), sessionId: SessionId, path: z.string().check(z.maxLength(1024)) }),
  z.object({ kind: z.literal('artifacts'), sessionId: SessionId, path: z.string() }),
  z.object({
    kind: z.literal('blob'),
    sha: z.string().check(z.regex(/^[0-9a-f]{64}$/)),
  }),
  /** The worker reads the file: the page never holds its bytes. `path`: its future name; an unusable one is refused. */
  z.object({
    kind: z.literal('put-blob'),
    bytes: z.union([z.instanceof(Uint8Array), FileLike]),
    path: z.optional(z.string().check(z.maxLength(4096))),
  }),
] as const

export const FILE_RESULTS = {
  files: z.object({ seq: z.number(), files: z.array(FileEntry) }),
  /** All states of a file, oldest first. */
  'file-history': z.array(FileVersion),
  /** JSON text of a list of ArtifactVersion. */
  artifacts: z.string(),
  blob: z.nullable(z.instanceof(Uint8Array)),
  'put-blob': z.object({ sha: z.string(), size: z.number() }),
}
export type FileKind = keyof typeof FILE_RESULTS
