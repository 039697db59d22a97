import { unwrap } from 'idb'
import type { FileChange } from '../../agent/content.ts'
import { DamagedRecord } from '../fault.ts'
import { type Database, ProjectFileRow } from '../schema.ts'
import { filesOf, writeProjectFiles } from './write-project-files.ts'

/** The files of a project, which all its sessions see. Throws DamagedRecord or a DOMException. */

/** Files of one project. */
const MOST_PROJECT_FILES = 10_000

/** By path. An unreadable row is left out, and stays where it is. */
export async function listProjectFiles(db: Database, projectId: string): Promise<ProjectFileRow[]> {
  const rows: unknown[] = await db.getAll('project-files', filesOf(projectId))
  return rows.flatMap((row) => {
    const parsed = ProjectFileRow.safeParse(row)
    return parsed.success ? [parsed.data] : []
  })
}

/** null: there is none. */
export async function readProjectFile(db: Database, projectId: string, path: string): Promise<ProjectFileRow | null> {
  const row: unknown = await db.get('project-files', [projectId, path])
  if (row === undefined) return null
  const parsed = ProjectFileRow.safeParse(row)
  if (!parsed.success) throw new DamagedRecord('this file of the project', parsed.error)
  return parsed.data
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

/** For changes by a person; those of tools are committed with their result (`commit.ts`). `now`: ms. */
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
    writeProjectFiles((name) => unwrap(transaction).objectStore(name), projectId, changes, now)
  await transaction.done
  return outcome
}

/** Whether the changes of a tool hold against the stored files. */
export async function judgeProjectFiles(
  db: Database,
  projectId: string,
  changes: readonly FileChange[],
): Promise<FilesOutcome> {
  const transaction = db.transaction(['projects', 'project-files'])
  const files = transaction.objectStore('project-files')
  const [project, count, ...rows] = await Promise.all([
    transaction.objectStore('projects').get(projectId),
    files.count(filesOf(projectId)),
    ...changes.map(({ path }) => files.get([projectId, path])),
  ])
  return judge(project, changes, rows, count)
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
