import type { StorageKind } from '../../protocol/storage.ts'
import { readLastBackup } from '../../storage/archive/last-backup.ts'
import { findDamaged, readFigures } from '../../storage/health.ts'
import type { HandlersOf } from './handlers.ts'

/** How storage is doing. */
export const STORAGE_HANDLERS: HandlersOf<StorageKind> = {
  'storage-health': async (_request, { db }) => {
    const [figures, lastBackup] = await Promise.all([readFigures(db), readLastBackup(db)])
    return { ...figures, lastBackup }
  },
  'find-damaged': (_request, { db }) => findDamaged(db),
  'retry-commit': async (_request, { retryCommit }) => {
    retryCommit()
    return null
  },
}
