import * as z from 'zod/mini'
import { SessionId } from './common.ts'
import { FolderLike } from './file-like.ts'

/** Folders on disk that sessions are linked to. */

/** `folder` serves to request the permission again, on a click. `allowed`: it can be used now. */
const SessionFolderView = z.object({ folder: FolderLike, allowed: z.boolean() })
export type SessionFolderView = z.infer<typeof SessionFolderView>

export const FOLDER_REQUESTS = {
  /** `folder` absent: only look; null: unlink. */
  'session-folder': {
    args: { sessionId: SessionId, folder: z.optional(z.nullable(FolderLike)) },
    result: z.nullable(SessionFolderView),
  },
}
