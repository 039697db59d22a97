import type { FolderLike } from '../../../protocol/file-like.ts'
import { useApp } from './app-context.ts'
import { useAsk } from './ask.ts'
import { memoryOfOpen } from './memory-of-open.ts'

/** Reading, uploading and downloading files. All reject with an Error whose message is for the person. */
export function useFiles() {
  const ask = useAsk()
  const { state } = useApp()
  return {
    /** The states a file has been in, oldest first. */
    history: (sessionId: string, path: string) => ask({ kind: 'file-history', sessionId, path }),
    /** What a page was each time it was shown in the conversation, oldest first. */
    artifacts: (sessionId: string, path: string) => ask({ kind: 'artifacts', sessionId, path }),
    /** Stores the bytes without adding a file to a session. `path`: the planned name. */
    put: (file: File, path: string) => ask({ kind: 'put-blob', bytes: file, path }),
    /** The same, for the open session. */
    putHere: (file: File, path: string) => ask({ kind: 'put-blob', bytes: file, path, ...memoryOfOpen(state) }),
    /** The folder on disk that the session is linked to. */
    folder: (sessionId: string) => ask({ kind: 'session-folder', sessionId }),
    /** null: unlinks it. */
    linkFolder: (sessionId: string, folder: FolderLike | null) => ask({ kind: 'session-folder', sessionId, folder }),
  }
}
