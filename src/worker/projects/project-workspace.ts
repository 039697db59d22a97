import type { FileChange } from '../../agent/content.ts'
import type { ToolkitPorts } from '../../effects/toolkit-ports.ts'
import { judgeProjectFiles, listProjectFiles, readProjectFile } from '../../storage/projects/project-files.ts'
import type { Database } from '../../storage/schema.ts'
import type { FileInfo, Files } from '../../tools/tool.ts'
import { withProjectLock } from './project-lock.ts'

/** Under this folder of its workspace a session of a project sees the files of the project. */
const FOLDER = 'project/'

/**
 * The workspace with the files of the project, which hide what the session itself has in that folder. `project`: the
 * present one; undefined: none. One that was deleted has no files.
 */
export function withProject(own: Files, db: Database, project: () => string | undefined): Files {
  const isThere = async (id: string | undefined): Promise<boolean> => {
    const row: { deletedAt: number | null } | undefined = id === undefined ? undefined : await db.get('projects', id)
    return row?.deletedAt === null
  }
  return {
    ...own,
    list: async () => {
      const id = project()
      if (id === undefined) return own.list()
      const [mine, shared] = await Promise.all([
        own.list(),
        isThere(id).then((there) => (there ? listProjectFiles(db, id) : [])),
      ])
      return [
        ...mine.filter(({ path }) => !path.startsWith(FOLDER)),
        ...shared.map((file) => infoOf(file, FOLDER + file.path)),
      ].sort((a, b) => (a.path < b.path ? -1 : 1))
    },
    info: async (path) => {
      const id = project()
      if (id === undefined || !path.startsWith(FOLDER)) return own.info(path)
      if (!(await isThere(id))) return null
      const file = await readProjectFile(db, id, path.slice(FOLDER.length))
      return file && infoOf(file, path)
    },
  }
}

const infoOf = ({ blob, size, mediaType }: Omit<FileInfo, 'path'>, path: string): FileInfo => ({
  ...{ path, blob, size, mediaType },
})

/** How a tool's changes of project files are committed with its result. */
export const projectFilesPort = (
  db: Database,
  project: () => string | undefined,
): NonNullable<ToolkitPorts['projectFiles']> => ({
  folder: FOLDER,
  project,
  holding: (change, signal, end) =>
    withProjectLock(change.project, async () => end(await problemOf(db, change.project, change.files)), signal),
})

async function problemOf(db: Database, project: string, files: readonly FileChange[]): Promise<string | null> {
  const outcome = await judgeProjectFiles(db, project, files)
  switch (outcome.type) {
    case 'written':
      return null
    case 'missing':
      return 'The project of this session was deleted, so nothing below project/ was changed. Use other folders.'
    case 'full':
      return 'The project holds as many files as it can (10,000), so nothing was changed.'
    case 'changed':
      return `Nothing was changed, because another session of the project has changed ${outcome.paths
        .map((path) => FOLDER + path)
        .slice(0, 5)
        .join(', ')} since you read it. Read it again.`
  }
}
