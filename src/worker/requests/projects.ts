import type { Request } from '../../protocol/to-worker.ts'
import type { Project } from '../../settings/projects.ts'
import { parseConfig } from '../../storage/parse-rows.ts'
import { changeProjectFiles, listProjectFiles } from '../../storage/projects/project-files.ts'
import { createProject, markProject, readProject, saveProject } from '../../storage/projects/projects.ts'
import type { Database } from '../../storage/schema.ts'
import { decideInstructions } from '../../storage/settings/instruction-decisions.ts'
import { readsFolder } from '../policy/instruction-files.ts'
import { findInstructions } from '../projects/instruction-files.ts'
import { withProjectLock } from '../projects/project-lock.ts'
import { Refused } from '../refused.ts'
import { requirePath } from '../require-path.ts'

/** Projects for the page. All reject with Refused, DamagedRecord or a DOMException. */

type Of<Kind extends Request['kind']> = Extract<Request, { kind: Kind }>

export const project = (db: Database, { id }: Of<'get-project'>): Promise<Project | null> => readProject(db, id)

export async function create(db: Database, { id, choices }: Of<'create-project'>): Promise<Project> {
  const made = await createProject(db, id, choices, Date.now())
  if (made === null) throw new Refused('There are too many projects. Delete one first.')
  return made
}

export async function save(db: Database, { id, before, choices }: Of<'save-project'>): Promise<Project> {
  const outcome = await saveProject(db, id, before, choices)
  if (outcome.type === 'missing') throw new Refused('This project was deleted.')
  if (outcome.type === 'changed')
    throw new Refused('This project was changed elsewhere meanwhile. Review it, then save again.')
  return outcome.project
}

export async function remove(db: Database, { id, deleted }: Of<'delete-project'>): Promise<null> {
  await markProject(db, id, deleted ? Date.now() : null)
  return null
}

export const files = async (db: Database, { id }: Of<'project-files'>) =>
  (await listProjectFiles(db, id)).map(({ path, blob, size, mediaType }) => ({ path, blob, size, mediaType }))

export async function changeFiles(db: Database, request: Of<'change-project-files'>) {
  const { id, files: changes } = request
  for (const { path, to } of changes) if (to !== null) requirePath(path)
  const outcome = await withProjectLock(id, () => changeProjectFiles(db, id, changes, Date.now()))
  if (outcome.type === 'missing') throw new Refused('This project was deleted.')
  if (outcome.type === 'full') throw new Refused('A project holds 10,000 files at most.')
  if (outcome.type === 'changed')
    throw new Refused('Nothing was changed, because a file has changed since. Look at it again.')
  return files(db, { kind: 'project-files', id })
}

export async function instructions(db: Database, { sessionId, project: wanted }: Of<'instruction-files'>) {
  const row = sessionId === null ? undefined : await db.get('configs', sessionId)
  const folder = row !== undefined && readsFolder(parseConfig(row).tools)
  const found = await findInstructions(db, { sessionId, project: wanted ?? undefined, folder })
  return found.map(({ from, name, sha, shown, hidden, decision }) => ({ from, name, sha, shown, hidden, decision }))
}

export async function decide(db: Database, { sha, decision }: Of<'decide-instructions'>): Promise<null> {
  await decideInstructions(db, sha, decision)
  return null
}
