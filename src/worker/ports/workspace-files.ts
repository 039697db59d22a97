import { putBlob } from '../../storage/blobs.ts'
import { readFile, readFiles } from '../../storage/files.ts'
import type { Database } from '../../storage/schema.ts'
import type { Files } from '../../tools/tool.ts'
import { blobBytes } from '../blob-bytes.ts'

/** A session's workspace as its tools see it: the committed files. */
export function workspaceFiles(db: Database, sessionId: string): Files {
  return {
    list: async () =>
      ((await readFiles(db, sessionId))?.files ?? []).flatMap(({ path, blob, size, mediaType }) =>
        blob === null ? [] : [{ path, blob, size, mediaType }],
      ),
    info: async (path) => {
      const entry = await readFile(db, sessionId, path)
      if (entry === null || entry.blob === null) return null
      return { path, blob: entry.blob, size: entry.size, mediaType: entry.mediaType }
    },
    read: async (sha) => {
      const bytes = await blobBytes(db, sha)
      if (bytes === null) throw new Error('The content of this file is missing.')
      return bytes as Uint8Array<ArrayBuffer>
    },
    put: (bytes) => putBlob(db, bytes, Date.now()),
  }
}
