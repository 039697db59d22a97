import * as z from 'zod/mini'
import { ArtifactVersion } from '../agent/artifact-version.ts'
import { FileVersion } from '../agent/file-version.ts'
import { FileEntry } from '../agent/state.ts'
import { SessionId } from './common.ts'
import { FileLike } from './file-like.ts'

/** The files of a session, and bytes. `sessionId` of bytes: the private session whose memory has them. */

export const FILE_REQUESTS = {
  files: { args: { sessionId: SessionId }, result: z.object({ seq: z.number(), files: z.array(FileEntry) }) },
  'file-history': {
    args: { sessionId: SessionId, path: z.string().check(z.maxLength(1024)) },
    /** All states of a file, oldest first. */
    result: z.array(FileVersion),
  },
  artifacts: {
    args: { sessionId: SessionId, path: z.string() },
    /** Each time a page was shown, oldest first. */
    result: z.array(ArtifactVersion),
  },
  blob: {
    args: { sha: z.string().check(z.regex(/^[0-9a-f]{64}$/)), sessionId: z.optional(SessionId) },
    result: z.nullable(z.instanceof(Uint8Array)),
  },
  /** The worker reads the file: the page never holds its bytes. `path`: its future name; an unusable one is refused. */
  'put-blob': {
    args: {
      bytes: z.union([z.instanceof(Uint8Array), FileLike]),
      path: z.optional(z.string().check(z.maxLength(4096))),
      sessionId: z.optional(SessionId),
    },
    result: z.object({ sha: z.string(), size: z.number() }),
  },
}
