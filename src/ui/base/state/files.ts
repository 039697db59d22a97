import { parseArtifactVersions } from '../../../agent/artifact-version.ts'
import type { FolderLike } from '../../../protocol/file-like.ts'
import { useAsk } from './ask.ts'

/**
 * What a person does with files beyond changing them. Each rejects with an Error whose message is a sentence for them.
 */
export function useFiles() {
  const ask = useAsk()
  return {
    /** The states a file has been in, oldest first. */
    history: (sessionId: string, path: string) => ask({ kind: 'file-history', sessionId, path }),
    /** What a page was each time it was shown in the conversation, oldest first. */
    artifacts: async (sessionId: string, path: string) =>
      parseArtifactVersions(await ask({ kind: 'artifacts', sessionId, path })),
    /** Stores the bytes; no file of a session holds them yet. `path`: what it is to be called. */
    put: (file: File, path: string) => ask({ kind: 'put-blob', bytes: file, path }),
    /** The folder on disk that the session is linked to. */
    folder: (sessionId: string) => ask({ kind: 'session-folder', sessionId }),
    /** null: unlinks it. */
    linkFolder: (sessionId: string, folder: FolderLike | null) => ask({ kind: 'session-folder', sessionId, folder }),
  }
}
