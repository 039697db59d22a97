import type { FolderLike } from '../../../protocol/file-like.ts'
import { useAsk } from './ask.ts'

/**
 * Backups to a folder of the person. All reject with an Error whose message is for the person; null: no backup is set
 * up.
 */
export function useBackups() {
  const ask = useAsk()
  return {
    get: () => ask({ kind: 'get-backup' }),
    /** Without `folder` the present one is kept. `keep`: how many archives to keep. */
    set: (backup: { everyMinutes: number; keep: number; folder?: FolderLike }) => ask({ kind: 'set-backup', backup }),
    stop: () => ask({ kind: 'set-backup', backup: null }),
    now: () => ask({ kind: 'backup-now' }),
  }
}
