import type { FolderLike } from '../../../protocol/file-like.ts'
import { useAsk } from './ask.ts'

/**
 * Backups to a folder of the person's. Each rejects with an Error whose message is a sentence for them; null: none is
 * set up.
 */
export function useBackups() {
  const ask = useAsk()
  return {
    get: () => ask({ kind: 'get-backup' }),
    /** Without `folder` it stays the one that there is. `keep`: so many archives. */
    set: (backup: { everyMinutes: number; keep: number; folder?: FolderLike }) => ask({ kind: 'set-backup', backup }),
    stop: () => ask({ kind: 'set-backup', backup: null }),
    now: () => ask({ kind: 'backup-now' }),
  }
}
