import type { FileChange } from '../../../agent/content.ts'
import type { ProjectChoices } from '../../../settings/projects.ts'
import { useAsk } from './ask.ts'

/** Projects and their files. All reject with an Error whose message is for the person. */
export function useProjects() {
  const ask = useAsk()
  return {
    /** null: it was deleted. */
    read: (id: string) => ask({ kind: 'get-project', id }),
    create: (id: string, choices: ProjectChoices) => ask({ kind: 'create-project', id, choices }),
    /** `before`: what the person edited. Refused if they and another tab changed the same field. */
    save: (id: string, before: ProjectChoices, choices: ProjectChoices) =>
      ask({ kind: 'save-project', id, before, choices }),
    remove: (id: string) => ask({ kind: 'delete-project', id, deleted: true }),
    restore: (id: string) => ask({ kind: 'delete-project', id, deleted: false }),
    /** Instruction files that a session sees, or a new session of a project. */
    instructions: (sessionId: string | null, project: string | null) =>
      ask({ kind: 'instruction-files', sessionId, project }),
    decide: (sha: string, decision: 'use' | 'ignore') => ask({ kind: 'decide-instructions', sha, decision }),
    files: (id: string) => ask({ kind: 'project-files', id }),
    changeFiles: (id: string, files: FileChange[]) => ask({ kind: 'change-project-files', id, files }),
  }
}
