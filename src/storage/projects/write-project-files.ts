import type { FileChange } from '../../agent/content.ts'
import type { StoreName } from '../schema.ts'

/** Under this name a project holds blobs in `blob-names`; no session has such an id. */
export const holderOf = (projectId: string): string => `project:${projectId}`

/** The rows of `project-files` of one project. */
export const filesOf = (projectId: string): IDBKeyRange => IDBKeyRange.bound([projectId], [projectId, []])

/**
 * Writes changes of the files of a project in a transaction that has `project-files`, `blob-names` and `pending-blobs`.
 * `at`: wall time, ms.
 */
export function writeProjectFiles(
  store: (name: StoreName) => IDBObjectStore,
  projectId: string,
  changes: readonly FileChange[],
  at: number,
): void {
  for (const { path, to, size, mediaType } of changes) {
    if (to === null) {
      store('project-files').delete([projectId, path])
      continue
    }
    store('project-files').put({ projectId, path, blob: to, size, mediaType, at })
    store('blob-names').put({ sessionId: holderOf(projectId), sha: to, epoch: 0 })
    store('pending-blobs').delete(to)
  }
}
