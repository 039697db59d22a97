import type { FileChange } from '../../agent/content.ts'
import { type Database, ProjectFileRow } from '../schema.ts'

/** The files of a project, which all its sessions see. Rejects with a DOMException. */

/** Files of one project. */
const MOST_PROJECT_FILES = 10_000

/** Under this name a project holds blobs in `blob-names`; no session has such an id. */
export const holderOf = (projectId: string): string => `project:${projectId}`

const filesOf = (projectId: string): IDBKeyRange => IDBKeyRange.bound([projectId], [projectId, []])

/** By path. An unreadable row is left out, and stays where it is. */
export async function listProjectFiles(db: Database, projectId: string): Promise<ProjectFileRow[]> {
  const rows: unknown[] = await db.getAll('project-files', filesOf(projectId))
  return rows.flatMap((row) => {
    const parsed = ProjectFileRow.safeParse(row)
    return parsed.success ? [parsed.data] : []
  })
}

/**
 * Compare-and-set: all changes, or none. `changed`: the paths whose `from` no longer holds. `missing`: the project is
 * gone.
 */
export type FilesOutcome =
  | { type: 'written' }
  | { type: 'changed'; paths: string[] }
  | { type: 'missing' }
  | { type: 'full' }

/** `now`: wall time, ms. */
export async function changeProjectFiles(
  db: Database,
  projectId: string,
  changes: readonly FileChange[],
  now: number,
): Promise<FilesOutcome> {
  const transaction = db.transaction(['projects', 'project-files', 'blob-names', 'pending-blobs'], 'readwrite')
  const files = transaction.objectStore('project-files')
  const [project, count, ...rows] = await Promise.all([
    transaction.objectStore('projects').get(projectId),
    files.count(filesOf(projectId)),
    ...changes.map(({ path }) => files.get([projectId, path])),
  ])
  const outcome = judge(project, changes, rows, count)
  if (outcome.type === 'written')
    for (const { path, to, size, mediaType } of changes) {
      if (to === null) void files.delete([projectId, path])
      else {
        void files.put({ projectId, path, blob: to, size, mediaType, at: now })
        void transaction.objectStore('blob-names').put({ sessionId: holderOf(projectId), sha: to, epoch: 0 })
        void transaction.objectStore('pending-blobs').delete(to)
      }
    }
  await transaction.done
  return outcome
}

function judge(
  project: { deletedAt: number | null } | undefined,
  changes: readonly FileChange[],
  rows: readonly (ProjectFileRow | undefined)[],
  count: number,
): FilesOutcome {
  if (project === undefined || project.deletedAt !== null) return { type: 'missing' }
  const now = new Map(changes.map(({ path }, place) => [path, rows[place]?.blob ?? null]))
  const changed: string[] = []
  let after = count
  for (const { path, from, to } of changes) {
    const held = now.get(path) ?? null
    if (held !== from) changed.push(path)
    after += (to === null ? 0 : 1) - (held === null ? 0 : 1)
    now.set(path, to)
  }
  if (changed.length > 0) return { type: 'changed', paths: [...new Set(changed)] }
  return after > count && after > MOST_PROJECT_FILES ? { type: 'full' } : { type: 'written' }
}
