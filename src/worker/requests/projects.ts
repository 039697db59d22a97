import type { PROJECT_REQUESTS } from '../../protocol/projects.ts'
import { parseConfig } from '../../storage/parse-rows.ts'
import { changeProjectFiles, listProjectFiles } from '../../storage/projects/project-files.ts'
import { createProject, markProject, readProject, saveProject } from '../../storage/projects/projects.ts'
import type { Database } from '../../storage/schema.ts'
import { decideInstructions } from '../../storage/settings/instruction-decisions.ts'
import { readsFolder } from '../policy/instruction-files.ts'
import { findInstructions } from '../projects/instruction-files.ts'
import { withProjectLock } from '../projects/project-lock.ts'
import { refused } from '../refused.ts'
import type { HandlersOf } from '../request-handlers.ts'
import { requirePath } from '../require-path.ts'

/** Projects for the page. All reject with Refused, DamagedRecord or a DOMException. */

const filesOf = async (db: Database, id: string) =>
  (await listProjectFiles(db, id)).map(({ path, blob, size, mediaType }) => ({ path, blob, size, mediaType }))

export const PROJECT_HANDLERS: HandlersOf<typeof PROJECT_REQUESTS> = {
  'get-project': ({ id }, { db }) => readProject(db, id),
  'create-project': async ({ id, choices }, { db }) => {
    const made = await createProject(db, id, choices, Date.now())
    if (made === null) throw refused('too-many-projects')
    return made
  },
  'save-project': async ({ id, before, choices }, { db }) => {
    const outcome = await saveProject(db, id, before, choices)
    if (outcome.type === 'missing') throw refused('project-gone')
    if (outcome.type === 'changed') throw refused('project-changed')
    return outcome.project
  },
  'delete-project': async ({ id, deleted }, { db }) => {
    await markProject(db, id, deleted ? Date.now() : null)
    return null
  },
  'project-files': ({ id }, { db }) => filesOf(db, id),
  'change-project-files': async ({ id, files }, { db }) => {
    for (const { path, to } of files) if (to !== null) requirePath(path)
    const outcome = await withProjectLock(id, () => changeProjectFiles(db, id, files, Date.now()))
    if (outcome.type === 'missing') throw refused('project-gone')
    if (outcome.type === 'full') throw refused('project-full')
    if (outcome.type === 'changed') throw refused('project-file-changed')
    return filesOf(db, id)
  },
  'instruction-files': async ({ sessionId, project }, { db }) => {
    const row = sessionId === null ? undefined : await db.get('configs', sessionId)
    const folder = row !== undefined && readsFolder(parseConfig(row).tools)
    const found = await findInstructions(db, { sessionId, project: project ?? undefined, folder })
    return found.map(({ from, name, sha, shown, hidden, decision }) => ({ from, name, sha, shown, hidden, decision }))
  },
  'decide-instructions': async ({ sha, decision }, { db }) => {
    await decideInstructions(db, sha, decision)
    return null
  },
}
