import type { PROJECT_LIST } from '../../src/protocol/project-list.ts'
import type { Instructions, PROJECT_REQUESTS, ProjectFiles } from '../../src/protocol/projects.ts'
import type { Request, RequestOf } from '../../src/protocol/requests.ts'
import { choicesOf, mergeChoices, type Project } from '../../src/settings/projects.ts'

export type FakeProjects = { projects: Project[]; projectFiles: Map<string, ProjectFiles>; instructions: Instructions }

/** The words with which the worker refuses it; undefined: it does not. */
export function refusalOfProject({ projects }: FakeProjects, request: Request): string | undefined {
  if (request.kind !== 'save-project') return undefined
  const found = projects.find(({ id, deletedAt }) => id === request.id && deletedAt === null)
  if (found === undefined) return 'This project was deleted.'
  return mergeChoices(choicesOf(found), request.before, request.choices) === null
    ? 'This project was changed elsewhere meanwhile. Review it, then save again.'
    : undefined
}

/** Projects as the worker keeps them, in memory. */
export function fakeProjects(
  fake: FakeProjects & { send: (message: { type: 'settings-changed' }) => void },
  request: RequestOf<keyof typeof PROJECT_REQUESTS | keyof typeof PROJECT_LIST>,
): unknown {
  const tell = <Value>(value: Value): Value => {
    fake.send({ type: 'settings-changed' })
    return value
  }
  if (request.kind === 'list-projects') return fake.projects.filter(({ deletedAt }) => deletedAt === null)
  if (request.kind === 'instruction-files') return fake.instructions.map((file) => ({ ...file }))
  if (request.kind === 'decide-instructions') {
    for (const file of fake.instructions) if (file.sha === request.sha) file.decision = request.decision
    return tell(null)
  }
  const found = fake.projects.find(({ id }) => id === request.id)
  const living = found?.deletedAt === null ? found : undefined
  switch (request.kind) {
    case 'get-project':
      return living ?? null
    case 'create-project': {
      const project = { id: request.id, ...request.choices, createdAt: 1, deletedAt: null }
      fake.projects.push(project)
      return tell(project)
    }
    case 'save-project': {
      const merged = living && mergeChoices(choicesOf(living), request.before, request.choices)
      return tell(living && { ...Object.assign(living, merged) })
    }
    case 'delete-project':
      if (found) found.deletedAt = request.deleted ? 2 : null
      return tell(null)
    case 'project-files':
      return fake.projectFiles.get(request.id) ?? []
    case 'change-project-files': {
      const files = new Map((fake.projectFiles.get(request.id) ?? []).map((file) => [file.path, file]))
      for (const { path, to, size, mediaType } of request.files)
        if (to === null) files.delete(path)
        else files.set(path, { path, blob: to, size, mediaType })
      const next = [...files.values()].sort((a, b) => (a.path < b.path ? -1 : 1))
      fake.projectFiles.set(request.id, next)
      return next
    }
  }
}
