import type { FILE_REQUESTS } from '../../protocol/files.ts'
import { putBlob } from '../../storage/blobs.ts'
import { readFiles } from '../../storage/files.ts'
import { blobBytes } from '../blob-bytes.ts'
import { refused } from '../refused.ts'
import type { HandlersOf } from '../request-handlers.ts'
import { requirePath } from '../require-path.ts'

const LARGEST_BLOB = 100 * 1024 * 1024

/** The files of a session, and their bytes. */
export const FILE_HANDLERS: HandlersOf<typeof FILE_REQUESTS> = {
  files: async ({ sessionId }, { db }) => {
    const files = await readFiles(db, sessionId)
    if (files === null) throw refused('session-gone')
    return files
  },
  'file-history': async ({ sessionId, path }, { db }) =>
    (await import('../../storage/file-history.ts')).readFileHistory(db, sessionId, path),
  artifacts: async ({ sessionId, path }, { db }) =>
    (await import('../../storage/artifact-versions.ts')).readArtifactVersions(db, sessionId, path),
  blob: async ({ sha }, { db }) => blobBytes(db, sha),
  'put-blob': async ({ bytes: given, path }, { db }) => {
    if (path !== undefined) requirePath(path)
    if (('size' in given ? given.size : given.byteLength) > LARGEST_BLOB) throw refused('file-too-large')
    const bytes = 'size' in given ? await bytesOf(given as File) : given
    return { sha: await putBlob(db, bytes, Date.now()), size: bytes.byteLength }
  },
}

async function bytesOf(file: File): Promise<Uint8Array<ArrayBuffer>> {
  try {
    return new Uint8Array(await file.arrayBuffer())
  } catch {
    // the file was moved, changed or deleted after the person chose it
    throw refused('file-unreadable')
  }
}
